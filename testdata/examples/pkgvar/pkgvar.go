// Package pkgvar counts hits for the whole program.
//
//calvin:invariant hits >= misses && misses >= 0
package pkgvar

import (
	"sync"
	"sync/atomic"
)

var mu sync.Mutex

//calvin:guarded_by mu
var hits, misses int

var total atomic.Uint64

// Record counts a request.
//
//calvin:atomic
//calvin:when     mu == free
//calvin:modifies hits, misses
//calvin:ensures  old(hits) < 1<<62 ==> hits == old(hits)+1
//calvin:ensures  old(hits) < 1<<62 ==> misses == old(misses) || missed && misses == old(misses)+1
func Record(missed bool) {
	mu.Lock()
	defer mu.Unlock()
	if hits >= 1<<62 {
		hits, misses = 0, 0
	}
	hits++
	if missed {
		misses++
	}
}

// Counts returns both counts as they are at one moment.
//
//calvin:atomic
//calvin:when    mu == free
//calvin:ensures h == hits && m == misses
//calvin:ensures h >= m
func Counts() (h, m int) {
	mu.Lock()
	h, m = hits, misses
	mu.Unlock()
	return h, m
}

// Touch adds one to the total.
//
//calvin:atomic
//calvin:modifies total
//calvin:ensures  total == old(total)+1
func Touch() { total.Add(1) }
