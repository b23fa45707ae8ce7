package rt

import (
	"encoding/binary"
	"io"
)

// entropy is the Reader of crypto/rand: under control it reads from the generator that gives the same numbers in every
// execution.
type entropy struct{ real io.Reader }

// Entropy returns what takes the place of real, the Reader of crypto/rand. (The generated file of a package that imports
// crypto/rand puts it there: the runtime would burden all test binaries with that package.)
func Entropy(real io.Reader) io.Reader {
	if e, ok := real.(entropy); ok {
		return e
	}
	return entropy{real}
}

// Read fills b.
func (e entropy) Read(b []byte) (int, error) {
	if _, g := enter(); g == nil {
		return e.real.Read(b)
	}
	var word [8]byte
	for n := 0; n < len(b); n += copy(b[n:], word[:]) {
		binary.LittleEndian.PutUint64(word[:], RandUint64(0))
	}
	return len(b), nil
}
