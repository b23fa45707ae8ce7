// Package spinlock is a lock for critical sections so short that waiting in a loop is cheaper than going to sleep.
package spinlock

import (
	"runtime"
	"sync/atomic"
)

// A Lock is free as long as word is 0. The zero value is free. Nothing in memory says who holds it.
//
//calvin:ghost holder tid accessible_if word == 0 || holder == tid
//calvin:invariant word == 0 <==> holder == free
type Lock struct {
	//calvin:accessible_if word == 0 || holder == tid
	word atomic.Uint32
}

// patience is how often a goroutine lets others run, at most, before it tries again.
const patience = 64

// Lock waits until the lock is free and takes it. After each attempt that fails it stays away for longer.
//
//calvin:atomic
//calvin:when     l.holder == free
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 1 && l.holder == tid
func (l *Lock) Lock() {
	for pause := 1; !l.TryLock(); pause = min(2*pause, patience) {
		for range pause {
			runtime.Gosched()
		}
	}
}

// TryLock takes the lock if it is free, and reports whether it did.
//
//calvin:performs Busy [] Taken
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Taken
//calvin:when     l.holder == free
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 1 && l.holder == tid && result
func (l *Lock) TryLock() bool {
	if !l.word.CompareAndSwap(0, 1) {
		return false
	}
	//calvin:set l.holder = tid
	return true
}

// Unlock releases the lock, which the goroutine holds.
//
//calvin:requires l.word == 1 && l.holder == tid
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 0 && l.holder == free
func (l *Lock) Unlock() {
	l.word.Store(0)
	//calvin:set l.holder = free
}

// A Tally counts hits and misses together.
type Tally struct {
	lock Lock
	//calvin:accessible_if lock.word == 1 && lock.holder == tid
	hits, all int
}

// Count counts one.
//
//calvin:atomic
//calvin:when     t.lock.holder == free
//calvin:modifies t.hits, t.all
//calvin:ensures  t.all == old(t.all)+1
//calvin:ensures  hit ==> t.hits == old(t.hits)+1
//calvin:ensures  !hit ==> t.hits == old(t.hits)
func (t *Tally) Count(hit bool) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.all++
	if hit {
		t.hits++
	}
}

// Reset begins anew, and returns both counts as they were.
//
//calvin:atomic
//calvin:when     t.lock.holder == free
//calvin:modifies t.hits, t.all
//calvin:ensures  t.hits == 0 && t.all == 0 && hits == old(t.hits) && all == old(t.all)
func (t *Tally) Reset() (hits, all int) {
	t.lock.Lock()
	defer t.lock.Unlock()
	hits, all = t.hits, t.all
	t.hits, t.all = 0, 0
	return hits, all
}

// Read returns both counts as they were at one time.
//
//calvin:atomic
//calvin:when    t.lock.holder == free
//calvin:ensures hits == t.hits && all == t.all
func (t *Tally) Read() (hits, all int) {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.hits, t.all
}
