// Package p has the examples of the papers and of the language's description.
package p

import "sync"

// A Counter counts calls.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
}

// Increment adds one.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter) Increment() {
	c.mu.Lock()
	j := c.count
	j++
	c.count = j
	c.mu.Unlock()
}

// Paper is Counter with the papers' own forms.
type Paper struct {
	m sync.Mutex
	//calvin:accessible_if m == 0 || m == tid
	count int
}

//calvin:performs action (c.count) { old(c.m) == 0 && c.count == old(c.count)+1 }
func (c *Paper) increment() {
	c.m.Lock()
	c.count++
	c.m.Unlock()
}

// An Allocator hands out blocks.
type Allocator struct {
	//calvin:immutable
	locks []sync.Mutex
	//calvin:immutable
	//calvin:accessible_if[j] locks[j] == tid
	bits []bool
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
	for i := range a.bits {
		a.locks[i].Lock()
		if !a.bits[i] {
			a.bits[i] = true
			//calvin:witness Allocated
			return i
		}
		a.locks[i].Unlock()
	}
	//calvin:witness "NoBlocks"
	return -1
}

//calvin:performs action "NoBlocks": () { result == -1 } [] action "Allocated": (a.bits[result], a.locks[result]) { 0 <= result && result < len(a.bits) && old(a.locks[result]) == 0 && a.locks[result] == tid && !old(a.bits[result]) && a.bits[result] }
func (a *Allocator) alloc() int {
	//calvin:invariant 0 <= i && i <= len(a.bits)
	//calvin:invariant forall j int :: 0 <= j && j < i ==> !held(a.locks[j])
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
