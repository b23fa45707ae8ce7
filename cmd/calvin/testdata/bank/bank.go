// Package bank moves money.
package bank

import "sync"

// An Account has a sum of money.
type Account struct {
	mu  sync.Mutex
	sum int
}

// Transfer moves n from one account to another.
func Transfer(from, to *Account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.sum -= n
	to.sum += n
}
