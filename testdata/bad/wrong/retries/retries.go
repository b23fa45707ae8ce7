// Package retries prepares objects in loops that try again, and publishes them before they are as their types promise.
package retries

import "sync/atomic"

//calvin:invariant rank >= 0
type item struct {
	rank int
	next *item
}

type List struct {
	head  atomic.Pointer[item]
	other atomic.Pointer[item]
}

func (l *List) Any(rank int) {
	it := &item{rank: rank}
	for {
		top := l.head.Load()
		it.next = top
		if l.head.CompareAndSwap(top, it) { // failed
			return
		}
	}
}

//calvin:requires rank >= 0
func (l *List) Down(rank int) {
	it := &item{rank: rank}
	for {
		top := l.head.Load()
		it.next = top
		if l.head.CompareAndSwap(top, it) { // failed
			return
		}
		it.rank--
	}
}

// The first item is the one that no round has mended.
func (l *List) Late(n int) {
	it := &item{rank: -1}
	for range n {
		it.rank = 1
	}
	for {
		top := l.head.Load()
		it.next = top
		if l.head.CompareAndSwap(top, it) { // failed
			return
		}
	}
}

func (l *List) Chain(n int) {
	first := &item{}
	last := first
	for i := 0; i < n; i++ {
		first = &item{rank: 5 - i, next: first}
	}
	for {
		top := l.head.Load()
		last.next = top
		if l.head.CompareAndSwap(top, first) { // failed
			return
		}
	}
}

// What hangs on the object becomes known with it.
func (l *List) Below(rank int) {
	it := &item{}
	for {
		top := l.head.Load()
		it.next = &item{rank: rank, next: top}
		if l.head.CompareAndSwap(top, it) { // failed
			return
		}
	}
}

// The object is others' once it has been published elsewhere.
//
//calvin:requires rank >= 0
func (l *List) Twice(rank int) {
	it := &item{rank: rank}
	for {
		top := l.head.Load()
		it.next = top // failed
		if l.head.CompareAndSwap(top, it) {
			return
		}
		l.other.Store(it)
	}
}

// After is changed when others have it.
//
//calvin:requires rank >= 0
func (l *List) After(rank int) {
	it := &item{rank: rank}
	for {
		top := l.head.Load()
		it.next = top
		if l.head.CompareAndSwap(top, it) {
			break
		}
	}
	it.rank++ // failed
}

// An empty list has no last item.
func (l *List) Ends(n int) {
	var first, last *item
	for i := range n {
		it := &item{rank: i, next: first}
		if first == nil {
			last = it
		}
		first = it
	}
	for {
		top := l.head.Load()
		last.next = top // failed
		if l.head.CompareAndSwap(top, first) {
			return
		}
	}
}

// One end is known before the other.
func (l *List) Apart(n int) {
	var first, last *item
	for i := range n {
		it := &item{rank: i, next: first}
		if i == 1 {
			last = it
		}
		first = it
	}
	if first == nil {
		return
	}
	for {
		top := l.head.Load()
		last.next = top // failed
		if l.head.CompareAndSwap(top, first) {
			return
		}
	}
}
