// Package underlocks has locks and maps that are under other locks.
package underlocks

import "sync"

// A T has them.
type T struct {
	a sync.RWMutex
	//calvin:guarded_by a
	b sync.Mutex
	//calvin:readable_if true
	//calvin:writable_if held(a)
	c sync.Mutex
	//calvin:guarded_by a
	m sync.Map
	//calvin:guarded_by a
	once sync.Once
}

// Reads takes one with the other held for reading.
func (t *T) Reads() {
	t.a.RLock()
	t.b.Lock() // failed
	t.b.Unlock()
	t.a.RUnlock()
}

// Tries does so if it is free.
func (t *T) Tries() {
	t.a.RLock()
	if t.b.TryLock() { // failed
		t.b.Unlock()
	}
	t.a.RUnlock()
}

// Free takes one that may be looked at, but not taken.
func (t *T) Free() {
	t.c.Lock() // failed
	t.c.Unlock()
}

// Does runs the function of a Once.
func (t *T) Does() {
	t.a.RLock()
	t.once.Do(func() {}) // failed
	t.a.RUnlock()
}

// Range goes through the map.
func (t *T) Range() (n int) {
	t.m.Range(func(k, v any) bool { // failed
		n = 1
		return true
	})
	return n
}

// First looks at one alone.
func (t *T) First() (n int) {
	t.a.RLock()
	t.a.RUnlock()
	t.m.Range(func(k, v any) bool { // failed
		n = 1
		return false
	})
	return n
}
