// Package commuting has steps that touch only memory to which they have exclusive access, between steps that let others run. What was so before
// these is not so after them.
package commuting

import (
	"sync"
	"sync/atomic"
)

// A Table has an index, a list, and a second list with a lock of its own.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	i int
	//calvin:guarded_by mu
	a []int
	//calvin:guarded_by mu
	m map[string]int

	other sync.Mutex
	//calvin:guarded_by other
	b []int

	ready atomic.Bool
}

// Twice is right: nothing happens in between.
func (t *Table) Twice() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if 0 <= t.i && t.i < len(t.a) {
		t.a[t.i]++
		return t.a[t.i]
	}
	return 0
}

// Again looks at the index and the list in two critical sections.
func (t *Table) Again() int {
	t.mu.Lock()
	i, n := t.i, len(t.a)
	t.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if 0 <= i && i < n {
		return t.a[i] // failed
	}
	return 0
}

// Between takes and releases the other lock, and looks at what that guards after it.
func (t *Table) Between() int {
	t.other.Lock()
	n := len(t.b)
	t.other.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if n > 0 {
		t.i++
		t.i--
		return t.b[0] // failed
	}
	return 0
}

// Late has one lock throughout, and reads with it what the other lock guards again.
func (t *Table) Late() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.other.Lock()
	n := len(t.b)
	t.i = n
	t.other.Unlock()
	t.other.Lock()
	defer t.other.Unlock()
	if t.i > 0 && t.i == n {
		return t.b[t.i-1] // failed
	}
	return 0
}

// Kept is right: what mu guards is as it was, whatever becomes of the other lock.
func (t *Table) Kept() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.a)
	t.other.Lock()
	t.b = append(t.b, n)
	t.other.Unlock()
	if n > 0 {
		return t.a[n-1]
	}
	return 0
}

// After writes what it has just released.
func (t *Table) After() {
	t.mu.Lock()
	t.i = 1
	t.mu.Unlock()
	t.i = 2 // failed
}

// Flag reads without the lock what is there once the flag is set: nothing says so.
func (t *Table) Flag() int {
	if t.ready.Load() {
		return t.i // failed
	}
	return 0
}

// Asked says what it read before others ran.
func (t *Table) Asked() {
	t.mu.Lock()
	t.i = 1
	t.mu.Unlock()
	t.mu.Lock()
	//calvin:assert t.i == 1 // failed
	t.mu.Unlock()
}

// Said is right: nobody else runs between the write and what is said.
func (t *Table) Said() {
	t.mu.Lock()
	t.i = 1
	t.a = nil
	//calvin:assert t.i == 1
	t.mu.Unlock()
}
