// Package types has directives that do not type-check.
package types

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by s // error: CV0805
	a int
	s string
	//calvin:accessible_if a // error: CV0805
	b int
	//calvin:accessible_if mu == a // error: CV0805
	c int
	//calvin:accessible_if[j] mu == tid // error: CV0805
	d int
}

// U says of all goroutines what can only be true of one.
//
//calvin:invariant local(next) // error: CV0805
//calvin:transition old(next) != nil ==> local(next) // error: CV0805
type U struct {
	next *U
}

// F is annotated.
//
//calvin:atomic
//calvin:modifies t.a + 1 // error: CV0805
//calvin:ensures t.s == 1 // error: CV0805
//calvin:ensures result == 0 // error: CV0804
//calvin:ensures t.a // error: CV0805
func (t *T) F() {}

// G is annotated.
//
//calvin:requires old(t.a) == 0 // error: CV0805
//calvin:requires t.a() == 0 // error: CV0804
//calvin:requires local(t.a) // error: CV0805
//calvin:requires held(t.a) // error: CV0805
func (t *T) G() {}
