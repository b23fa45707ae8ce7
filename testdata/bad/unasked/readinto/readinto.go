// Package readinto has no annotations, and writes no byte itself: methods of others read into its slices, or encode into them.
package readinto

import (
	"crypto/cipher"
	"encoding/hex"
	"hash"
	"io"
	"net"
	"os"
)

// Each sends what it reads, in a new slice each time.
func Each(r io.Reader, out chan<- []byte) error {
	for {
		buf := make([]byte, 512)
		n, err := r.Read(buf)
		if err != nil {
			return err
		}
		out <- buf[:n]
	}
}

// Same sends the same slice again and again.
func Same(r io.Reader, out chan<- []byte) error {
	buf := make([]byte, 512)
	for {
		n, err := r.Read(buf) // failed
		if err != nil {
			return err
		}
		out <- buf[:n]
	}
}

// File does so with a file.
func File(f *os.File, out chan<- []byte) error {
	buf := make([]byte, 512)
	for {
		n, err := f.ReadAt(buf, 0) // failed
		if err != nil {
			return err
		}
		out <- buf[:n]
	}
}

// Packets does so with packets.
func Packets(c net.PacketConn, out chan<- []byte) error {
	buf := make([]byte, 512)
	for {
		n, _, err := c.ReadFrom(buf) // failed
		if err != nil {
			return err
		}
		out <- buf[:n]
	}
}

// Last has another goroutine look at what is read.
func Last(r io.Reader) byte {
	buf, last := make([]byte, 512), make(chan byte)
	n, _ := r.Read(buf)
	go func() { last <- buf[n-1] }()
	_, _ = r.Read(buf) // failed
	return <-last
}

// Waits waits for it first.
func Waits(r io.Reader) byte {
	buf, last := make([]byte, 512), make(chan byte)
	n, _ := r.Read(buf)
	go func() { last <- buf[n-1] }()
	b := <-last
	return b
}

// Encrypt writes where another goroutine reads.
func Encrypt(s cipher.Stream, text []byte, out chan<- []byte) {
	buf := make([]byte, len(text))
	out <- buf
	s.XORKeyStream(buf, text) // failed
}

// Sum does so, beyond the end of the slice.
func Sum(h hash.Hash, out chan<- []byte) []byte {
	buf := make([]byte, 64)
	out <- buf
	return h.Sum(buf[:0]) // failed
}

// Hex does so by a function.
func Hex(text []byte, out chan<- []byte) {
	buf := make([]byte, 2*len(text))
	out <- buf
	hex.Encode(buf, text) // failed
}

// Write reads what another goroutine reads, too.
func Write(w io.Writer, text []byte, out chan<- []byte) error {
	buf := make([]byte, len(text))
	out <- buf
	_, err := w.Write(buf)
	return err
}
