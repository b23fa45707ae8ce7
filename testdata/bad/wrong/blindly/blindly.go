// Package blindly has functions without exported names that are called by who does not know them: as values, or behind an
// interface. There they count as code of others, which returns what is whole and shared, and keeps no lock.
package blindly

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var table sync.Mutex

// A Range has an order.
//
//calvin:invariant low <= high
type Range struct{ low, high int }

// each calls what it is given.
//
//calvin:performs Some*
//calvin:action Some
//calvin:ensures true
func each(f func()) {
	if f != nil {
		f()
	}
}

func (t *T) lock() { t.mu.Lock() } // failed

func MethodKeeps(t *T) {
	each(t.lock)
	t.mu.Lock()
	t.mu.Unlock()
}

func lockTable() { table.Lock() } // failed

func FunctionKeeps() {
	each(lockTable)
	table.Lock()
	table.Unlock()
}

// A locker asks for a method that is not exported.
type locker interface{ acquire() }

func (t *T) acquire() { t.mu.Lock() } // failed

func InterfaceKeeps(t *T, l locker) {
	if l == nil {
		return
	}
	l.acquire()
	t.mu.Lock()
	t.mu.Unlock()
}

func broken() *Range { return &Range{low: 2, high: 1} } // failed

// use believes that what it gets is whole.
func use(f func() *Range) {
	if f == nil {
		return
	}
	if r := f(); r != nil {
		//calvin:assert r.low <= r.high
		return
	}
}

var maker func() *Range

func StoredMaker() {
	f := broken
	each(func() { use(f) })
}

// A source asks for one.
type source interface{ next() *Range }

type empty struct{}

func (empty) next() *Range { return &Range{low: 2, high: 1} } // failed

func Next(s source) {
	if s == nil {
		return
	}
	if r := s.next(); r != nil {
		//calvin:assert r.low <= r.high
		return
	}
}

// A group has some that are stored.
type group struct {
	//calvin:immutable
	make func() *Range
}

func reversed() *Range { return &Range{low: 5, high: 4} } // failed

func newGroup() *group { return &group{make: reversed} }

func (g *group) get() {
	if g.make == nil {
		return
	}
	if r := g.make(); r != nil {
		//calvin:assert r.low <= r.high
		return
	}
}
