// Package place has directives where they mean nothing.
package place

import "sync"

//calvin:atomic // error: CV0806

type T struct {
	mu sync.Mutex
	//calvin:modifies a // error: CV0806
	a int
}

// U is no struct.
//
//calvin:guarded_by mu // error: CV0806
type U int

// F is annotated.
//
//calvin:guarded_by mu // error: CV0806
func (t *T) F() {
	//calvin:invariant t.a == 0 // error: CV0806
	t.a = 0
	//calvin:ensures t.a == 0 // error: CV0806
}
