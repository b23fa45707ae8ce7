// Package fromzero has a variable that breaks an invariant, and no initial values.
package fromzero // failed

import "sync"

// A Part has something in it.
//
//calvin:invariant n > 0
type Part struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var one Part

// Share divides by what is zero at first.
func Share(all int) int {
	one.mu.Lock()
	defer one.mu.Unlock()
	return all / one.n
}
