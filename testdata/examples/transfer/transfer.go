// Package transfer moves money between accounts, each under a lock of its own.
package transfer

import (
	"math"
	"sync"
)

// An Account holds an amount of money, which is never negative.
//
//calvin:invariant balance >= 0
type Account struct {
	id int // decides the order of locking
	mu sync.Mutex
	//calvin:guarded_by mu
	balance int
}

// Balance returns what the account holds.
//
//calvin:atomic
//calvin:when    a.mu == free
//calvin:ensures result == a.balance && result >= 0
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Deposit adds amount, unless the account cannot hold that much, and reports whether it did.
//
//calvin:requires amount >= 0
//calvin:atomic
//calvin:when     a.mu == free
//calvin:modifies a.balance
//calvin:ensures  result ==> a.balance == old(a.balance)+amount
//calvin:ensures  !result ==> a.balance == old(a.balance)
//calvin:ensures  result <==> amount <= math.MaxInt-old(a.balance)
func (a *Account) Deposit(amount int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if amount > math.MaxInt-a.balance {
		return false
	}
	a.balance += amount
	return true
}

// Withdraw takes amount out if there is so much, and reports whether it did.
//
//calvin:requires amount >= 0
//calvin:performs Refused [] Paid
//calvin:action   Refused
//calvin:when     a.mu == free
//calvin:ensures  a.balance < amount && !result
//calvin:action   Paid
//calvin:when     a.mu == free
//calvin:modifies a.balance
//calvin:ensures  old(a.balance) >= amount && result
//calvin:ensures  a.balance == old(a.balance)-amount
func (a *Account) Withdraw(amount int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance < amount {
		return false
	}
	a.balance -= amount
	return true
}

// Move takes amount from one account to another at once, and reports whether it did.
//
//calvin:requires from != to
//calvin:requires amount >= 0
//calvin:performs Refused [] Moved
//calvin:action   Refused
//calvin:ensures  !result
//calvin:action   Moved
//calvin:when     from.mu == free && to.mu == free
//calvin:modifies from.balance, to.balance
//calvin:ensures  result
//calvin:ensures  from.balance == old(from.balance)-amount
//calvin:ensures  to.balance == old(to.balance)+amount
func Move(from, to *Account, amount int) bool {
	first, second := from, to
	if to.id < from.id {
		first, second = to, from
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.balance < amount || to.balance > math.MaxInt-amount {
		return false
	}
	from.balance -= amount
	to.balance += amount
	return true
}

// Total returns what two accounts hold together, modulo the size of an int.
//
//calvin:requires a != b
//calvin:atomic
//calvin:when     a.mu == free && b.mu == free
//calvin:ensures  result == a.balance+b.balance
func Total(a, b *Account) int {
	first, second := a, b
	if b.id < a.id {
		first, second = b, a
	}
	first.mu.Lock()
	second.mu.Lock()
	sum := a.balance + b.balance
	second.mu.Unlock()
	first.mu.Unlock()
	return sum
}
