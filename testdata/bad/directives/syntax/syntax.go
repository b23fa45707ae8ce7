// Package syntax has directives that do not parse.
package syntax

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu, // error: CV0803
	a int
	//calvin:accessible_if mu == = tid // error: CV0803
	b int
	//calvin:accessible_if[ mu == tid // error: CV0803
	c [3]int
}

// F is annotated.
//
//calvin:atomic
//calvin:ensures forall i :: i == i // error: CV0803
//calvin:when (t.mu == free // error: CV0803
func (t *T) F() {}

// H is annotated.
//
//calvin:performs A [] // error: CV0803
func (t *T) H() {}

// G is annotated.
//
//calvin:atomic
//calvin:ensures t.a = 1 // error: CV0803
func (t *T) G() {}
