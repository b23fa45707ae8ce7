// Package recursivearguments passes functions that call themselves to package sort and its kin: each call of them is a step of its own, of
// arguments that stand nowhere in the code.
package recursivearguments

import (
	"maps"
	"net/http"
	"slices"
	"sort"
	"sync"
)

type node struct {
	name string
	kids byName
}

type byName []node

func (b byName) Len() int      { return len(b) }
func (b byName) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b byName) Less(i, j int) bool {
	if b[i].name == b[j].name && len(b[i].kids) > 1 {
		return b[i].kids.Less(0, 1)
	}
	return b[i].name < b[j].name
}

// Sorted is called by others.
func Sorted(b byName) byName {
	sort.Sort(b)
	return b
}

type counter struct {
	mu   sync.Mutex
	n    int
	next *counter
}

func compare(a, b *counter) int {
	a.mu.Lock()
	n, next := a.n, a.next
	a.mu.Unlock()
	if next != nil {
		return compare(next, b)
	}
	return n
}

func large(c *counter) bool {
	c.mu.Lock()
	n, next := c.n, c.next
	c.mu.Unlock()
	return n > 0 || next != nil && large(next)
}

// Arrange is called by others.
func Arrange(cs []*counter, rounds int) {
	if rounds > 0 {
		Arrange(cs, rounds-1)
	}
	slices.SortFunc(cs, compare)
}

// IndexOf is called by others.
func IndexOf(cs []*counter, c *counter) int {
	if len(cs) > 100 {
		return IndexOf(cs[1:], c)
	}
	i, _ := slices.BinarySearchFunc(cs, c, compare)
	return i + slices.IndexFunc(cs, large)
}

// Drop is called by others.
func Drop(m map[*counter]*counter, rounds int) {
	if rounds > 0 {
		Drop(m, rounds-1)
	}
	maps.DeleteFunc(m, func(a, b *counter) bool { return compare(a, b) > 0 })
}

func both(k, v any) bool {
	if v == nil {
		return both(k, k)
	}
	return compare(k.(*counter), v.(*counter)) > 0
}

// Visit is called by others.
func Visit(m *sync.Map, rounds int) {
	if rounds > 0 {
		Visit(m, rounds-1)
	}
	m.Range(both)
}

// Newest is called by others.
func Newest(rs []*http.Request, rounds int) {
	if rounds > 0 {
		Newest(rs, rounds-1)
	}
	slices.SortFunc(rs, func(a, b *http.Request) int { return a.ProtoMajor - b.ProtoMajor })
}
