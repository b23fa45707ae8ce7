// Package allocatorwitness is the allocator with its simulation steps and loop invariant written out, as the Calvin-R
// paper has them.
package allocatorwitness

import "sync"

const nblocks = 100

// An Allocator keeps track of which blocks are in use.
type Allocator struct {
	//calvin:accessible_if[j] l[j] == 0 || l[j] == tid
	l [nblocks]sync.Mutex
	//calvin:accessible_if[j] l[j] == 0 || l[j] == tid
	bits [nblocks]bool
}

// Alloc claims a free block and returns its index with that block's lock still held, or -1.
//
//calvin:performs action "NoBlocks": () { result == -1 } [] action "Allocated": (a.bits[result], a.l[result]) { 0 <= result && result < nblocks && old(a.l[result]) == 0 && a.l[result] == tid && !old(a.bits[result]) && a.bits[result] }
func (a *Allocator) Alloc() int {
	//calvin:invariant 0 <= i && i <= nblocks
	for i := 0; i < nblocks; i++ {
		a.l[i].Lock()
		if !a.bits[i] {
			a.bits[i] = true
			//calvin:witness Allocated
			return i
		}
		a.l[i].Unlock()
	}
	//calvin:witness NoBlocks
	return -1
}

// Free gives block i back and releases its lock.
//
//calvin:requires 0 <= i && i < nblocks
//calvin:requires a.l[i] == tid
//calvin:performs action "Free": (a.bits[i], a.l[i]) { a.l[i] == 0 && !a.bits[i] }
func (a *Allocator) Free(i int) {
	a.bits[i] = false
	a.l[i].Unlock()
	//calvin:witness Free
}
