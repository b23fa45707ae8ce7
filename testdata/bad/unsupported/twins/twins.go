// Package twins writes one struct type without a name twice, with different annotations.
package twins

import "sync"

var a struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var b struct {
	mu sync.Mutex
	//calvin:accessible_if mu == tid || mu == free
	n int // unknown
}

// Get looks into one of them.
func Get() int { // unfounded
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.n
}
