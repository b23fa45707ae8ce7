// Package lentarrays has no annotations. It passes its own slices to functions of the standard library, which keep nothing of them.
package lentarrays

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"slices"
	"sort"
)

// Varints writes two numbers into one slice.
func Varints(x, y uint64) []byte {
	buf := make([]byte, 2*binary.MaxVarintLen64)
	n := binary.PutUvarint(buf, x)
	n += binary.PutUvarint(buf[n:], y)
	buf[0]++
	return buf[:n]
}

// Hex changes what was encoded.
func Hex(b []byte) []byte {
	out := make([]byte, hex.EncodedLen(len(b)))
	hex.Encode(out, b)
	out[0] = '0'
	return out
}

// Sorted sorts again and again.
func Sorted(xs []int) []int {
	ys := slices.Clone(xs)
	slices.Sort(ys)
	ys[0] = 1
	sort.Ints(ys)
	ys[0] = 2
	slices.SortFunc(ys, func(a, b int) int { return b - a })
	ys[0] = 3
	if slices.Contains(ys, 3) {
		ys[1] = 2
	}
	return ys
}

// Header reads one.
func Header(r io.Reader) (uint32, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	head[0] &= 1
	return binary.LittleEndian.Uint32(head[:]), nil
}

// Same compares.
func Same(a []byte) bool {
	b := bytes.Clone(a)
	if bytes.Equal(a, b) {
		b[0] = 1
	}
	return bytes.HasPrefix(b, a)
}

// Reader has another goroutine read what it writes.
func Reader(c chan *bytes.Reader) {
	b := make([]byte, 4)
	c <- bytes.NewReader(b)
	b[0] = 1 // failed
}

// Trimmed does, too.
func Trimmed(c chan []byte) {
	b := make([]byte, 4)
	c <- bytes.TrimSpace(b)
	b[0] = 1 // failed
}

// Encoded has told others of the slice before.
func Encoded(c chan []byte, x uint64) {
	b := make([]byte, 10)
	c <- b
	binary.PutUvarint(b, x) // failed
}

// Concurrent has a goroutine sort at the same time.
func Concurrent(xs []int) {
	ys := slices.Clone(xs)
	go func() { sort.Ints(ys) }() // failed
	sort.Ints(ys)                 // failed
}

// Written has a goroutine write at the same time.
func Written(xs []int) {
	ys := slices.Clone(xs)
	go func() { ys[0] = 1 }() // failed
	slices.Reverse(ys)
}
