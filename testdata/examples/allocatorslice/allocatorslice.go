// Package allocatorslice is an allocator whose size is chosen when it is made.
package allocatorslice

import "sync"

// An Allocator keeps track of which blocks are in use.
//
//calvin:invariant len(bits) == len(locks)
type Allocator struct {
	//calvin:immutable
	locks []sync.Mutex
	//calvin:accessible_if[j] locks[j] == tid
	bits []bool
}

// New returns an allocator of n blocks, all free.
//
//calvin:requires 0 <= n && n <= 1<<40
//calvin:atomic
//calvin:ensures  local(result) && len(result.bits) == n
func New(n int) *Allocator {
	return &Allocator{locks: make([]sync.Mutex, n), bits: make([]bool, n)}
}

// Len returns the number of blocks.
//
//calvin:atomic
//calvin:ensures result == len(a.bits)
func (a *Allocator) Len() int { return len(a.bits) }

// Alloc claims a free block and returns its index with that block's lock still held, or -1.
//
//calvin:performs NoBlocks [] Allocated
//calvin:action   NoBlocks
//calvin:ensures  result == -1
//calvin:action   Allocated
//calvin:when     a.locks[result] == free
//calvin:modifies a.bits[result], a.locks[result]
//calvin:ensures  0 <= result && result < len(a.bits)
//calvin:ensures  a.locks[result] == tid
//calvin:ensures  !old(a.bits[result]) && a.bits[result]
func (a *Allocator) Alloc() int {
	for i := 0; i < len(a.bits); i++ {
		a.locks[i].Lock()
		if !a.bits[i] {
			a.bits[i] = true
			return i
		}
		a.locks[i].Unlock()
	}
	return -1
}

// Free gives block i back and releases its lock, which the caller holds.
//
//calvin:requires 0 <= i && i < len(a.bits)
//calvin:requires a.locks[i] == tid
//calvin:atomic
//calvin:modifies a.bits[i], a.locks[i]
//calvin:ensures  a.locks[i] == free && !a.bits[i]
func (a *Allocator) Free(i int) {
	a.bits[i] = false
	a.locks[i].Unlock()
}
