// Package byvalue takes over Dones of copies.
package byvalue

import "sync"

// A W has one.
type W struct {
	wg sync.WaitGroup
	n  int
}

// done takes a Done of a copy over.
//
//calvin:takes wg
func done( // unknown
	wg sync.WaitGroup,
) {
	wg.Done()
}

// part takes one over of a part.
//
//calvin:takes w.wg
func part( // unknown
	w W,
) {
	w.wg.Done()
}
