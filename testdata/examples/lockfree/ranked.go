package lockfree

import "sync/atomic"

// An item is of some rank.
//
//calvin:invariant rank >= 0
type item struct {
	rank int
	next *item
}

// A Ranked holds items of which none has a negative rank.
type Ranked struct{ head atomic.Pointer[item] }

// Add puts an item on top, one rank up for each attempt that fails.
//
//calvin:requires rank >= 0
//calvin:atomic
//calvin:modifies r.head
//calvin:ensures  r.head != nil && r.head.next == old(r.head)
func (r *Ranked) Add(rank int) {
	it := &item{rank: rank}
	for {
		top := r.head.Load()
		it.next = top
		if r.head.CompareAndSwap(top, it) {
			return
		}
		if it.rank < 100 {
			it.rank++
		}
	}
}

// AddAll puts on top as many items as there are ranks that are not negative, all at once.
func (r *Ranked) AddAll(n int) {
	var first, last *item
	for i := range n {
		it := &item{rank: i, next: first}
		if first == nil {
			last = it
		}
		first = it
	}
	if first == nil {
		return
	}
	for {
		top := r.head.Load()
		last.next = top
		if r.head.CompareAndSwap(top, first) {
			return
		}
	}
}
