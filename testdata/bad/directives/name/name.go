// Package name has directives about what does not exist.
package name

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mutex // error: CV0804
	a int
	b int
}

// F is annotated.
//
//calvin:atomic
//calvin:modifies t.bb // error: CV0804
//calvin:ensures  u.b == 0 // error: CV0804
func (t *T) F() {
	n := 0
	//calvin:assert m == 0 // error: CV0804
	_ = n
}

// G is annotated.
//
//calvin:atomic
//calvin:ensures n == 0 // error: CV0804
func (t *T) G() {
	n := 0
	_ = n
}
