// Package places has variables of all kinds, some with guards.
package places

import "sync"

// A T has guarded fields and others.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	list []int
	free int
	in   inner
	arr  [3]int
}

type inner struct{ x, y int }

var global int

// Take takes the address of a variable of its own.
func Take() *int { return &global }
