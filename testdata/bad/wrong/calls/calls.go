// Package calls relies on callees for what they do not promise.
package calls

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	items []int
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	total int
)

// Add adds something.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n >= old(t.n) || t.n < 0
func (t *T) Add() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// addLocked adds something under the caller's lock.
//
//calvin:requires t.mu == tid
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) addLocked() { t.n++ }

// TooMuch takes Add to add one.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) TooMuch() {
	t.Add()
} // failed

// Unchanged keeps what it knew over a call that changes it.
func (t *T) Unchanged() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 3
	t.addLocked()
	//calvin:assert t.n == 3 // failed
}

// Kept knows what the call leaves alone.
func (t *T) Kept() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m = 3
	t.addLocked()
	//calvin:assert t.m == 3
}

// Aliased does not know that u is another.
func (t *T) Aliased(u *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t != u {
		return
	}
	t.n = 3
	u.addLocked()
	//calvin:assert t.n == 3 // failed
}

// OtherLocked holds the wrong lock.
func (t *T) OtherLocked(u *T) {
	t.mu.Lock()
	u.addLocked() // failed
	t.mu.Unlock()
}

// Maybe locks twice if u is t.
func (t *T) Maybe(u *T) {
	t.mu.Lock()
	u.Add() // failed
	t.mu.Unlock()
}

// Deep locks twice, two calls down.
func Deep() {
	mu.Lock()
	middle() // failed
	mu.Unlock()
}

// middle has a contract that says nothing of locks.
//
//calvin:atomic
//calvin:modifies total
//calvin:ensures  total == old(total)+1
func middle() { bottom() }

// bottom takes the lock.
//
//calvin:atomic
//calvin:when     mu == free
//calvin:modifies total
//calvin:ensures  total == old(total)+1
func bottom() {
	mu.Lock()
	total++
	mu.Unlock()
}

// All takes the lock of each.
//
//calvin:performs skip*
func All(ts []*T) {
	for _, t := range ts {
		if t != nil {
			t.mu.Lock()
			t.mu.Unlock()
		}
	}
}

// HoldsOne calls All with a lock that All may want.
func (t *T) HoldsOne(ts []*T) {
	t.mu.Lock()
	All(ts) // failed
	t.mu.Unlock()
}

// Negative relies on a requires that the caller does not meet.
func Negative() {
	positive(-1) // failed
}

// positive wants more than nothing.
//
//calvin:requires n > 0
//calvin:atomic
//calvin:ensures result > 0
func positive(n int) int { return n }

// NilArgument passes nil where it is not expected.
func NilArgument() int {
	var t *T
	return read(t) // failed
}

// read does not look whether t is nil.
//
//calvin:atomic
//calvin:when    t.mu == free
//calvin:ensures result == t.n
func read(t *T) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

// Shared stores one object's slice in another.
func (t *T) Shared(u *T) {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	u.mu.Lock()
	u.items = s // failed
	u.mu.Unlock()
}

// Elements changes what it does not say that it modifies.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
func (t *T) Elements() {
	t.mu.Lock()
	if len(t.items) > 0 {
		t.items[0] = 1
	}
	t.mu.Unlock()
} // failed

// loop is pure, and says something impossible of itself.
//
//calvin:pure
func loop(n int) int { return loop(n) + 1 } // failed

// Impossible draws a conclusion from it.
func Impossible(n int) {
	m := loop(n)
	//calvin:assert loop(n) == loop(n)+1 // failed
	_ = m
}
