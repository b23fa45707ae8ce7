// Package alarm has code that is right. calvin check does not know why.
//
//calvin:panics
package alarm

import "sync"

// A Ring keeps the last values.
type Ring struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	values []int
	//calvin:guarded_by mu
	next int
}

// New returns a ring of a positive size.
func New(size int) *Ring {
	return &Ring{values: make([]int, size)}
}

// Put stores a value, and overwrites the oldest one.
func (r *Ring) Put(x int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.values[r.next] = x
	r.next = (r.next + 1) % len(r.values)
}
