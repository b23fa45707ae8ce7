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

// A Store has methods that are no more than their contracts.
type Store interface {
	//calvin:trusted // error: CV0806
	Get() int
	//calvin:pure // error: CV0806
	Len() int
	//calvin:takes ch // error: CV0806
	Close(ch chan int)
	//calvin:when true // error: CV0808
	Put(n int)
}

// An Alias is no type of its own.
type Alias = interface {
	//calvin:atomic // error: CV0806
	Get() int
}

// Get calls one without a name.
func Get(s interface {
	//calvin:atomic // error: CV0806
	Get() int
}) int {
	return s.Get()
}

//calvin:concurrent // error: CV0806
type names []string

//calvin:immutable // error: CV0806
type table map[string]int
