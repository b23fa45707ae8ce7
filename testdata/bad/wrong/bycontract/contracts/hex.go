//go:build ignore

//calvin:contracts encoding/hex
package hex

// Encode writes as many bytes as the text of src takes.
//
//calvin:requires 0 < len(src)
//calvin:atomic
//calvin:modifies dst[*]
//calvin:ensures result == 2*len(src)
func Encode(dst, src []byte) int

//calvin:pure
func EncodeToString(src []byte) string

//calvin:atomic
//calvin:ensures 0 <= result
func EncodedLen(n int) int
