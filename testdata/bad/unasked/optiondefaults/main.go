// Package optiondefaults has no annotations. Constructors run options on a new object, and then make what no option has set, by way of an interface.
package optiondefaults

import (
	"sync"
	"time"
)

// A Counter counts.
type Counter interface{ Inc(key string) int }

type counts struct {
	mu sync.Mutex
	m  map[string]int
	at time.Time
}

func newCounts() *counts { return &counts{m: map[string]int{}} }

func (c *counts) Inc(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[key]++
	c.at = time.Now()
	return c.m[key]
}

// A Limiter is set up by options.
type Limiter struct {
	mu      sync.Mutex
	limit   int
	window  time.Duration
	recent  [4]int
	key     func(string) string
	counter Counter
	calls   int
}

// An Option sets up a Limiter.
type Option func(*Limiter)

// WithCounter is one.
func WithCounter(c Counter) Option { return func(l *Limiter) { l.counter = c } }

// WithKey is another.
func WithKey(key func(string) string) Option { return func(l *Limiter) { l.key = key } }

// New makes what no option has set.
func New(limit int, opts ...Option) *Limiter {
	l := &Limiter{limit: limit}
	for _, opt := range opts {
		opt(l)
	}
	if l.key == nil {
		l.key = func(s string) string { return s }
	}
	if l.counter == nil {
		l.counter = newCounts()
	}
	if l.window == 0 {
		l.window = time.Second
	}
	l.recent[0] = -1
	return l
}

// Allow counts a call.
func (l *Limiter) Allow(key string) bool {
	l.mu.Lock()
	l.calls++
	l.mu.Unlock()
	return l.counter.Inc(l.key(key)) < l.limit
}

var last = struct {
	sync.Mutex
	Counter
}{}

func remember(c Counter) {
	last.Lock()
	last.Counter = c
	last.Unlock()
}

type ownerCounter struct{ l *Limiter }

func (c *ownerCounter) Inc(string) int { return int(c.l.window) }

// Owned has a counter that leads back to the limiter.
func Owned(opts ...Option) *Limiter {
	l := &Limiter{}
	for _, opt := range opts {
		opt(l)
	}
	c := &ownerCounter{l}
	remember(c)
	l.window = 3 // failed
	return l
}

type partCounter struct{ n *time.Duration }

func (c *partCounter) Inc(string) int { return int(*c.n) }

// Part has one that leads to a field.
func Part(opts ...Option) *Limiter {
	l := &Limiter{}
	for _, opt := range opts {
		opt(l)
	}
	remember(&partCounter{&l.window})
	l.window = 3 // failed
	return l
}

type sliceCounter struct{ recent []int }

func (c *sliceCounter) Inc(string) int { return c.recent[0] }

// Slice has one that leads to an array.
func Slice(opts ...Option) *Limiter {
	l := &Limiter{}
	for _, opt := range opts {
		opt(l)
	}
	remember(&sliceCounter{l.recent[:]})
	l.recent[0] = 3 // failed
	return l
}

type funcCounter struct{ f func() int }

func (c *funcCounter) Inc(string) int { return c.f() }

// Func has one with a function that has captured the limiter.
func Func(opts ...Option) *Limiter {
	l := &Limiter{}
	for _, opt := range opts {
		opt(l)
	}
	remember(&funcCounter{func() int { return int(l.window) }})
	l.window = 3 // failed
	return l
}

type anyCounter struct{ x any }

func (c *anyCounter) Inc(string) int {
	if l, ok := c.x.(*Limiter); ok {
		return int(l.window)
	}
	return 0
}

// Any has one with an interface.
func Any(opts ...Option) *Limiter {
	l := &Limiter{}
	for _, opt := range opts {
		opt(l)
	}
	remember(&anyCounter{l})
	l.window = 3 // failed
	return l
}

// Itself is what others know.
func Itself(opts ...Option) *Limiter {
	l := &Limiter{counter: newCounts()}
	for _, opt := range opts {
		opt(l)
	}
	remember(l)
	l.window = 3 // failed
	return l
}

// Inc makes a Limiter a Counter.
func (l *Limiter) Inc(string) int { return int(l.window) }

// Earlier is another one than was made last.
func Earlier(opts ...Option) *Limiter {
	var before *Limiter
	for i := 0; i < 2; i++ {
		l := &Limiter{}
		for _, opt := range opts {
			opt(l)
		}
		if before != nil {
			remember(&ownerCounter{before})
			before.window = 3 // failed
		}
		remember(newCounts())
		before = l
	}
	return before
}
