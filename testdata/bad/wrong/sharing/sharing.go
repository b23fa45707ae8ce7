// Package sharing reaches shared memory in ways that are easy to get wrong.
package sharing

import (
	"sync"
	"sync/atomic"
)

//calvin:invariant next != nil ==> key < next.key
type Node struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	key int
	//calvin:guarded_by mu
	next *Node
}

// invariant over another object's mutable field
func (n *Node) Set(k int) {
	n.mu.Lock()
	n.key = k
	n.mu.Unlock()
} // failed

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	a     atomic.Int64
	b     atomic.Int64
}

//calvin:atomic
//calvin:ensures result == x
func Param(x int) int { x = 5; return x } // failed

//calvin:atomic
//calvin:ensures r == 1
func Named() (r int) { defer func() { r = 2 }(); return 1 } // failed

func (t *T) Items() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.items
}

func (t *T) Leak() {
	x := t.Items()
	if len(x) > 0 {
		x[0] = 1 // failed
	}
}

func (t *T) LeakRead() int {
	x := t.Items()
	if len(x) > 0 {
		return x[0] // failed
	}
	return 0
}

//calvin:atomic
//calvin:ensures result == t.a + t.b
func (t *T) Sum() int64 { return t.a.Load() + t.b.Load() } // failed

//calvin:atomic
//calvin:when t.mu == free
//calvin:modifies t.n
//calvin:ensures t.n == old(t.n)+1
func (t *T) Early(x int) {
	t.mu.Lock()
	t.n++
	if x > 3 {
		return // failed
	}
	t.mu.Unlock()
}

func (t *T) Try() {
	if t.mu.TryLock() {
		t.mu.Unlock()
	} else {
		t.n = 1 // failed
	}
}

//calvin:requires a.mu == tid && b.mu == tid
//calvin:atomic
//calvin:modifies a.n
//calvin:ensures b.n == old(b.n)
func Alias(a, b *T) { a.n++ } // failed

func (t *T) Defer() { // unfounded
	t.mu.Lock()
	defer t.set(3)
	defer t.mu.Unlock()
}

func (t *T) set(v int) { t.n = v } // failed

func (t *T) MethodValue() { // unfounded
	t.mu.Lock()
	f := t.set
	t.mu.Unlock()
	f(3)
}

func (t *T) Expr() { // unfounded
	f := (*T).set
	f(t, 3)
}

func (t *T) Unlock() { t.mu.Unlock() } // failed

func (t *T) Copy() T {
	c := *t // failed
	return c
}

func (t *T) Star() {
	*t = T{} // failed
}

var shared *T

func keep(t *T) { shared = t } // failed

func Kept() { // unfounded
	t := &T{}
	keep(t)
	t.n = 1
}

func ClosureKept() {
	t := &T{}
	f := func() { shared = t } // failed
	f()
	t.n = 1
}

func Go() {
	t := &T{}
	go t.set(1)
	t.mu.Lock()
	t.n = 3
	t.mu.Unlock()
}

func GoLocked(t *T) {
	t.mu.Lock()
	go t.set(1)
	t.mu.Unlock()
}

func GoIn(t *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	go func() {
		t.n = 5 // failed
	}()
}

func Loop(ts []*T) {
	for _, t := range ts {
		t.mu.Lock() // failed
	}
	for _, t := range ts {
		t.n++
		t.mu.Unlock()
	}
}

// a lock released by callee
func rel(t *T) { t.mu.Unlock() } // failed
func (t *T) Rel() {
	t.mu.Lock()
	rel(t)
	t.n = 1 // failed
}

func (t *T) Yield() {
	t.mu.Lock()
	x := t.n
	t.mu.Unlock()
	t.mu.Lock()
	//calvin:assert x == t.n // failed
	_ = x
	t.mu.Unlock()
}

//calvin:atomic
//calvin:when t.mu == free
//calvin:modifies t.n
//calvin:ensures t.n == old(t.n)+1
func (t *T) TwoSections() {
	t.mu.Lock()
	x := t.n
	t.mu.Unlock()
	t.mu.Lock()
	t.n = x + 1
	t.mu.Unlock()
} // failed

//calvin:invariant lo <= hi
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	lo, hi int
}

func (p *Pair) Break() {
	p.mu.Lock()
	p.lo = p.hi + 1
	p.mu.Unlock()
	p.mu.Lock() // failed
	p.hi = p.lo
	p.mu.Unlock()
}

func (p *Pair) Panic(i int, a []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hi > 10 {
		return
	}
	p.lo = p.hi + 1
	_ = a[i] // failed
	p.hi = p.lo
}

type Chk struct {
	mu sync.Mutex
	//calvin:readable_if true
	//calvin:writable_if mu == tid
	done atomic.Bool
	//calvin:readable_if done || mu == tid
	//calvin:writable_if !done && mu == tid
	value int // failed
}

func (c *Chk) Fill() {
	c.mu.Lock()
	if !c.done.Load() {
		c.done.Store(true)
		c.value = 1 // failed
	}
	c.mu.Unlock()
}

func (c *Chk) Reset() { // unfounded
	c.mu.Lock()
	c.done.Store(false)
	c.value = 1
	c.mu.Unlock()
}
