// Package checkthenact has functions that are called atomic, without a word on what they do, and are two blocks: what
// the first one read decides what the second one does.
package checkthenact

import (
	"sync"
	"sync/atomic"
)

type N struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	k int
	//calvin:guarded_by mu
	by map[string]int

	a atomic.Int64
	b atomic.Int64
}

// Take looks, and acts later.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Take() bool {
	n.mu.Lock()
	ok := n.m > 0
	n.mu.Unlock()
	if !ok {
		return false
	}
	n.mu.Lock()
	n.m-- // failed
	n.mu.Unlock()
	return true
}

// left is inlined where it is called.
func (n *N) left() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m
}

// TakeLeft looks by way of a helper.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) TakeLeft() bool {
	if n.left() <= 0 {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.m-- // failed
	return true
}

// Add carries the value that it read over to the next block.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Add(d int) {
	n.mu.Lock()
	m := n.m
	n.mu.Unlock()
	n.mu.Lock()
	n.m = m + d // failed
	n.mu.Unlock()
}

// Sum reads two variables at two times.
//
//calvin:atomic
func (n *N) Sum() int {
	n.mu.Lock()
	m := n.m
	n.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	return m + n.k // failed
}

// Atomics looks at one atomic variable and acts on another.
//
//calvin:atomic
//calvin:modifies n.b
func (n *N) Atomics() {
	if n.a.Load() > 0 {
		n.b.Add(1) // failed
	}
}

// Both reads two atomic variables.
//
//calvin:atomic
func (n *N) Both() int64 {
	return n.a.Load() + n.b.Load() // failed
}

// Ahead reads ahead and validates later: the value that it stores was computed from an older one.
//
//calvin:atomic
//calvin:modifies n.a
func (n *N) Ahead() {
	for {
		a := n.a.Load()
		if n.a.CompareAndSwap(a, a+1) { // failed
			return
		}
	}
}

// Counted keeps what the failed rounds have read.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Counted() int {
	seen := 0
	for {
		n.mu.Lock()
		if n.m > 0 {
			n.m-- // failed
			n.mu.Unlock()
			return seen
		}
		seen += n.k
		n.mu.Unlock()
	}
}

// Rounds counts the rounds in which it saw something.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Rounds() int {
	rounds := 0
	for {
		n.mu.Lock()
		if n.m > 0 {
			n.m-- // failed
			n.mu.Unlock()
			return rounds
		}
		if n.k > 0 {
			rounds++
		}
		n.mu.Unlock()
	}
}

// Waits leaves its loop for a reason that no longer holds.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Waits() {
	for {
		n.mu.Lock()
		ok := n.m > 0
		n.mu.Unlock()
		if ok {
			break
		}
	}
	n.mu.Lock()
	n.m-- // failed
	n.mu.Unlock()
}

// Before reads ahead of the loop what it uses in it.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Before() {
	n.mu.Lock()
	k := n.k
	n.mu.Unlock()
	for {
		n.mu.Lock()
		if n.m > k {
			n.m-- // failed
			n.mu.Unlock()
			return
		}
		n.mu.Unlock()
	}
}

// Once looks into a map, and fills it without looking again.
//
//calvin:atomic
//calvin:modifies n.by
func (n *N) Once(key string) {
	n.mu.Lock()
	_, ok := n.by[key]
	n.mu.Unlock()
	if !ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.by == nil {
			n.by = map[string]int{} // failed
		}
		n.by[key] = 1
	}
}

// After acts first and reads the result later.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) After() int {
	n.mu.Lock()
	n.m++
	n.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m // failed
}

// Tried decides by a lock that was free.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Tried(o *N) {
	free := o.mu.TryLock()
	if free {
		o.mu.Unlock()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if free {
		n.m++ // failed
	}
}

// Twice acts in two blocks.
//
//calvin:atomic
//calvin:modifies n.m, n.k
func (n *N) Twice() {
	n.mu.Lock()
	n.m++
	n.mu.Unlock()
	n.mu.Lock()
	n.k++ // failed
	n.mu.Unlock()
}

// A C waits for a condition.
//
//calvin:invariant cond != nil
type C struct {
	mu sync.Mutex
	//calvin:condition_of mu
	cond *sync.Cond
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	k int
}

// NewC returns a new C.
func NewC() *C {
	c := &C{}
	c.cond = sync.NewCond(&c.mu)
	return c
}

// Stale waits, with a value that it read before it waited.
//
//calvin:atomic
//calvin:modifies c.m
func (c *C) Stale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.k
	for c.m == 0 {
		c.cond.Wait()
	}
	c.m -= k // failed
}

// Once waits once, and does not look again.
//
//calvin:atomic
//calvin:modifies c.m
func (c *C) Once() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == 0 {
		c.cond.Wait()
	}
	c.m-- // failed
}

// A Taker takes.
type Taker interface {
	//calvin:atomic
	Take() bool
}

type taker struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m int
}

func (t *taker) Take() bool {
	t.mu.Lock()
	ok := t.m > 0
	t.mu.Unlock()
	if !ok {
		return false
	}
	t.mu.Lock()
	t.m-- // failed
	t.mu.Unlock()
	return true
}

// NewTaker returns something that is no Taker.
func NewTaker() Taker { return &taker{} }
