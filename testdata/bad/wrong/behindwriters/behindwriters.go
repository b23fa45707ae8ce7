// Package behindwriters leaves writers to others by way of what stands behind them.
package behindwriters

import (
	"bufio"
	"bytes"
	"sync"
)

// A Box has a lock, and guards a number.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Get is right.
func (b *Box) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

var leak = make(chan *bufio.Writer, 10)

// A Back knows the writer in front of it.
type Back struct{ w *bufio.Writer }

// Write tells others of the writer.
func (b *Back) Write(p []byte) (int, error) {
	leak <- b.w
	return len(p), nil
}

// Own makes a writer with such a thing behind it, which others may know from then on.
func Own() {
	b := &Back{}
	w := bufio.NewWriter(b)
	b.w = w // failed
	w.Flush()
	w.WriteString("a")
}

var leakBuffer = make(chan *bytes.Buffer, 10)

// A Source knows the buffer that reads from it.
type Source struct{ b *bytes.Buffer }

// Read tells others of the buffer.
func (s *Source) Read(p []byte) (int, error) {
	leakBuffer <- s.b
	return 0, nil
}

// Fill reads.
func Fill() {
	b := new(bytes.Buffer)
	s := &Source{b: b}
	b.ReadFrom(s)
	b.WriteString("a") // failed
}
