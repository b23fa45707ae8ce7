// Package carriedover has the ways by which what one block read comes to a later block of a function that is called atomic.
package carriedover

import "sync"

// An N has numbers.
type N struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	k int
}

type node struct {
	v    int
	next *node
}

// Own keeps what it read in an object of its own.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Own() {
	p := &node{}
	n.mu.Lock()
	p.v = n.m
	n.mu.Unlock()
	n.mu.Lock()
	n.m = p.v + 1 // failed
	n.mu.Unlock()
}

// OwnRounds keeps it there from one round to the next.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) OwnRounds() {
	p := &node{}
	for {
		n.mu.Lock()
		if n.m > p.v {
			n.m-- // failed
			n.mu.Unlock()
			return
		}
		p.v = n.k
		n.mu.Unlock()
	}
}

// Captured keeps it in a variable that a closure assigns.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Captured() {
	var ok bool
	look := func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		ok = n.m > 0
	}
	look()
	if ok {
		n.mu.Lock()
		n.m-- // failed
		n.mu.Unlock()
	}
}

// Deferred acts when it returns.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Deferred() {
	n.mu.Lock()
	ok := n.m > 0
	defer func() {
		if ok {
			n.mu.Lock()
			n.m-- // failed
			n.mu.Unlock()
		}
	}()
	n.mu.Unlock()
}

// Named returns what it read in a named result, and acts meanwhile.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Named() (was int) {
	n.mu.Lock()
	was = n.m
	n.mu.Unlock()
	n.mu.Lock()
	n.m = 0 // failed
	n.mu.Unlock()
	return
}

// Slice keeps it in an element.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Slice() {
	s := make([]int, 1)
	n.mu.Lock()
	s[0] = n.m
	n.mu.Unlock()
	n.mu.Lock()
	n.m = s[0] + 1 // failed
	n.mu.Unlock()
}

// Branch decides by a branch which loop it is in.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Branch() {
	n.mu.Lock()
	if n.m > 0 {
		n.mu.Unlock()
		for i := 0; i < 2; i++ {
			n.mu.Lock()
			n.m-- // failed
			n.mu.Unlock()
		}
		return
	}
	n.mu.Unlock()
}

// Inner leaves an inner loop for what it read, and acts in the outer one.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Inner() {
	for { // failed
		for {
			n.mu.Lock()
			ok := n.m > 0
			n.mu.Unlock()
			if ok {
				break
			}
		}
		n.mu.Lock()
		if n.k > 0 {
			n.m--
			n.mu.Unlock()
			return
		}
		n.mu.Unlock()
	}
}

// Chosen decides by which channel has something.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Chosen(ready <-chan struct{}) bool {
	select {
	case <-ready:
	default:
		return false
	}
	n.mu.Lock()
	n.m++ // failed
	n.mu.Unlock()
	return true
}

// Given hands what it read to another goroutine, and acts.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Given() {
	n.mu.Lock()
	m := n.m
	go use(m)
	n.mu.Unlock()
	n.mu.Lock()
	n.m = 0 // failed
	n.mu.Unlock()
}

func use(int) {}

// Callee looks by a callee that has a contract.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Callee() {
	if n.Left() > 0 {
		n.mu.Lock()
		n.m-- // failed
		n.mu.Unlock()
	}
}

// Left returns what is left.
//
//calvin:atomic
//calvin:ensures result == n.m
func (n *N) Left() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m
}

// Callees looks and acts by callees that have contracts.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Callees() {
	if n.Left() > 0 {
		n.Set(0) // failed
	}
}

// Set sets what is left.
//
//calvin:atomic
//calvin:modifies n.m
//calvin:ensures n.m == to
func (n *N) Set(to int) {
	n.mu.Lock()
	n.m = to
	n.mu.Unlock()
}

// Stepped counts the rounds with a step that depends on what was read.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Stepped() int {
	step, i := 1, 0
	for {
		n.mu.Lock()
		if n.m > 0 {
			n.m-- // failed
			n.mu.Unlock()
			return i
		}
		step = n.k
		n.mu.Unlock()
		i += step
	}
}

// Pointer follows a pointer that it read before.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Pointer(o *Owner) {
	o.mu.Lock()
	at := o.at
	o.mu.Unlock()
	if at == nil {
		return
	}
	at.mu.Lock()
	at.m++ // failed
	at.mu.Unlock()
}

// An Owner refers to an N.
type Owner struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at *N
}

// A Bell is rung over a channel that nobody closes.
type Bell struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:closable_if false
	c chan int
}

// Ring tells of it later.
//
//calvin:atomic
//calvin:modifies b.n
func (b *Bell) Ring() {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	b.c <- 1 // failed
}

// Chime rings twice.
//
//calvin:atomic
func (b *Bell) Chime() {
	b.c <- 1
	b.c <- 2 // failed
}
