// Package held has places of many kinds that lead to what a guard owns.
package held

import (
	"slices"
	"sort"
	"sync"
)

type node struct {
	v    int
	next *node
	kids []*node
	arr  [2]*node
	in   inner
	pv   *int
}
type inner struct {
	x int
	p *node
}

func (n *node) Bump()    { n.v++ }
func (n *node) Val() int { return n.v }

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	all []*node
	//calvin:guarded_by mu
	vals []node
	//calvin:guarded_by mu
	byval node
	//calvin:guarded_by mu
	arr [4]*node
	//calvin:guarded_by mu
	bykey map[*node]int
	mu2   sync.Mutex
	//calvin:guarded_by mu2
	second *node
}

var (
	gmu sync.Mutex
	//calvin:guarded_by gmu
	groot *node
)

// contract
//
//calvin:atomic
//calvin:modifies t.root
func (t *T) put(n *node) {
	t.mu.Lock()
	t.root = n // failed
	t.mu.Unlock()
}

// embedded by value
func (t *T) Part() {
	t.mu.Lock()
	p := &t.byval.in
	t.mu.Unlock()
	p.x = 1 // failed
}
func (t *T) Deep() {
	t.mu.Lock()
	if t.byval.in.p == nil {
		t.byval.in.p = &node{}
	}
	q := t.byval.in.p
	q.v++
	t.mu.Unlock()
	q.v++ // failed
}
func (t *T) InElement() {
	t.mu.Lock()
	var q *node
	if len(t.vals) > 0 {
		q = t.vals[0].next
	}
	t.mu.Unlock()
	if q != nil {
		q.v++ // failed
	}
}
func (t *T) InArray() {
	t.mu.Lock()
	q := t.arr[1]
	t.mu.Unlock()
	if q != nil {
		q.v++ // failed
	}
}
func (t *T) Key() {
	t.mu.Lock()
	var q *node
	for k := range t.bykey {
		q = k
	}
	t.mu.Unlock()
	if q != nil {
		q.v++ // failed
	}
}
func (t *T) IntoArray() {
	t.mu.Lock()
	t.mu2.Lock()
	t.arr[0] = t.second // failed
	t.mu2.Unlock()
	t.mu.Unlock()
}
func (t *T) IntoKeys() {
	t.mu.Lock()
	t.mu2.Lock()
	if t.bykey != nil {
		t.bykey[t.second] = 1 // failed
	}
	t.mu2.Unlock()
	t.mu.Unlock()
}
func (t *T) IntoPart() {
	t.mu.Lock()
	t.mu2.Lock()
	t.byval.arr[0] = t.second // failed
	t.mu2.Unlock()
	t.mu.Unlock()
}
func (t *T) Appended() {
	t.mu.Lock()
	t.mu2.Lock()
	if t.root != nil {
		t.root.kids = append(t.root.kids, t.second) // failed
	}
	t.mu2.Unlock()
	t.mu.Unlock()
}

// whole struct copy brings references along
func (t *T) Whole() {
	t.mu.Lock()
	t.mu2.Lock()
	if t.root != nil && t.second != nil {
		*t.root = *t.second // failed
	}
	t.mu2.Unlock()
	t.mu.Unlock()
}
func (t *T) CopyLeads() {
	t.mu.Lock()
	var c node
	if t.root != nil {
		c = *t.root
	}
	t.mu.Unlock()
	c.v++
	if c.next != nil {
		c.next.v++ // failed
	}
}

// goroutines
func (t *T) Started() {
	t.mu.Lock()
	n := t.root
	go func() { // failed
		if n != nil {
			n.v++ // failed
		}
	}()
	t.mu.Unlock()
}
func (t *T) Grouped() {
	var wg sync.WaitGroup
	t.mu.Lock()
	n := t.root
	wg.Go(func() { // failed
		if n != nil {
			n.v++ // failed
		}
	})
	wg.Wait()
	t.mu.Unlock()
}

// sorting
func (t *T) Sorted() {
	t.mu.Lock()
	l := t.all
	t.mu.Unlock()
	sort.Slice(l, func(i, j int) bool { // failed
		return i < j
	})
}
func (t *T) Cloned() []*node {
	t.mu.Lock()
	l := slices.Clone(t.all)
	t.mu.Unlock()
	for _, n := range l {
		if n != nil {
			n.v++ // failed
		}
	}
	return nil
}
func (t *T) CopiedOver() {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := make([]*node, len(t.all))
	copy(l, t.all)
	t.mu2.Lock()
	defer t.mu2.Unlock()
	if len(l) > 0 {
		t.second = l[0] // failed
	}
}

// package variables
func Variable() {
	gmu.Lock()
	n := groot
	gmu.Unlock()
	if n != nil {
		n.v++ // failed
	}
}
func (t *T) IntoVariable() {
	gmu.Lock()
	t.mu.Lock()    // failed
	groot = t.root // failed
	t.mu.Unlock()
	gmu.Unlock()
}

// caller's memory stored in a global: the function counts on its caller to leave it
func (n *node) Keep() {
	gmu.Lock()
	groot = n
	gmu.Unlock()
}

func KeptInGlobal() {
	n := &node{}
	n.Keep()
	n.v = 1 // failed
}

func (t *T) KeptOfOwner() {
	t.mu.Lock()
	if t.root != nil {
		gmu.Lock()
		groot = t.root // failed
		gmu.Unlock()
	}
	t.mu.Unlock()
}

// caller's slice kept
func (t *T) Keep(l []*node) {
	t.mu.Lock()
	t.all = l
	t.mu.Unlock()
}

func (t *T) KeptTwice(o *T) {
	l := []*node{{}}
	t.Keep(l)
	o.Keep(l) // failed
}

// callback, so it counts on nobody
func (t *T) KeepAll(l []*node) {
	t.mu.Lock()
	t.all = l // failed
	t.mu.Unlock()
}

func (t *T) Keeper() func([]*node) { return t.KeepAll }

// pv points into another object
func (t *T) Address() {
	n := &node{}
	t.mu.Lock()
	if t.root != nil {
		n.pv = &t.root.v
	}
	t.mu.Unlock()
	if n.pv != nil {
		*n.pv = 1 // failed
	}
}
func (t *T) Sum() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := 0
	for _, n := range t.all {
		if n != nil {
			s += n.Val()
		}
	}
	for i := range t.vals {
		s += t.vals[i].v
		t.vals[i].Bump()
	}
	for _, n := range t.arr {
		if n != nil {
			n.Bump()
		}
	}
	t.byval.Bump()
	return s
}

type counted struct{ n int }

// Add can be called by whoever gets it as a value, without the lock.
func (c *counted) Add() {
	c.n++ // failed
}

type U struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	c *counted
}

// Method gives out a method of what the lock guards.
func (u *U) Method() func() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.c == nil {
		return nil
	}
	return u.c.Add // failed
}
