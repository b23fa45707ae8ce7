// Package genericloops has no annotations. Event loops of generic types have their state to themselves.
package genericloops

import "sync/atomic"

// A ring grows.
type ring[T any] struct {
	buf  []T
	r, w int
}

func (r *ring[T]) push(v T) {
	if r.w == len(r.buf) {
		r.buf = append(r.buf, v)
	} else {
		r.buf[r.w] = v
	}
	r.w++
}

func (r *ring[T]) peek() T { return r.buf[r.r] }

func (r *ring[T]) pop() T {
	v := r.buf[r.r]
	r.r++
	if r.r == r.w {
		r.r, r.w = 0, 0
	}
	return v
}

func (r *ring[T]) empty() bool { return r.r == r.w }

// A Chan has no bounds.
type Chan[T any] struct {
	n      int64
	In     chan<- T
	Out    <-chan T
	buffer *ring[T]
}

// New makes one.
func New[T any]() *Chan[T] { return NewSize[T](1) }

// NewSize starts the goroutine.
func NewSize[T any](size int) *Chan[T] {
	in, out := make(chan T, size), make(chan T, size)
	c := &Chan[T]{In: in, Out: out, buffer: &ring[T]{}}
	go process(in, out, c)
	return c
}

func process[T any](in, out chan T, c *Chan[T]) {
	defer close(out)
	drain := func() {
		for !c.buffer.empty() {
			out <- c.buffer.pop()
			atomic.AddInt64(&c.n, -1)
		}
	}
	for {
		v, ok := <-in
		if !ok {
			drain()
			return
		}
		c.buffer.push(v)
		atomic.AddInt64(&c.n, 1)
		select {
		case out <- c.buffer.peek():
			c.buffer.pop()
			atomic.AddInt64(&c.n, -1)
		default:
		}
	}
}

// Len is right.
func (c *Chan[T]) Len() int { return int(atomic.LoadInt64(&c.n)) }

// A Loop has fields of its own.
type Loop[T any] struct {
	in   chan T
	last T
	n    int
}

// NewLoop starts it.
func NewLoop[T any]() *Loop[T] {
	l := &Loop[T]{in: make(chan T)}
	go l.run()
	return l
}

func (l *Loop[T]) run() {
	for {
		l.last = <-l.in
		l.n++
		l.n += 2
	}
}

// Ints makes an instance.
func Ints() *Loop[int] { return NewLoop[int]() }

// A Peeked has a method that looks at what belongs to the loop.
type Peeked[T any] struct {
	in   chan T
	last T
	n    int
}

// NewPeeked starts it.
func NewPeeked[T any]() *Peeked[T] {
	p := &Peeked[T]{in: make(chan T)}
	go p.run()
	return p
}

func (p *Peeked[T]) run() {
	for {
		p.last = <-p.in
		p.n++
		p.n += 2
	}
}

// Last is a race.
func (p *Peeked[T]) Last() T { return p.last } // failed

// A Twice has two loops.
type Twice[T any] struct {
	in chan T
	n  int
}

// NewTwice starts both.
func NewTwice[T any]() *Twice[T] {
	t := &Twice[T]{in: make(chan T)}
	go t.run()
	go t.run()
	return t
}

func (t *Twice[T]) run() {
	for {
		<-t.in
		t.n++ // failed
	}
}

// A Started is started by whoever has it, for some types.
type Started[T any] struct {
	in chan T
	n  int
}

// NewStarted starts it.
func NewStarted[T any]() *Started[T] {
	s := &Started[T]{in: make(chan T)}
	go s.run()
	return s
}

func (s *Started[T]) run() {
	for {
		<-s.in
		s.n++ // failed
	}
}

// Again starts an instance of it once more.
func Again(s *Started[string]) {
	go s.run() // failed
}

// A Buffered lets others know its buffer.
type Buffered[T any] struct {
	in     chan T
	buffer *ring[T]
}

// NewBuffered is passed it.
func NewBuffered[T any](r *ring[T]) *Buffered[T] {
	b := &Buffered[T]{in: make(chan T), buffer: r}
	go b.run() // failed
	return b
}

func (b *Buffered[T]) run() {
	for {
		b.buffer.push(<-b.in) // failed
	}
}

// Race has it as well.
func Race[T any](v T) {
	r := &ring[T]{}
	NewBuffered(r)
	r.push(v) // failed
}

// A Late has a maker that goes on.
type Late[T any] struct {
	in     chan T
	buffer *ring[T]
}

// NewLate writes too late.
func NewLate[T any](v T) *Late[T] {
	l := &Late[T]{in: make(chan T), buffer: &ring[T]{}}
	go l.run()
	l.buffer.push(v) // failed
	return l
}

func (l *Late[T]) run() {
	for {
		l.buffer.push(<-l.in)
	}
}
