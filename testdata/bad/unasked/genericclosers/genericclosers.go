// Package genericclosers has no annotations, and closes channels of type parameters without a right to it. Nothing may be learned from that such a channel
// is closed, neither by generic code nor by code that has it as one of a type it names.
package genericclosers

import "sync"

// A Registry closes the channels of subscribers that leave. Its goroutine alone uses it.
type registry[T comparable, M any] struct {
	topics map[T]map[chan M]bool
}

func (r *registry[T, M]) add(topic T, ch chan M) {
	if r.topics[topic] == nil {
		r.topics[topic] = make(map[chan M]bool)
	}
	r.topics[topic][ch] = true
}

func (r *registry[T, M]) remove(topic T, ch chan M) {
	if !r.topics[topic][ch] {
		return
	}
	delete(r.topics[topic], ch)
	close(ch)
}

func (r *registry[T, M]) send(topic T, msg M) {
	for ch := range r.topics[topic] {
		select {
		case ch <- msg:
		default:
			r.remove(topic, ch)
		}
	}
}

// A Hub registers subscribers.
type Hub[T comparable, M any] struct {
	commands chan command[T, M]
}

type command[T comparable, M any] struct {
	topic T
	ch    chan M
	msg   M
	leave bool
}

// NewHub starts the goroutine of a hub.
func NewHub[T comparable, M any]() *Hub[T, M] {
	h := &Hub[T, M]{commands: make(chan command[T, M])}
	go h.run()
	return h
}

// Sub subscribes.
func (h *Hub[T, M]) Sub(topic T) chan M {
	ch := make(chan M, 1)
	h.commands <- command[T, M]{topic: topic, ch: ch}
	return ch
}

// Leave ends a subscription.
func (h *Hub[T, M]) Leave(topic T, ch chan M) {
	h.commands <- command[T, M]{topic: topic, ch: ch, leave: true}
}

func (h *Hub[T, M]) run() {
	r := registry[T, M]{topics: map[T]map[chan M]bool{}}
	for c := range h.commands {
		switch {
		case c.leave:
			r.remove(c.topic, c.ch)
		case c.ch != nil:
			r.add(c.topic, c.ch)
		default:
			r.send(c.topic, c.msg)
		}
	}
}

// A Counter counts.
type Counter[M any] struct {
	mu   sync.Mutex
	n    int
	done chan M
}

// New returns a counter.
func New[M any]() *Counter[M] { return &Counter[M]{done: make(chan M)} }

// Hit counts one.
func (c *Counter[M]) Hit() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Mix computes something.
func (c *Counter[M]) Mix() {
	c.mu.Lock()
	c.n += c.n * c.n
	c.n -= c.n * c.n
	c.mu.Unlock()
}

// Close closes the channel: whoever calls it.
func (c *Counter[M]) Close() { close(c.done) }

// Closed is wrong behind the receive of a channel that others close.
func Closed[M any]() {
	c := New[M]()
	go c.Close()
	if _, ok := <-c.done; !ok {
		c.n++ // failed
	}
}

// Named is the same in code that names the type.
func Named() {
	c := New[int]()
	go c.Close()
	if _, ok := <-c.done; !ok {
		c.n++ // failed
	}
}

// After is wrong behind the close.
func (c *Counter[M]) After() {
	close(c.done)
	c.n++ // failed
}

// Handed has a goroutine close the channel of a counter that others know.
func Handed[M any](c *Counter[M]) int {
	x := 0
	go func() {
		x = 1
		close(c.done)
	}()
	<-c.done
	return x // failed
}

// HandedNamed is the same with a type.
func HandedNamed(c *Counter[string]) int {
	x := 0
	go func() {
		x = 1
		close(c.done)
	}()
	<-c.done
	return x // failed
}

func shut[M any](ch chan M) { close(ch) }

// Early waits for a goroutine by a channel that generic code closes as well.
func Early() int {
	x := 0
	done := make(chan int)
	go func() {
		x = 1
		close(done)
	}()
	go shut(done) // failed
	<-done
	return x
}

// A box holds something.
type box[T any] struct{ a, b T }

func (p *box[T]) turn() { p.a, p.b = p.b, p.a }

// Boxed waits for a goroutine by a channel that a generic type has moved to where somebody else closes it.
func Boxed() int {
	x := 0
	p := &box[chan bool]{}
	done := make(chan bool)
	p.a = done
	p.turn()
	go func() {
		x = 1
		close(done)
	}()
	go func(p *box[chan bool]) { close(p.b) }(p)
	<-done
	return x // failed
}

func same[T any](x T) T { return x }

// Passed is the same with a function that returns what it gets.
func Passed() int {
	x := 0
	done := make(chan byte)
	other := same(done)
	go func() {
		x = 1
		close(done)
	}()
	func() { shut(other) }()
	<-done
	return x // failed
}

type result[T any] struct{ value T }

// A future is closed by whoever sets it.
type future[T any] struct{ ready chan result[T] }

func (f *future[T]) set() { close(f.ready) }

// Future waits for a channel of generic elements.
func Future() int {
	x := 0
	f := &future[int]{ready: make(chan result[int])}
	go func() {
		x = 1
		f.set()
	}()
	go f.set()
	<-f.ready
	return x // failed
}

// Alone may count on its goroutine: nobody else knows the channel.
func Alone[M any](send M) int {
	x := 0
	done := make(chan M)
	go func() {
		defer close(done)
		x = 1
	}()
	<-done
	return x
}

// AloneNamed is the same with a type.
func AloneNamed() int {
	x := 0
	done := make(chan int)
	go func() {
		defer close(done)
		x = 1
	}()
	<-done
	return x
}

func closeAny[C ~chan int](c C) { close(c) } // failed

// Core goes by a type parameter that stands for the channel.
func Core() int {
	x := 0
	done := make(chan int)
	go func() {
		x = 1
		close(done)
	}()
	closeAny(done)
	<-done
	return x // failed
}
