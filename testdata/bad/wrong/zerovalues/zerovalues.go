// Package zerovalues has variables whose zero values break what their type promises.
package zerovalues // failed

import "sync"

// A Rate is never zero.
//
//calvin:invariant n > 0
type Rate struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var (
	one  Rate
	each [3]Rate
	part struct{ rate Rate }
)

// One divides by what is zero at first.
func One(all int) int {
	one.mu.Lock()
	defer one.mu.Unlock()
	return all / one.n
}

// Each divides by one of several.
func Each(all, i int) int {
	if i < 0 || i >= len(each) {
		return 0
	}
	r := &each[i]
	r.mu.Lock()
	defer r.mu.Unlock()
	return all / r.n
}

// Part divides by one that is part of something.
func Part(all int) int {
	part.rate.mu.Lock()
	defer part.rate.mu.Unlock()
	return all / part.rate.n
}
