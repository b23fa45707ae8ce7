// Package newcomers has functions that know something of all objects, and then come by one that was not there, or was nobody's
// business, when they came to know it.
package newcomers

import (
	"sync"
	"sync/atomic"
)

// A Hub has nodes. Once it is open they may be other than zero.
//
//calvin:transition old(open) ==> open
//calvin:transition head != nil ==> head.hub == this
type Hub struct {
	open atomic.Bool
	head atomic.Pointer[node]
}

//calvin:invariant  n != 0 ==> hub.open
//calvin:transition hub != nil
type node struct {
	hub *Hub
	n   int
}

// Put opens the hub and puts a node there.
func (h *Hub) Put() {
	h.open.Store(true)
	h.head.Store(&node{h, 1})
}

// Later reads a node that may have been put there after the hub was found closed.
func (h *Hub) Later() {
	if h.open.Load() {
		return
	}
	p := h.head.Load()
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

// first returns the node that is there when it looks.
//
//calvin:performs Read
//calvin:action   Read
//calvin:ensures  result == nil || result.hub == h
func (h *Hub) first() *node { return h.head.Load() }

// ByCall is Later with a callee that changes nothing.
func (h *Hub) ByCall() {
	if h.open.Load() {
		return
	}
	p := h.first()
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

// any returns a node.
//
//calvin:performs skip
func (h *Hub) any() *node { return h.head.Load() }

// BySkip is Later with a callee that is skip.
func (h *Hub) BySkip() {
	if h.open.Load() {
		return
	}
	p := h.any()
	//calvin:assert p == nil || p.hub != h || p.n == 0 // failed
	_ = p
}

// closed says of a time at which its result may not have been known yet that the hub was closed.
//
//calvin:performs Looked
//calvin:action   Looked
//calvin:ensures  ok ==> !h.open
//calvin:ensures  p == nil || p.hub == h
func (h *Hub) closed() (p *node, ok bool) {
	ok = !h.open.Load()
	return h.head.Load(), ok // failed
}

// Closed counts on it: at that time all nodes of the hub were zero.
func (h *Hub) Closed() {
	if p, ok := h.closed(); ok && p != nil {
		//calvin:assert p.n == 0
		_ = p
	}
}

// looked is closed, and says nothing else of what it returns.
//
//calvin:performs Looked
//calvin:action   Looked
//calvin:ensures  ok ==> !h.open
func (h *Hub) looked() (p *node, ok bool) {
	ok = !h.open.Load()
	return h.head.Load(), ok // failed
}

type item struct{ n int }

//calvin:performs skip
func one() *item { return &item{1} }

// Skipping requires something of all items, and then there is a new one.
//
//calvin:requires forall p *item :: p.n == 0
func Skipping() {
	p := one()
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

//calvin:performs Made
//calvin:action   Made
//calvin:ensures  result != nil
func made() *item { return &item{1} }

// Making is Skipping with a callee that makes the item in an action.
//
//calvin:requires forall p *item :: p.n == 0
func Making() {
	p := made()
	//calvin:assert p.n == 0 // failed
	_ = p
}

// Unknown gets an item from code that is not at hand.
//
//calvin:requires forall p *item :: p.n == 0
func Unknown(f func() *item) {
	p := f()
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

// Dynamic gets one in an interface.
//
//calvin:requires forall p *item :: p.n == 0
func Dynamic() {
	p, _ := boxed().(*item)
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

//calvin:performs skip
func boxed() any { return &item{1} }

// A Box holds an item.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	it *item

	latest atomic.Pointer[item]
}

//calvin:requires b.mu == tid
//calvin:performs Filled
//calvin:action   Filled
//calvin:modifies b.it
func (b *Box) fill() { b.it = &item{1} }

// Filling finds a new item in a variable.
//
//calvin:requires forall p *item :: p.n == 0
func (b *Box) Filling() {
	b.mu.Lock()
	b.fill()
	p := b.it
	//calvin:assert p == nil || p.n == 0 // failed
	b.mu.Unlock()
	_ = p
}

// Watching finds one that others have put there meanwhile.
//
//calvin:requires forall p *item :: p.n == 0
func (b *Box) Watching() bool {
	was := b.latest.Load()
	p := b.latest.Load()
	//calvin:assert p == nil || p.n == 0 // failed
	return p == was
}
