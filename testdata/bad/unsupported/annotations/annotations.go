// Package annotations has well-formed annotations that are not modelled.
package annotations

import "sync"

// A T has a channel of which nobody keeps count.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:closable_if false
	c chan *T
}

//calvin:requires len(t.c) > 0 // unknown
func (t *T) Add(n int) {
	t.mu.Lock()
	t.n += n
	t.mu.Unlock()
}
