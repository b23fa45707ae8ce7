// Package lookalike has comments that look like directives.
package lookalike

import "sync"

type T struct {
	mu sync.Mutex
	// calvin:guarded_by mu // error: CV0802
	a int
	//calvin: guarded_by mu // error: CV0802
	b int
	//+checklocks:mu // error: CV0802
	c int
}

// F is annotated.
//
//calvin:atomic
func (t *T) F() {}
