// Package lastmade has functions that make something after the last action of their contracts, and return it.
//
//calvin:invariant whole ==> forall p *Part :: p != nil ==> p.n >= 0
package lastmade

import (
	"sync"
	"sync/atomic"
)

// A Part has a number that does not change.
type Part struct{ n int }

var (
	gate sync.Mutex
	hits atomic.Int64
	//calvin:guarded_by gate
	whole bool
)

// boxed says that no number is negative, and makes one that is afterwards.
//
//calvin:requires gate == tid
//calvin:requires whole
//calvin:performs Close
//calvin:action   Close
//calvin:modifies whole
//calvin:ensures  !whole && forall p *Part :: p != nil ==> p.n >= 0
func boxed() any {
	whole = false
	hits.Load()
	hits.Load()
	p := &Part{n: -1}
	hits.Load()
	return p
}

// bare does the same: what it returns has to be there when the action happens.
//
//calvin:requires gate == tid
//calvin:requires whole
//calvin:performs Close
//calvin:action   Close
//calvin:modifies whole
//calvin:ensures  !whole && forall p *Part :: p != nil ==> p.n >= 0
func bare() *Part {
	whole = false
	hits.Load()
	hits.Load()
	p := &Part{n: -1}
	hits.Load()
	return p // failed
}

// Asserted takes it for one of those that there were.
//
//calvin:requires gate == tid
//calvin:requires whole
func Asserted() int {
	x := boxed()
	if p, ok := x.(*Part); ok && p != nil {
		return 1 / (p.n + 1) // failed
	}
	return 0
}

// Switched does so in a type switch.
//
//calvin:requires gate == tid
//calvin:requires whole
func Switched() int {
	switch p := boxed().(type) {
	case nil:
		return 0
	case *Part:
		if p != nil {
			return 1 / (p.n + 1) // failed
		}
	}
	return 0
}
