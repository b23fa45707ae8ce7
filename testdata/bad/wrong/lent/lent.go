// Package lent has fields whose addresses functions that are believed give away: who has such an address needs the lock.
package lent

import (
	"runtime"
	"sync"
)

// A T has a field of each type, so that a pointer tells which it may lead to.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	given int8
	//calvin:guarded_by mu
	boxed int16
	//calvin:guarded_by mu
	stored int32
	//calvin:guarded_by mu
	passed int64
	//calvin:guarded_by mu
	lent uint8
}

var last struct{ p *int32 }

// give returns an address.
//
//calvin:trusted
func (t *T) give() *int8 { return &t.given }

// box returns an address in an interface.
//
//calvin:trusted
func (t *T) box() any {
	var x any = &t.boxed
	runtime.KeepAlive(x)
	return x
}

// store keeps an address.
//
//calvin:trusted
func (t *T) store() { last.p = &t.stored }

// pass gives an address to code that is checked.
//
//calvin:trusted
func (t *T) pass() { Passed(&t.passed) }

// lend gives an address to code that is not at hand, for the time of the call.
//
//calvin:trusted
func (t *T) lend() { runtime.KeepAlive(&t.lent) }

// Given reads without the lock.
func Given(t *T) int8 {
	p := t.give()
	return *p // failed
}

// Boxed reads without the lock.
func Boxed(x any) int16 {
	if p, ok := x.(*int16); ok && p != nil {
		return *p // failed
	}
	return 0
}

// Stored reads without the lock.
func Stored() int32 {
	p := last.p
	if p == nil {
		return 0
	}
	return *p // failed
}

// Passed reads without the lock. It has a contract, and so it counts on its callers for nothing else.
//
//calvin:requires p != nil
func Passed(p *int64) int64 {
	return *p // failed
}

// Lent writes what is lent, without the lock.
func (t *T) Lent() {
	t.lent++ // failed
}

// Other reads what cannot be what was lent.
func Other(p *uint8) uint8 { return *p }
