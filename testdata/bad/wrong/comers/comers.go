// Package comers knows something of all objects that there are, and then gets one that a callee has made.
//
//calvin:transition old(open) ==> open
package comers

import "sync/atomic"

type item struct{ n int }

//calvin:performs Made
//calvin:action   Made
//calvin:ensures  result != nil
func made() *item { return &item{1} }

// Assumed knows it where the call begins.
func Assumed() {
	//calvin:assume forall p *item :: p.n == 0
	p := made()
	//calvin:assert p.n == 0 // failed
	_ = p
}

// Own has an object of its own at the call.
//
//calvin:requires forall p *item :: p.n == 0
func Own() {
	q := &item{2}
	p := made()
	//calvin:assert p.n == q.n // failed
	_, _ = p, q
}

// Next makes one after it.
//
//calvin:requires forall p *item :: p.n == 0
func Next() {
	p := made()
	q := &item{2}
	//calvin:assert p.n == q.n // failed
	_, _ = p, q
}

// Foreign calls code that is not at hand.
func Foreign(f func() *item) {
	//calvin:assume forall p *item :: p.n == 0
	p := f()
	//calvin:assert p == nil || p.n == 0 // failed
	_ = p
}

var (
	open atomic.Bool
	head atomic.Pointer[leaf]
)

// Once it is open leaves may be other than zero.
//
//calvin:invariant n != 0 ==> open
type leaf struct{ n int }

// Put opens, and puts a leaf there.
func Put() {
	open.Store(true)
	head.Store(&leaf{1})
}

// look says of a time at which its result may not have been known yet that it was closed.
//
//calvin:performs Looked
//calvin:action   Looked
//calvin:ensures  ok ==> !open
func look() (p *leaf, ok bool) {
	ok = !open.Load()
	return head.Load(), ok // failed
}

// Looks counts on it: at that time all leaves were zero.
func Looks() {
	if p, ok := look(); ok && p != nil {
		//calvin:assert p.n == 0
		_ = p
	}
}
