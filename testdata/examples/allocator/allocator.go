// Package allocator hands out blocks, each under a lock of its own, as in figure 3 of the Calvin-R paper.
package allocator

import "sync"

// N is the number of blocks.
const N = 64

// An Allocator keeps track of which blocks are in use.
type Allocator struct {
	locks [N]sync.Mutex
	//calvin:accessible_if[j] locks[j] == tid
	bits [N]bool
}

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

// AllocRange is Alloc with a range loop.
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
func (a *Allocator) AllocRange() int {
	for i := range a.bits {
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

// InUse reports whether block i is taken.
//
//calvin:requires 0 <= i && i < len(a.bits)
//calvin:atomic
//calvin:when     a.locks[i] == free
//calvin:ensures  result == a.bits[i]
func (a *Allocator) InUse(i int) bool {
	a.locks[i].Lock()
	defer a.locks[i].Unlock()
	return a.bits[i]
}
