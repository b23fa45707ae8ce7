package pipeline

import "sync"

// Answer computes a number in another goroutine, and waits until it is there.
func Answer() int {
	//calvin:carries false
	done := make(chan struct{})
	//calvin:readable_if closed(done)
	//calvin:writable_if closer(done) == tid && !closed(done)
	answer := 0
	go func() {
		answer = 42
		close(done)
	}()
	<-done
	return answer
}

// A Buffer is handed around.
type Buffer struct{ n int }

// A Pool keeps buffers for reuse. Each belongs to whoever got it last.
type Pool struct {
	//calvin:transfers
	//calvin:closable_if false
	free chan *Buffer
}

// NewPool returns a pool that keeps up to n buffers.
//
//calvin:requires 0 <= n && n <= 1<<40
func NewPool(n int) *Pool {
	return &Pool{free: make(chan *Buffer, n)}
}

// Use counts what is done with a buffer.
func (p *Pool) Use() int {
	var b *Buffer
	select {
	case b = <-p.free:
	default:
		b = &Buffer{}
	}
	if b == nil {
		return 0
	}
	b.n++
	n := b.n
	select {
	case p.free <- b:
	default:
	}
	return n
}

// A Tray has a lock, for when it is shared.
type Tray struct {
	mu    sync.Mutex
	count int
}

// A Belt hands trays on.
type Belt struct {
	//calvin:transfers
	//calvin:closable_if false
	trays chan *Tray
}

// NewBelt returns an empty one.
func NewBelt() *Belt { return &Belt{trays: make(chan *Tray, 1)} }

// Load puts a tray on the belt, with its lock free.
func (b *Belt) Load(n int) {
	t := &Tray{}
	t.mu.Lock()
	t.count = n
	t.mu.Unlock()
	b.trays <- t
}

// Unload takes one off, makes a new one of it, and returns what was on it.
func (b *Belt) Unload() int {
	t := <-b.trays
	if t == nil {
		return 0
	}
	t.mu.Lock()
	n := t.count
	t.mu.Unlock()
	*t = Tray{}
	b.trays <- t
	return n
}
