// Package clauses has an invariant for each kind of expression.
package clauses

// A T promises much.
//
//calvin:invariant n + 1 > 2*m
//calvin:invariant forall i int :: 0 <= i && i < len(list) ==> list[i] >= 0
//calvin:invariant next != nil ==> next.n == n
//calvin:invariant !(n == 3) || m % 2 == 1
type T struct {
	n, m int
	list []int
	next *T
}

// Sum has a condition on its parameter.
//
//calvin:requires n > 0
func Sum(n int) int { return n }
