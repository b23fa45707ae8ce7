// Package concurrent has types that are declared to be safe for concurrent use, and are not.
package concurrent

import "sync"

type node struct{ n int }

func (n *node) Inc() { n.n++ }

func (n *node) get() int { return n.n }

// A Plain type has no lock.
//
//calvin:concurrent
type Plain struct{ n int }

func (p *Plain) Inc() { p.n++ } // failed

func (p *Plain) Get() int { return p.n }

// helper is as little allowed to write it.
func (p *Plain) helper() { p.n = 1 } // failed

func (p *Plain) Helped() { p.helper() } // unfounded

// Locked counts on its callers by contract.
//
//calvin:concurrent
type Locked struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:requires held(l.mu)
func (l *Locked) Inc() { l.n++ } // failed

func (l *Locked) Get() int { return l.get() } // failed

func (l *Locked) get() int { return l.n }

func (l *Locked) Right() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.get()
}

// Fresh asks for an object that nobody knows.
//
//calvin:requires local(l)
func (l *Locked) Fresh() { l.n = 1 } // failed

// An Open type has a guarded field that others use.
//
//calvin:concurrent
type Open struct {
	Mu sync.Mutex
	//calvin:guarded_by Mu
	N int // failed
}

// A Promoting type has the methods of a part.
//
//calvin:concurrent
type Promoting struct {
	node // failed
	mu   sync.Mutex
}

// A Copied type is copied by whoever calls its method.
//
//calvin:concurrent
type Copied struct {
	mu *sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c Copied) Get() int { return 1 } // failed

// An inner type is not exported. Others call a method that counts on them.
//
//calvin:concurrent
type inner struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int // failed
}

func (i *inner) inc() { i.n++ } // failed

// helper is called by the type's own methods alone.
func (i *inner) helper() { i.n++ }

func (i *inner) add() {
	i.mu.Lock()
	i.helper()
	i.mu.Unlock()
}

// An Outer type uses it.
type Outer struct{ in inner }

func (o *Outer) Inc() {
	o.in.mu.Lock()
	o.in.inc()
	o.in.m++
	o.in.mu.Unlock()
	o.in.add()
}

// A View is passed by value, and leads to what its callers have.
//
//calvin:concurrent
type View struct{ n *node }

func (v View) Inc() { // failed
	if v.n != nil {
		v.n.n++
	}
}

// Late uses a field of a concurrent type after the unlock.
func (l *Locked) Late() int {
	l.mu.Lock()
	l.mu.Unlock()
	return l.n // failed
}
