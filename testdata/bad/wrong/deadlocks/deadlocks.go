// Package deadlocks calls functions that wait for a lock that the caller holds, while they require another one to be held.
package deadlocks

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var locks [4]sync.Mutex

var table struct {
	sync.RWMutex
	//calvin:guarded_by RWMutex
	n int
}

// move is called with the one lock held, and takes the other.
//
//calvin:requires t.mu == tid && t != u
//calvin:atomic
//calvin:modifies u.n
//calvin:ensures  u.n == t.n
func (t *T) move(u *T) {
	u.mu.Lock()
	u.n = t.n
	u.mu.Unlock()
}

func Both(t, u *T) {
	if t == u {
		return
	}
	t.mu.Lock()
	u.mu.Lock() // failed
	t.move(u)   // failed
	u.mu.Unlock()
	t.mu.Unlock()
}

func Neither(t, u *T) {
	if t != u {
		t.move(u) // failed
	}
}

func Itself(t *T) {
	t.mu.Lock()
	t.move(t) // failed
	t.mu.Unlock()
}

// second is called with one lock of an array held, and takes another.
//
//calvin:requires 0 <= i && i < 4 && 0 <= j && j < 4 && i != j && locks[i] == tid
//calvin:atomic
//calvin:ensures true
func second(i, j int) {
	locks[j].Lock()
	locks[j].Unlock()
}

func BothOfArray() {
	locks[0].Lock()
	locks[1].Lock()
	second(0, 1) // failed
	locks[1].Unlock()
	locks[0].Unlock()
}

// writes takes the table's lock.
//
//calvin:atomic
//calvin:modifies table.n
//calvin:ensures true
func writes() {
	table.Lock()
	table.n++
	table.Unlock()
}

// reads takes it for reading.
//
//calvin:atomic
//calvin:ensures result == table.n
func reads() int {
	table.RLock()
	defer table.RUnlock()
	return table.n
}

func WriteWhileReading() {
	table.RLock()
	writes() // failed
	table.RUnlock()
}

func ReadWhileWriting() int {
	table.Lock()
	defer table.Unlock()
	return reads() // failed
}

func ReadWhileReading() int {
	table.RLock()
	defer table.RUnlock()
	return reads() // failed
}

// A Taker takes a lock.
type Taker interface {
	//calvin:atomic
	//calvin:ensures true
	Take()
}

// New puts one behind the interface.
func New() Taker { return &T{} }

// Take takes the T's.
//
//calvin:atomic
//calvin:ensures true
func (t *T) Take() {
	t.mu.Lock()
	t.mu.Unlock()
}

func Dispatched(t *T, by Taker) {
	if by == nil {
		return
	}
	t.mu.Lock()
	by.Take() // failed
	t.mu.Unlock()
}

// Deferred takes it while it is held.
func Deferred(t *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.Take() // failed
}

// again has the lock already, whoever calls it.
//
//calvin:requires t.mu == tid
//calvin:atomic
func (t *T) again() {
	t.mu.Lock() // failed
	t.mu.Unlock()
}

// Value calls by a function value.
func Value(t *T) {
	t.mu.Lock()
	f := t.Take
	f() // failed
	t.mu.Unlock()
}

// A Starter starts once.
type Starter struct {
	once sync.Once
	n    int
}

func (s *Starter) Again() {
	s.once.Do(func() {
		s.once.Do(func() {}) // failed
	})
}
