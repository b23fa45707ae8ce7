// Package viewloops has no annotations. It reads slices again and again, by readers and the like that the library makes of them in a loop.
package viewloops

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"strings"
	"sync"
)

// Calls names the functions that called it, from the first one of a package on if there is one.
func Calls(prefix string) string {
	pc := make([]uintptr, 128)
	n := runtime.Callers(2, pc)
	pc = pc[:n]
	var text bytes.Buffer
	for begun := false; ; begun = true {
		frames := runtime.CallersFrames(pc)
		for {
			frame, more := frames.Next()
			begun = begun || strings.HasPrefix(frame.Function, prefix)
			if begun {
				text.WriteString(frame.Function)
			}
			if !more {
				break
			}
		}
		if begun {
			return text.String()
		}
	}
}

// Find reads a copy of the bytes once for each limit.
func Find(b []byte, limits []int) (n int) {
	head := make([]byte, 128)
	head = head[:copy(head, b)]
	for _, limit := range limits {
		r := bytes.NewReader(head)
		for r.Len() > limit {
			r.ReadByte()
			n++
		}
	}
	return n
}

// A Box has bytes under a lock.
type Box struct {
	mu   sync.Mutex
	kept []byte
}

// Sum puts a number into bytes of its own, and reads them twice.
func (x *Box) Sum(n uint64) (sum byte) {
	b := make([]byte, 16)
	binary.BigEndian.PutUint64(b, n)
	b = b[:8]
	for range 2 {
		r := bytes.NewReader(b)
		c, _ := r.ReadByte()
		sum += c
	}
	x.mu.Lock()
	x.kept = append(x.kept, sum)
	x.mu.Unlock()
	return sum
}

// Keep gives its bytes to the box before it reads them.
func (x *Box) Keep(b []byte) (n int) {
	own := make([]byte, 16)
	own = own[:copy(own, b)]
	x.mu.Lock()
	x.kept = own
	x.mu.Unlock()
	for n < 10 {
		r := bytes.NewReader(own) // failed
		n += 1 + r.Len()
	}
	return n
}

// Set writes what others may have.
func (x *Box) Set() {
	x.mu.Lock()
	if len(x.kept) > 0 {
		x.kept[0]++
	}
	x.mu.Unlock()
}

// Again reads the box's bytes from the second round on.
func (x *Box) Again(b []byte) (n int) {
	own := make([]byte, 16)
	own = own[:copy(own, b)]
	for n < 10 {
		r := bytes.NewReader(own) // failed
		n += 1 + r.Len()
		x.mu.Lock()
		own = x.kept
		x.mu.Unlock()
	}
	return n
}

// Send lets others read the bytes, and writes them in the next round.
func (x *Box) Send(b []byte, out chan *bytes.Reader) {
	own := make([]byte, 16)
	own = own[:copy(own, b)]
	for i := range own {
		own[i] = 0 // failed
		out <- bytes.NewReader(own)
	}
}

// Start has a goroutine read the bytes, and goes on to fill them.
func (x *Box) Start(b []byte) {
	own := make([]byte, 16)
	own = own[:copy(own, b)]
	for i := range 3 {
		r := bytes.NewReader(own)
		go r.Len()
		binary.BigEndian.PutUint16(own, uint16(i)) // failed
	}
}

// Index has the box keep the bytes while the library goes through them.
func (x *Box) Index(b []byte) {
	own := make([]byte, 16)
	copy(own, b)
	bytes.IndexFunc(own, func(rune) bool { // failed
		x.mu.Lock()
		x.kept = own // failed
		x.mu.Unlock()
		return false
	})
	own[0] = 1 // failed
}

// Put is lent bytes by its callers, and keeps them.
func (x *Box) Put(b []byte) {
	x.mu.Lock()
	x.kept = b
	x.mu.Unlock()
}

// Fill goes on with bytes that Put has kept.
func (x *Box) Fill(n uint64) {
	b := make([]byte, 16)
	binary.BigEndian.PutUint64(b, n)
	x.Put(b)
	binary.BigEndian.PutUint64(b, n+1) // failed
}
