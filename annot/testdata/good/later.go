// Package p has what the verifier cannot take into account yet.
//
//calvin:ghost total int
package p

import "strings"

type T struct {
	m  map[string]int
	ch chan int
	n  int
	//calvin:accessible_if has(m, "a") && m["b"] > 0 && len(m) > 1
	a int
	//calvin:accessible_if !closed(ch) && len(ch) < cap(ch)
	b int
	//calvin:accessible_if[k] k != "" && positive(this.n)
	c map[string]int
}

// L has a ghost.
//
//calvin:ghost history seq[int]
//calvin:ghost owners set[*T]
//calvin:ghost table mmap[string, int]
//calvin:invariant len(history) > 0 && history[0] == 1 && len(history[1:]) >= 0
//calvin:transition old(history) + seq[int]{1, 2} == history
//calvin:invariant has(owners, t) && has(table, "x") && table["x"] == 1 && owners != set[*T]{}
type L struct{ t *T }

//calvin:pure
func positive(n int) bool { return n > 0 }

//calvin:pure
func (t *T) size() int { return t.n }

//calvin:requires positive(t.n) && t.size() > 0 && total > 0 && len(l.history) == 1
//calvin:requires t.ch == nil || t.m == nil
func f(t *T, l *L, s string) {
	if nil != l && strings.HasPrefix(s, "x") {
		switch t {
		case nil:
			return
		}
	}
	//calvin:set total = total + 1
	//calvin:set l.history = l.history + seq[int]{t.n}
	//calvin:set l.table["x"] = 3
	//calvin:assert positive(1) && total == 0
}
