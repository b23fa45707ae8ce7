// Package conflict has directives that contradict each other.
package conflict

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	//calvin:immutable // error: CV0807
	a int
	//calvin:immutable
	//calvin:immutable // error: CV0807
	b int
}

// F is annotated.
//
//calvin:atomic
//calvin:atomic // error: CV0807
func (t *T) F() {}

//calvin:immutable // error: CV0807
type U struct{ mu sync.Mutex }

//calvin:concurrent
//calvin:concurrent // error: CV0807
type V struct{ n int }
