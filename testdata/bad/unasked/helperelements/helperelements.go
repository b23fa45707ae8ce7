// Package helperelements has no annotations. Goroutines have other functions assign elements of a slice, one each.
package helperelements

import (
	"strconv"
	"sync"
)

type result struct {
	n   int
	err error
}

func store(rs []result, i int, s string) {
	n, err := strconv.Atoi(s)
	rs[i] = result{n, err}
}

func fill(r *result, s string) { r.n, r.err = strconv.Atoi(s) }

// Stored passes the slice and the index.
func Stored(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Add(1)
		go func() {
			defer wg.Done()
			store(rs, i, s)
		}()
	}
	wg.Wait()
	return rs
}

// Filled passes the address of the element.
func Filled(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { fill(&rs[i], s) })
	}
	wg.Wait()
	return rs
}

// Unwaited does not wait.
func Unwaited(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { store(rs, i, s) })
	}
	return rs // failed
}

// First passes one index for all.
func First(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for _, s := range in {
		wg.Go(func() { store(rs, 0, s) }) // failed
	}
	wg.Wait()
	return rs
}

// FirstFilled does so by the address.
func FirstFilled(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for _, s := range in {
		wg.Go(func() { fill(&rs[0], s) }) // failed
	}
	wg.Wait()
	return rs
}

func storeNext(rs []result, i int, s string) {
	rs[i].n = len(s)
	rs[i+1].n = len(s)
}

// Next has the helper assign the next element, too.
func Next(in []string) []result {
	rs := make([]result, len(in)+1)
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { storeNext(rs, i, s) }) // failed
	}
	wg.Wait()
	return rs
}

func storeChanged(rs []result, i int, s string) {
	i = i / 2
	rs[i].n = len(s)
}

// Changed has the helper compute another index.
func Changed(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { storeChanged(rs, i, s) }) // failed
	}
	wg.Wait()
	return rs
}

// Later goes on when it has paid.
func Later(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Add(1)
		go func() {
			wg.Done()
			store(rs, i, s) // failed
		}()
	}
	wg.Wait()
	return rs
}

// Views has two slices of one array.
func Views(in []string) []result {
	rs := make([]result, len(in)+1)
	next := rs[1:]
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { store(rs, i, s) }) // failed
		wg.Go(func() { fill(&next[i], s) })
	}
	wg.Wait()
	return rs
}

var last *result

func keep(r *result, s string) {
	r.n = len(s)
	last = r // failed
}

// Kept has the helper let others know the element.
func Kept(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { keep(&rs[i], s) }) // unfounded
	}
	wg.Wait()
	return rs
}

func storeSoon(rs []result, i int, s string) {
	go func() { rs[i] = result{len(s), nil} }() // failed
}

// Soon has the helper start another goroutine.
func Soon(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	for i, s := range in {
		wg.Go(func() { storeSoon(rs, i, s) }) // unfounded
	}
	wg.Wait()
	return rs
}

// Moves has the index changed while goroutines begin.
func Moves(in []string) []result {
	rs := make([]result, len(in))
	var wg sync.WaitGroup
	i := 0
	for _, s := range in {
		wg.Go(func() { store(rs, i, s) }) // failed
		i++                               // failed
	}
	wg.Wait()
	return rs
}
