// Package futures has values that are read before they are there, or written when others may read them.
package futures

import "sync"

// A Call is what a goroutine works on.
type Call struct {
	done chan struct{}
	//calvin:guarded_by done
	value int
}

// Start has a goroutine do the work.
func Start() *Call {
	c := &Call{done: make(chan struct{})}
	go func() {
		c.value = 1
		close(c.done)
	}()
	return c
}

// Late has a goroutine write after it has closed the channel.
func Late() *Call {
	c := &Call{done: make(chan struct{})}
	go func() {
		close(c.done)
		c.value = 1 // failed
	}()
	return c
}

// Never has a goroutine write that closes nothing.
func Never() *Call {
	c := &Call{done: make(chan struct{})}
	go func() {
		c.value = 1 // failed
	}()
	return c
}

// Twice has two goroutines do the same.
func Twice() *Call {
	c := &Call{done: make(chan struct{})}
	go c.work()
	go c.work() // failed
	return c
}

func (c *Call) work() {
	c.value++
	close(c.done)
}

// Again closes the channel that a goroutine closes.
func Again() *Call {
	c := &Call{done: make(chan struct{})}
	go c.work()
	close(c.done) // failed
	return c
}

// Meanwhile writes what a goroutine may write.
func Meanwhile() *Call {
	c := &Call{done: make(chan struct{})}
	go c.work()
	c.value = 2 // failed
	return c
}

// Early does not wait.
func (c *Call) Early() int {
	return c.value // failed
}

// Default reads where nothing has been received.
func (c *Call) Default() int {
	select {
	case <-c.done:
		return c.value
	default:
		return c.value // failed
	}
}

// Either reads after another receive.
func (c *Call) Either(stop chan struct{}) int {
	select {
	case <-c.done:
	case <-stop:
	}
	return c.value // failed
}

// Crossed waits for one and reads the other.
func Crossed(a, b *Call) int {
	<-a.done
	return b.value // failed
}

// Finish closes the channel by no right.
func (c *Call) Finish() {
	c.value = 1   // failed
	close(c.done) // failed
}

// Replace has others wait for another channel.
func (c *Call) Replace() {
	c.done = make(chan struct{}) // failed
}

// Send wakes up who waits, with nothing there.
func (c *Call) Send() {
	c.done <- struct{}{} // failed
}

// Copy copies a value that may not be there.
func (c *Call) Copy() Call {
	return *c // failed
}

// Shared puts one channel into two objects.
func Shared() (*Call, *Call) {
	done := make(chan struct{})
	a, b := &Call{done: done}, &Call{done: done} // failed
	go a.work()
	return a, b
}

// Given takes a channel that somebody else may close.
func Given(done chan struct{}) *Call {
	return &Call{done: done} // failed
}

// After writes once it has received.
func (c *Call) After() {
	<-c.done
	c.value++ // failed
}

// A Promise is set by whoever is first.
type Promise struct {
	once sync.Once
	//calvin:closable_if held(once)
	kept chan struct{}
	//calvin:guarded_by kept
	value string
}

// NewPromise returns a promise that nobody has kept.
func NewPromise() *Promise { return &Promise{kept: make(chan struct{})} }

// Keep sets the value after it has said so.
func (p *Promise) Keep(value string) {
	p.once.Do(func() {
		close(p.kept)
		p.value = value // failed
	})
}

// Break closes the channel without the Once.
func (p *Promise) Break() {
	close(p.kept) // failed
}

// Do returns when the function of the Once has returned, which need not have set anything.
func (p *Promise) Do() string {
	p.once.Do(func() {})
	return p.value // failed
}

// A Table is published by closing a channel, and written afterwards.
type Table struct {
	mu sync.Mutex
	//calvin:closable_if held(mu)
	ready chan struct{}
	//calvin:guarded_by ready
	entries map[string]int
}

// Put puts something in whether it is published or not.
func (t *Table) Put(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.entries != nil {
		t.entries[key] = 1 // failed
	}
}

// A Stream sends on the channel that guards the end, and says so.
type Stream struct {
	//calvin:carries true
	values chan int
	//calvin:guarded_by values
	err error
}

// Err reads after one value.
func (s *Stream) Err() error {
	<-s.values
	return s.err // failed
}

// A Moving may be closed by a channel that changes.
type Moving struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	done chan struct{}
	//calvin:guarded_by done
	value int // failed
}
