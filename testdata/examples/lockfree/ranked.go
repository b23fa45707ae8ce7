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

// AddTwo makes both items anew for each attempt.
func (r *Ranked) AddTwo(rank int) {
	if rank < 0 {
		return
	}
	for {
		top := r.head.Load()
		below := &item{next: top}
		above := &item{next: below}
		above.rank = rank
		if r.head.CompareAndSwap(top, above) {
			return
		}
	}
}
