// Package initialvalues has variables that break invariants from the beginning.
//
//calvin:invariant limit > 0
package initialvalues // failed

import "sync"

// A Part has something in it.
//
//calvin:invariant n > 0
type Part struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	limit int

	one   Part
	two   = Part{n: 2}
	three = &Part{n: 3}
)

// Share divides by what is zero at first.
func Share(all int) int {
	one.mu.Lock()
	defer one.mu.Unlock()
	return all / one.n
}

// Limited divides by it, too.
func Limited(all int) int {
	mu.Lock()
	defer mu.Unlock()
	return all / limit
}

// Second divides by another.
func Second(all int) int {
	two.mu.Lock()
	defer two.mu.Unlock()
	return all / two.n
}

// Third divides by the third.
func Third(all int) int {
	if three == nil {
		return 0
	}
	three.mu.Lock()
	defer three.mu.Unlock()
	return all / three.n
}
