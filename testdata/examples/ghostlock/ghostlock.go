// Package ghostlock is a lock made by hand from one atomic word, and an account that it protects. Who holds the lock is
// nowhere in memory: a ghost remembers it.
package ghostlock

import "sync/atomic"

// A Lock is free as long as word is 0. The zero value is free.
//
//calvin:ghost holder tid accessible_if word == 0 || holder == tid
//calvin:invariant word == 0 <==> holder == free
type Lock struct {
	//calvin:accessible_if word == 0 || holder == tid
	word atomic.Uint32
}

// Lock waits until the lock is free and takes it.
//
//calvin:atomic
//calvin:when     l.holder == free
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 1 && l.holder == tid
func (l *Lock) Lock() {
	for !l.word.CompareAndSwap(0, 1) {
	}
	//calvin:set l.holder = tid
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
	if l.word.CompareAndSwap(0, 1) {
		//calvin:set l.holder = tid
		return true
	}
	return false
}

// Unlock releases the lock, which the goroutine holds.
//
//calvin:requires l.word == 1 && l.holder == tid
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.holder == free
func (l *Lock) Unlock() {
	l.word.Store(0)
	//calvin:set l.holder = free
}

// An Account holds money.
type Account struct {
	lock Lock
	//calvin:accessible_if lock.word == 1 && lock.holder == tid
	balance int
	//calvin:accessible_if lock.word == 1 && lock.holder == tid
	moves int
}

// Deposit adds an amount.
//
//calvin:atomic
//calvin:when     a.lock.holder == free
//calvin:modifies a.balance, a.moves
//calvin:ensures  a.balance == old(a.balance)+amount && a.moves == old(a.moves)+1
func (a *Account) Deposit(amount int) {
	a.lock.Lock()
	a.balance += amount
	a.moves++
	a.lock.Unlock()
}
