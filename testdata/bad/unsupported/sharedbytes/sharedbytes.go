// Package sharedbytes has strings and slices that share bytes by package unsafe, of which nothing is known: slices of the bytes of strings that somebody may write or keep, and strings of a part.
package sharedbytes

import (
	"hash/fnv"
	"sync"
	"unsafe"
)

// A T makes this a package with annotations.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func raw(s string) []byte { return *(*[]byte)(unsafe.Pointer(&s)) }

func Constant(s string) {
	raw(s)[0] = 'x' // unknown
}

func Whole(s string) []byte {
	return raw(s) // unknown
}

func Hash(s string) uint64 {
	h := fnv.New64a()
	h.Write(raw(s)) // unknown
	return h.Sum64()
}

func Part(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b)-1) // unknown
}

func Other(a, b []byte) string {
	return unsafe.String(unsafe.SliceData(a), len(b)) // unknown
}
