// Package rwlockers has an RWMutex that others may have as a sync.Locker.
package rwlockers

import "sync"

// A Table has a lock with an exported name.
type Table struct {
	RW sync.RWMutex
	//calvin:guarded_by RW
	n int
}

// Two may get one lock twice.
func Two(a, b sync.Locker) {
	a.Lock()
	b.Lock() // failed
	b.Unlock()
	a.Unlock()
}

// After releases whatever lock it gets, and goes on with the table.
func (t *Table) After(l sync.Locker) {
	t.RW.Lock()
	t.n++
	t.RW.Unlock()
	l.Lock()
	t.n++ // failed
	l.Unlock()
}
