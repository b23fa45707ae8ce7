// Package owntid asks goroutines for what each of them has by itself.
package owntid // unknown

import "sync"

// A Turn says whose turn it is by what each goroutine has in a table.
//
//calvin:ghost next mmap[tid, tid]
type Turn struct {
	//calvin:accessible_if next[tid] == tid
	n int
}

// Take writes it.
func (t *Turn) Take() { // unknown
	t.n = 3
}

// A Slot has a lock for each goroutine to read with.
//
//calvin:ghost slot mmap[tid, int]
type Slot struct {
	locks [4]sync.RWMutex
	//calvin:readable_if rheld(locks[slot[tid]])
	//calvin:writable_if held(locks[0]) && held(locks[1])
	n int
}

// Set writes it.
func (s *Slot) Set() { // unknown
	s.locks[0].Lock()
	s.locks[1].Lock()
	s.n = 3
	s.locks[1].Unlock()
	s.locks[0].Unlock()
}
