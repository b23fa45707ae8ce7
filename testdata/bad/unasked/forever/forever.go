// Package forever has no annotations. Its goroutines range over channels that nobody closes: they end with the program.
package forever

import "sync"

// A Log adds up what it is sent.
type Log struct {
	mu    sync.Mutex
	total int
	in    chan int
}

// New starts the goroutine.
func New() *Log {
	l := &Log{in: make(chan int, 1)}
	go l.run()
	return l
}

func (l *Log) run() {
	for n := range l.in {
		l.mu.Lock()
		l.total += n
		l.mu.Unlock()
	}
}

// Add sends.
func (l *Log) Add(n int) { l.in <- n }

// Total looks.
func (l *Log) Total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// A Racy does not lock in its loop.
type Racy struct {
	mu    sync.Mutex
	total int
	in    chan int
}

// NewRacy starts the goroutine.
func NewRacy() *Racy {
	r := &Racy{in: make(chan int, 1)}
	go r.run()
	return r
}

func (r *Racy) run() {
	for n := range r.in {
		r.total += n // failed
	}
}

// Add sends.
func (r *Racy) Add(n int) {
	r.mu.Lock()
	r.total++
	r.mu.Unlock()
	r.in <- n
}

// Total looks.
func (r *Racy) Total() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}

// A Closed ends, and does then what it may not.
type Closed struct {
	mu    sync.Mutex
	total int
	in    chan int
}

// NewClosed starts the goroutine.
func NewClosed() *Closed {
	c := &Closed{in: make(chan int, 1)}
	go c.run()
	return c
}

func (c *Closed) run() {
	for n := range c.in {
		c.mu.Lock()
		c.total += n
		c.mu.Unlock()
	}
	c.total = 0 // failed
}

// Close ends it.
func (c *Closed) Close() { close(c.in) }

// Total looks.
func (c *Closed) Total() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

// A Kept gives its lock back in half of the rounds.
type Kept struct {
	mu    sync.Mutex
	total int
	in    chan int
}

// NewKept starts the goroutine.
func NewKept() *Kept {
	k := &Kept{in: make(chan int, 1)}
	go k.run()
	return k
}

func (k *Kept) run() {
	for n := range k.in {
		k.mu.Lock() // failed
		if n > 0 {
			k.total += n
			k.mu.Unlock()
		}
	}
}

// Total looks.
func (k *Kept) Total() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.total
}
