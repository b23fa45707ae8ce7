// Package passed takes locks in functions that are passed on.
package passed

import "sync"

// A Tally is counted through functions that are passed on.
type Tally struct {
	mu   sync.Mutex
	once sync.Once
	seen sync.Map
	//calvin:guarded_by mu
	n int
}

func apply(f func()) { f() }

// Apply counts in a function that another calls.
//
//calvin:performs Count*
//calvin:action   Count
//calvin:modifies t.n
func (t *Tally) Apply() {
	apply(func() { t.mu.Lock(); t.n++; t.mu.Unlock() })
}

// First counts in a function that a Once runs.
//
//calvin:performs Count*
//calvin:action   Count
//calvin:modifies t.n, t.once
func (t *Tally) First() {
	t.once.Do(func() { t.mu.Lock(); t.n++; t.mu.Unlock() }) // failed
}

// All counts in a function that Range calls.
//
//calvin:performs Count*
//calvin:action   Count
//calvin:modifies t.n
func (t *Tally) All() {
	t.seen.Range(func(_, _ any) bool {
		t.mu.Lock()
		t.n++
		t.mu.Unlock()
		return true
	})
}

// LockedApply holds the lock already.
func (t *Tally) LockedApply() {
	t.mu.Lock()
	t.Apply() // failed
	t.mu.Unlock()
}

// LockedFirst holds the lock already.
func (t *Tally) LockedFirst() {
	t.mu.Lock()
	t.First() // failed
	t.mu.Unlock()
}

// LockedAll holds the lock already.
func (t *Tally) LockedAll() {
	t.mu.Lock()
	t.All() // failed
	t.mu.Unlock()
}
