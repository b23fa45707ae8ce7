//go:build ignore

//calvin:contracts net/url
package url

// UnmarshalBinary writes more than its path, in truth.
//
//calvin:atomic
//calvin:modifies u.Path
func (u *URL) UnmarshalBinary(text []byte) error
