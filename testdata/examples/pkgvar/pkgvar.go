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

// A page is what was hit.
type page struct{ path string }

// latest is the last page that was hit.
var latest struct {
	mu sync.Mutex

	//calvin:guarded_by mu
	page *page
}

// Show makes path the latest page.
//
//calvin:atomic
//calvin:when     latest.mu == free
//calvin:modifies latest.page
//calvin:ensures  latest.page.path == path
func Show(path string) {
	p := &page{path}
	latest.mu.Lock()
	latest.page = p
	latest.mu.Unlock()
}

// Touch adds one to the total.
//
//calvin:atomic
//calvin:modifies total
//calvin:ensures  total == old(total)+1
func Touch() { total.Add(1) }
