// Package setghosts sets ghosts by what it may not look at, and where it may not.
//
//calvin:ghost seen int guarded_by gate
package setghosts

import (
	"sync"
	"sync/atomic"
)

var (
	gate sync.Mutex
	//calvin:guarded_by gate
	opened int
	other  sync.Mutex
	//calvin:guarded_by other
	count int
)

// Looks sets a ghost to what another lock guards.
func Looks() {
	gate.Lock()
	opened++
	//calvin:set seen = count // failed
	gate.Unlock()
}

// Sums reads it among other things.
func Sums() {
	gate.Lock()
	opened++
	//calvin:set seen = opened + count // failed
	gate.Unlock()
}

// A Node has a neighbour, under a lock of its own.
//
//calvin:ghost mark int guarded_by mu
//calvin:ghost tally int
type Node struct {
	mu, links sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by links
	next *Node
	//calvin:guarded_by links
	at   int
	hits atomic.Int64
	//calvin:guarded_by mu
	items []int
}

// Follows goes to the neighbour without the lock for that.
func (n *Node) Follows() {
	n.mu.Lock()
	n.n++
	//calvin:set n.mark = n.next.tally // failed
	n.mu.Unlock()
}

// Element has an index that is under another lock.
func (n *Node) Element() {
	n.mu.Lock()
	n.n = len(n.items)
	//calvin:set n.mark = n.items[n.at] // failed
	n.mu.Unlock()
}

// Marks sets the neighbour's.
func (n *Node) Marks() {
	n.mu.Lock()
	n.n++
	//calvin:set n.next.tally = 1 // failed
	n.mu.Unlock()
}

// hit counts.
//
//calvin:atomic
//calvin:modifies n.hits
func (n *Node) hit() { n.hits.Add(1) }

// Bare sets a ghost after a call without its lock.
func (n *Node) Bare() {
	n.hit()
	//calvin:set n.mark = 1 // failed
}

// Reads reads one after a call.
func (n *Node) Reads() {
	n.hit()
	//calvin:set n.tally = n.mark // failed
}

// Twice counts with the lock and without.
//
//calvin:atomic
//calvin:modifies n.tally
//calvin:ensures  n.tally == old(n.tally)+2
func (n *Node) Twice() {
	n.mu.Lock()
	//calvin:set n.tally = n.tally + 1
	n.mu.Unlock() // failed
	//calvin:set n.tally = n.tally + 1
}

// An All speaks of all of something at once.
//
//calvin:ghost any bool guarded_by mu
//calvin:ghost k int
type All struct {
	mu, links sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by links
	next *All
	//calvin:guarded_by links
	s []int
}

// Positive looks at elements that another lock guards.
func (a *All) Positive() {
	a.mu.Lock()
	a.n++
	//calvin:set a.any = forall i int :: 0 <= i && i < 3 ==> a.s[i] > 0 // failed
	a.mu.Unlock()
}

// Linked looks at what leads to it anywhere, with the lock of one link.
func (a *All) Linked() {
	a.mu.Lock()
	a.links.Lock()
	a.n++
	//calvin:set a.any = exists p *All :: p.next == a // failed
	a.links.Unlock()
	a.mu.Unlock()
}

// Counted looks at ghosts that everybody may look at.
func (a *All) Counted() {
	a.mu.Lock()
	a.n++
	//calvin:set a.any = exists p *All :: p != nil && p.k == 1
	a.mu.Unlock()
}
