// Package byvalue has copies of WaitGroups, and takes over what cannot be told.
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
	wg sync.WaitGroup, // unknown
) {
	wg.Done() // unknown
}

// Wait waits for a copy.
func Wait(
	wg sync.WaitGroup, // unknown
) {
	wg.Wait() // unknown
}

// part takes one over of a part.
//
//calvin:takes w.wg
func part( // unknown
	w W, // unknown
) {
	w.wg.Done() // unknown
}

// Counts has a goroutine pay a Done of a copy.
func Counts(
	wg sync.WaitGroup, // unknown
) {
	go func() { // unknown
		wg.Done()
	}()
}
