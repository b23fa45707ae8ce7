// Package verb misspells verbs.
package verb

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:gaurded_by mu // error: CV0801
	n int
}

// F is annotated.
//
//calvin:ensure t.n == 0 // error: CV0801
func (t *T) F() {}
