// Package unsafestring makes strings of the bytes of a slice without copying them. That is not supported; but no pointer to
// one of the bytes is to be had from it, so other functions may still use slices of bytes as a whole.
package unsafestring

import "unsafe"

func view(b []byte) string { return unsafe.String(&b[0], len(b)) }

func text(b []byte) string { return string(b) }
