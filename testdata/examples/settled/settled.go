// Package settled has package variables that are set once, captured parameters, and channels that nobody closes.
package settled

import (
	"errors"
	"regexp"
	"sync"
)

var (
	mu    = &sync.Mutex{}
	table = map[string]int{"a": 1}
	re    = regexp.MustCompile("a+")
	one   = New()
	limit = 10
	errNo = errors.New("no")
	hook  = func() {}

	//calvin:guarded_by mu
	count int

	tasks = make(chan int, 4)
)

// A C is guarded, and has a channel.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n  int
	ch chan int
}

// New makes one.
func New() *C {
	ch := make(chan int, 1)
	return &C{ch: ch}
}

// Inc counts.
func (c *C) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Send sends.
func (c *C) Send(n int) {
	select {
	case c.ch <- n:
	default:
		tasks <- n
	}
}

// Receive is what others may do.
func (c *C) Receive() <-chan int { return c.ch }

// Count has the lock that a variable points to.
func Count() {
	mu.Lock()
	defer mu.Unlock()
	if count < limit {
		count++
	}
}

// One uses what New has made.
func One(n int) {
	one.Inc()
	one.Send(n)
	hook()
}

// At knows the limit.
func At(a [10]int, i int) int {
	if 0 <= i && i < limit {
		return a[i]
	}
	return 0
}

// Look looks up.
func Look(s string) error {
	if re == nil || table == nil || table[s] == 0 {
		return errNo
	}
	return nil
}

// Each passes on what it captures.
func (c *C) Each(f func(int)) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		c.Inc()
		f(1)
	}()
	wg.Wait()
}

// Made captures what it has made.
func Made() {
	c := New()
	go func() { c.Inc() }()
	go c.Inc()
}
