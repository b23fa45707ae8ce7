// Package calls calls what has no contract and no body to look into.
package calls

import (
	"fmt"
	"sort"
	"strings"
)

// A Doer does things.
type Doer interface{ Do() }

type T struct {
	n int
	f func() int
}

//calvin:atomic
func (t *T) Print() {
	fmt.Println(t.n) // unknown
}

//calvin:atomic
func Upper(s string) string {
	return strings.ToUpper(s) // unknown
}

//calvin:atomic
func Sort(a []int) {
	sort.Slice(a, func(i, j int) bool { return a[i] < a[j] }) // unknown
}

//calvin:atomic
func (t *T) Field() int {
	return t.f() // unknown
}

//calvin:atomic
func Param(f func()) {
	f() // unknown
}

//calvin:atomic
func Dynamic(d Doer) {
	d.Do() // unknown
}

// Recursive has no contract, so that its calls are read instead.
func Recursive(n int) int {
	if n == 0 {
		return 0
	}
	return Recursive(n-1) + 1 // unknown
}

// A Set is generic.
type Set[K comparable] struct{ k K }

//calvin:atomic
func (s *Set[K]) Put(k K) { // unknown
	s.k = k
}
