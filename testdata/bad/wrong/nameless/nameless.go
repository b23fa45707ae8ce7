// Package nameless guards fields of struct types that have no name, of which addresses are taken somewhere.
package nameless

import "sync"

var state struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// addr keeps the address of a number.
func addr(p *int) bool { return p != nil }

// Take takes the address of a guarded field.
func Take() bool { return addr(&state.n) }

// Read has no lock.
func Read() int { return state.n } // failed

// Write has no lock.
func Write() { state.n = 1 } // failed

// A T has a struct without a name inside it.
type T struct {
	in struct {
		mu sync.Mutex
		//calvin:guarded_by mu
		n int
		//calvin:guarded_by mu
		row [4]int
	}
}

// Good has the lock.
func (t *T) Good() {
	t.in.mu.Lock()
	t.in.n++
	t.in.row[2] = t.in.n
	t.in.mu.Unlock()
}

// Bad has no lock.
func (t *T) Bad() int { return t.in.n } // failed

// BadRow has no lock, and there is an address of an element somewhere.
func (t *T) BadRow() int { return t.in.row[1] } // failed

// TakeRow takes an element's address.
func (t *T) TakeRow() bool { return addr(&t.in.row[0]) }

// A U guards a struct without a name as a whole.
type U struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	in struct {
		m    int
		list [2]struct{ k int }
	}
}

// Good has the lock.
func (u *U) Good() {
	u.mu.Lock()
	u.in.m++
	u.in.list[1].k = u.in.m
	u.mu.Unlock()
}

// Bad has no lock.
func (u *U) Bad() int { return u.in.m } // failed

// BadList has no lock.
func (u *U) BadList() int { return u.in.list[0].k } // failed

// A G is generic.
type G[P any] struct {
	in struct {
		mu sync.Mutex
		//calvin:guarded_by mu
		v P
	}
}

// Bad has no lock.
func Bad(g *G[int]) int { return g.in.v } // failed

// Addr takes an address.
func Addr(g *G[int]) bool { return addr(&g.in.v) }

// Good has the lock.
func Good(g *G[int]) int {
	g.in.mu.Lock()
	defer g.in.mu.Unlock()
	return g.in.v
}

// Local is a type of the function's own.
func Local() {
	type local struct {
		k int
	}
	type outer struct {
		mu sync.Mutex
		//calvin:guarded_by mu
		in local
	}
	o := &outer{}
	go func() {
		o.mu.Lock()
		o.in.k = 1
		o.mu.Unlock()
	}()
	o.in.k = 2 // failed
}

var shared struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a int
}

// Twin reads by way of a type that is the same, where no annotation stands.
func Twin() int {
	p := &struct {
		mu sync.Mutex
		a  int
	}{a: 1}
	if p.a == 1 {
		p = &shared
	}
	return p.a // failed
}

// Alias writes by one way and reads by the other.
func Alias() {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.a = 3
	var p *struct {
		mu sync.Mutex
		a  int
	} = &shared
	p.a = 5
	//calvin:assert shared.a == 3 // failed
}

// Same is right to think that they are the same.
func Same() {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	var p *struct {
		mu sync.Mutex
		a  int
	} = &shared
	p.a = 5
	//calvin:assert shared.a == 5
}
