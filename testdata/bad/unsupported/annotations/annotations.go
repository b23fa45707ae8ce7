// Package annotations has well-formed annotations that are not modelled yet.
package annotations

import "sync"

// A T has a ghost.
//
//calvin:ghost log seq[int]
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:transfers
	c chan *T
}

//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n, t.log
//calvin:ensures  t.log == old(t.log) + seq[int]{n} // unknown
func (t *T) Add(n int) {
	t.mu.Lock()
	t.n += n
	//calvin:set t.log = t.log + seq[int]{n}
	t.mu.Unlock()
}
