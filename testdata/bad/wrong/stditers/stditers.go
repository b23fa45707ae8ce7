// Package stditers ranges over iterators of the standard library, without the locks of what they go through.
package stditers

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

type Index struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	list []int
	//calvin:guarded_by mu
	sum int
}

func (x *Index) NoLock() int {
	n := 0
	x.mu.Lock()
	list := x.list
	x.mu.Unlock()
	for v := range slices.Values(list) { // failed
		n += v
	}
	return n
}

// Later goes through the elements when the lock is given back.
func (x *Index) Later() int {
	n := 0
	x.mu.Lock()
	each := slices.All(x.list)
	x.mu.Unlock()
	for _, v := range each { // failed
		n += v
	}
	return n
}

func (x *Index) Between() int {
	n := 0
	x.mu.Lock()
	for v := range slices.Values(x.list) { // failed
		x.mu.Unlock() // failed
		n += v
	}
	return n // failed
}

func (x *Index) Body() {
	for s := range strings.SplitSeq("a,b", ",") {
		x.sum += len(s) // failed
	}
}

func (x *Index) KeepsLock() {
	for range strings.FieldsSeq("a b") {
		x.mu.Lock() // failed
	}
} // failed

func (x *Index) Leaves(want string) bool {
	for s := range strings.SplitSeq("a,b", ",") { // failed
		x.mu.Lock()
		if s == want {
			return true
		}
		x.mu.Unlock()
	}
	return false
}

func (x *Index) Keys() []string {
	x.mu.Lock()
	m := x.counts
	x.mu.Unlock()
	return slices.Collect(maps.Keys(m)) // failed
}

func (x *Index) Sorted() []int {
	x.mu.Lock()
	m := x.counts
	x.mu.Unlock()
	return slices.Sorted(maps.Values(m)) // failed
}

func (x *Index) Entries() int {
	n := 0
	x.mu.Lock()
	m := x.counts
	x.mu.Unlock()
	for _, v := range maps.All(m) { // failed
		n += v
	}
	return n
}

// First believes that there is a key.
func (x *Index) First() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	keys := slices.Collect(maps.Keys(x.counts))
	return keys[0] // failed
}

// Twice goes through the map once too often.
func (x *Index) Twice() int {
	n := 0
	x.mu.Lock()
	keys := maps.Keys(x.counts)
	for k := range keys {
		n += len(k)
	}
	x.mu.Unlock()
	for k := range keys { // failed
		n += len(k)
	}
	return n
}

// Found believes that one key is the one.
func (x *Index) Found() {
	x.mu.Lock()
	defer x.mu.Unlock()
	last := -1
	for i := range slices.All(x.list) {
		last = i
	}
	//calvin:assert last >= 0 // failed
	_ = last
}

// Beyond takes an index of one slice for one of another.
func (x *Index) Beyond(a [4]int) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	n := 0
	for i := range slices.Backward(x.list) {
		n += a[i] // failed
	}
	return n
}

// Writes changes the slice that it shares, by a copy of its header.
func (x *Index) Writes() {
	x.mu.Lock()
	list := x.list
	x.mu.Unlock()
	for i := range slices.All([]int{1}) {
		if i < len(list) {
			list[i] = 1 // failed
		}
	}
}

// Compares takes the lock where it is held.
func (x *Index) Compares() []int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.SortedFunc(slices.Values(x.list), func(a, b int) int {
		x.mu.Lock() // failed
		defer x.mu.Unlock()
		return a - b
	})
}

func (x *Index) Divides() []int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.SortedFunc(maps.Values(x.counts), func(a, b int) int {
		return a / b // failed
	})
}

// Published changes what others have by then.
func (x *Index) Published() {
	x.mu.Lock()
	keys := slices.Collect(maps.Values(x.counts))
	x.list = keys
	x.mu.Unlock()
	if len(keys) > 0 {
		keys[0] = 1 // failed
	}
}
