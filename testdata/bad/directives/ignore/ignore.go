// Package ignore has suppressions that do not say why, or of nothing.
package ignore

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a int
}

// F is annotated.
//
//calvin:atomic
func (t *T) F() {
	//calvin:ignore // error: CV0809
	t.a = 0
	// error below: CV0809
	//calvin:ignore CV0102
	t.a = 1
}
