// Package literals says what function literals require.
package literals

import "sync"

// An Account has a balance.
type Account struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	balance int
	//calvin:guarded_by mu
	changes int
}

// Move takes an amount from one account, which is not the other.
//
//calvin:requires from != to
func Move(from, to *Account, amount int) {
	change := func(a *Account, by int) {
		//calvin:requires a.mu == tid
		a.balance += by
		a.changes++
	}
	from.mu.Lock()
	change(from, -amount)
	from.mu.Unlock()
	to.mu.Lock()
	change(to, amount)
	to.mu.Unlock()
}

// Share divides the balance by n, if that can be.
func (a *Account) Share(n int) (share int) {
	divide := func(n int) {
		//calvin:requires n > 0
		//calvin:requires a.mu == tid
		share = a.balance / n
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > 0 {
		divide(n)
	}
	return share
}

// with calls f with the lock held.
func (a *Account) with(f func()) {
	a.mu.Lock()
	f()
	a.mu.Unlock()
}

// Empty passes the literal on, to where the lock is held.
func (a *Account) Empty() {
	a.with(func() {
		//calvin:requires a.mu == tid
		a.balance = 0
	})
}

// First has a literal require something of a variable that it does not use.
func First(xs [8]int, n int) int {
	if n < 1 || n > 8 {
		return 0
	}
	at := func(i int) int {
		//calvin:requires 0 <= i && i < n
		return i
	}
	sum := 0
	for i := range n {
		sum += at(i)
	}
	return sum + at(n-1)
}

// Pick has a variable hold one of two literals, which share a variable of the function.
func Pick(a [3]int, last bool) int {
	at := 0
	move := func() { at = 1 }
	if last {
		move = func() { at += 2 }
	}
	move()
	//calvin:assert !last ==> at == 1
	return a[at]
}

// Drain takes the balance, or leaves it, and gives the lock back in either case.
func (a *Account) Drain(all bool) (got int) {
	a.mu.Lock()
	end := func() int {
		a.mu.Unlock()
		return 0
	}
	if all {
		end = func() int {
			got := a.balance
			a.balance = 0
			a.mu.Unlock()
			return got
		}
	}
	return end()
}

// Close may have nothing to do.
func (a *Account) Close(x bool) {
	var last func()
	if x {
		a.mu.Lock()
		last = func() { a.mu.Unlock() }
	} else {
		last = func() {}
	}
	defer last()
	if x {
		a.balance = 0
	}
}
