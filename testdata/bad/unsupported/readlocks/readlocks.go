// Package readlocks has access predicates with more read locks than can be told apart.
package readlocks // unknown

import "sync"

// A Many may be read with any of five locks.
type Many struct {
	a, b, c, d, e sync.RWMutex
	//calvin:readable_if rheld(a) || rheld(b) || rheld(c) || rheld(d) || rheld(e)
	//calvin:writable_if held(a) && held(b) && held(c) && held(d) && held(e)
	n int
}

func (m *Many) Read() int { // unknown
	m.c.RLock()
	defer m.c.RUnlock()
	return m.n
}

// An Any may be read with any lock of an array.
type Any struct {
	locks [4]sync.RWMutex
	//calvin:readable_if exists i int :: 0 <= i && i < 4 && rheld(locks[i])
	//calvin:writable_if forall i int :: 0 <= i && i < 4 ==> held(locks[i])
	n int
}

func (a *Any) Read() int { // unknown
	a.locks[1].RLock()
	defer a.locks[1].RUnlock()
	return a.n
}
