// Package performed counts on calls to do less than their contracts allow.
package performed

import "sync"

// A T has a number, a lock for reading, and something to do once.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	rw    sync.RWMutex
	once  sync.Once
}

// any adds or doubles, as often as it likes.
//
//calvin:trusted
//calvin:requires held(t.mu)
//calvin:performs (Add [] Double)*
//calvin:action   Add
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
//calvin:action   Double
//calvin:modifies t.n
//calvin:ensures  t.n == 2*old(t.n)
func (t *T) any() {}

// None counts on nothing.
func (t *T) None() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.any()
	//calvin:assert t.n == 1 // failed
}

// OneAdd counts on one addition at most.
func (t *T) OneAdd() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.any()
	//calvin:assert t.n != 3 // failed
}

// AddDouble counts on no doubling after an addition.
func (t *T) AddDouble() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 2
	t.any()
	//calvin:assert t.n != 6 // failed
}

// DoubleAdd counts on no addition after a doubling.
func (t *T) DoubleAdd() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 10
	t.any()
	//calvin:assert t.n != 21 // failed
}

// rounds adds and then doubles, again and again, and in the end adds.
//
//calvin:trusted
//calvin:requires held(t.mu)
//calvin:performs (Add; Double)*; Add
//calvin:action   Add
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
//calvin:action   Double
//calvin:modifies t.n
//calvin:ensures  t.n == 2*old(t.n)
func (t *T) rounds() {}

// NoRound counts on a round.
func (t *T) NoRound() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.rounds()
	//calvin:assert t.n != 2 // failed
}

// OneRound counts on there being none.
func (t *T) OneRound() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.rounds()
	//calvin:assert t.n != 5 // failed
}

// TwoRounds counts on one at most.
func (t *T) TwoRounds() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.rounds()
	//calvin:assert t.n != 11 // failed
}

// twice does either of two loops.
//
//calvin:trusted
//calvin:requires held(t.mu)
//calvin:performs Add* [] Double*
//calvin:action   Add
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
//calvin:action   Double
//calvin:modifies t.n
//calvin:ensures  t.n == 2*old(t.n)
func (t *T) twice() {}

// Adds counts on the second.
func (t *T) Adds() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 5
	t.twice()
	//calvin:assert t.n != 7 // failed
}

// Doubles counts on the first.
func (t *T) Doubles() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 5
	t.twice()
	//calvin:assert t.n <= 10 // failed
}

// changes may change who reads.
//
//calvin:trusted
//calvin:atomic
//calvin:modifies t.rw
func (t *T) changes() {}

// Reads counts on its own reading.
func (t *T) Reads() {
	t.rw.RLock()
	t.changes()
	//calvin:assert rheld(t.rw) // failed
	t.rw.RUnlock()
}

// Writes counts on its own writing.
func (t *T) Writes() {
	t.rw.Lock()
	t.changes()
	//calvin:assert held(t.rw) // failed
	t.rw.Unlock()
}

// first says what the element is that n tells.
//
//calvin:trusted
//calvin:requires held(t.mu) && 0 <= t.n && t.n < len(t.items)
//calvin:atomic
//calvin:modifies t.n, t.items[*]
//calvin:ensures 0 <= t.n && t.n < len(t.items) && t.items[t.n] == 1
func (t *T) first() {}

// First counts on another one.
func (t *T) First() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.items) > 2 {
		t.n = 0
		t.items[2] = 5
		t.first()
		//calvin:assert t.items[2] == 5 // failed
	}
}

// Same counts on the number to stay.
func (t *T) Same() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.items) > 2 {
		t.n = 0
		t.first()
		//calvin:assert t.n == 0 // failed
	}
}
