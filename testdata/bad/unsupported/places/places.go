// Package places speaks of places that have no model, and of locks that are never one.
package places

import "sync"

// An S has what has no model.
type S struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows []complex128
}

// Rows says that numbers without a model change.
//
//calvin:atomic // unknown
//calvin:modifies s.rows[*]
func (s *S) Rows() {}

// A T has two locks, which are never one.
//
// +checklocksalias:a=b // unknown
type T struct {
	a, b sync.Mutex
	// +checklocks:a
	n int
}

// Set holds the other.
func (t *T) Set() { // unfounded
	t.b.Lock()
	t.n = 1
	t.b.Unlock()
}
