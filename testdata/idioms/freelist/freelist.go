// Package freelist has buffers that are used again.
package freelist

import "sync"

type buffer struct {
	data [512]byte
	n    int
}

func (b *buffer) reset() { b.n = 0 }

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	free []*buffer
	//calvin:guarded_by mu
	made int
)

func get() *buffer {
	mu.Lock()
	defer mu.Unlock()
	if last := len(free) - 1; last >= 0 {
		b := free[last]
		free = free[:last]
		return b
	}
	made++
	return new(buffer)
}

func put(b *buffer) {
	b.reset()
	mu.Lock()
	defer mu.Unlock()
	if len(free) < 64 {
		free = append(free, b)
	}
}

// Sum copies a text into a buffer, and adds up its bytes.
func Sum(text string) (sum int) {
	b := get()
	if b == nil {
		return 0
	}
	b.n = copy(b.data[:], text)
	for i := 0; i < b.n && i < len(b.data); i++ {
		sum += int(b.data[i])
	}
	put(b)
	return sum
}

// A Chain is a free list by its links. Who takes a buffer takes the whole list, and leaves the rest.
type Chain struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *link
	//calvin:guarded_by mu
	n int
}

type link struct {
	next *link
	text string
}

// Put adds a buffer.
func (c *Chain) Put(text string) {
	c.mu.Lock()
	c.head = &link{next: c.head, text: text}
	c.n++
	c.mu.Unlock()
}

// Drain takes all, and clears them without the lock.
func (c *Chain) Drain() (n int) {
	c.mu.Lock()
	list := c.head
	c.head, c.n = nil, 0
	c.mu.Unlock()
	for l := list; l != nil; l = l.next {
		l.text = ""
		n++
	}
	return n
}

// Made counts the buffers that there are.
func Made() int {
	mu.Lock()
	defer mu.Unlock()
	return made
}
