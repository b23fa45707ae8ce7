// Package instances has generic types of which each function knows several instances, and believes of the values of one what is
// true of another's: of elements that take no memory there may be any number.
package instances

import "sync"

// A G holds what never changes.
type G[T any] struct{ v T }

// Long is about a slice of either kind.
func Long(a *G[[]int], b *G[[]struct{}]) int {
	m, n := len(a.v), len(b.v)
	//calvin:assert m < 1<<60
	//calvin:assert n < 1<<60 // failed
	return min(m, n)
}

// Sum adds lengths of which the sum may be no int.
func Sum(a *G[[]int64], b *G[[]struct{}]) int {
	if len(a.v) == 0 {
		return 0
	}
	n := len(b.v) + len(b.v)
	//calvin:assert n >= 0 // failed
	return n
}

// An L has many, which a lock guards.
type L[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []T
}

// Count is about two lists.
func Count(a *L[string], b *L[[0]int]) int {
	a.mu.Lock()
	m := len(a.all)
	a.mu.Unlock()
	b.mu.Lock()
	n := len(b.all)
	b.mu.Unlock()
	//calvin:assert m < 1<<60
	//calvin:assert n < 1<<60 // failed
	return min(m, n)
}

// Cap is about room.
func Cap(a *G[[]*int], b *G[[]struct{ none [0]string }]) int {
	m, n := cap(a.v), cap(b.v)
	//calvin:assert m < 1<<60
	//calvin:assert n < 1<<60 // failed
	return min(m, n)
}

// Arrays is about slices in arrays.
func Arrays(a *G[[2][]int], b *G[[2][]struct{}]) int {
	m, n := len(a.v[1]), len(b.v[1])
	//calvin:assert m < 1<<60
	//calvin:assert n < 1<<60 // failed
	return min(m, n)
}

var (
	numbers G[[]int]
	nothing G[[]struct{}]
)

// Variables is about what is in package variables.
func Variables() int {
	m, n := len(numbers.v), len(nothing.v)
	//calvin:assert m < 1<<60
	//calvin:assert n < 1<<60 // failed
	return min(m, n)
}
