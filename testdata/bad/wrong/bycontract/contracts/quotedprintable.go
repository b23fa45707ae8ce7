//go:build ignore

//calvin:contracts mime/quotedprintable
package quotedprintable

import "io"

//calvin:pure
func NewReader(r io.Reader) *Reader
