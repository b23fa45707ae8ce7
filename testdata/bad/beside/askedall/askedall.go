// Package askedall asks of all its functions whether they panic.
//
//calvin:panics
package askedall

import "sync"

// A Table is guarded by what the code suggests.
type Table struct {
	mu  sync.Mutex
	all []int
}

// Put puts a number in.
func (t *Table) Put(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, n)
}

// First takes it for granted that there is one.
func (t *Table) First() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[0] // failed
}

// Peek looks.
func (t *Table) Peek() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) == 0 {
		return 0
	}
	return t.all[0]
}

// Racy has not the lock.
func (t *Table) Racy() int {
	return len(t.all) // failed
}
