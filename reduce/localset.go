package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A numbering numbers the locals that come up in the statements of one function, in that order.
type numbering map[*ir.Var]int

func (n numbering) of(v *ir.Var) int {
	i, ok := n[v]
	if !ok {
		i = len(n)
		n[v] = i
	}
	return i
}

// A localSet is a set of locals of one function, with a bit for each. A function in which calls are inlined may have two
// thousand blocks and 36,000 locals: with a map for each block the two analyses of package flow took two minutes and 4 GB.
type localSet struct {
	number numbering
	bits   []uint64
}

func (ls localSet) has(v *ir.Var) bool {
	i, ok := ls.number[v]
	return ok && i/64 < len(ls.bits) && ls.bits[i/64]&(1<<(i%64)) != 0
}

func (ls *localSet) add(v *ir.Var) {
	i := ls.number.of(v)
	for len(ls.bits) <= i/64 {
		ls.bits = append(ls.bits, 0)
	}
	ls.bits[i/64] |= 1 << (i % 64)
}

func (ls *localSet) remove(v *ir.Var) {
	if i := ls.number.of(v); i/64 < len(ls.bits) {
		ls.bits[i/64] &^= 1 << (i % 64)
	}
}

func (ls localSet) clone() localSet { return localSet{ls.number, slices.Clone(ls.bits)} }

// unite adds the members of another set of the function's locals, and reports whether there is a new one.
func (ls *localSet) unite(others localSet) (grown bool) {
	if n := len(others.bits) - len(ls.bits); n > 0 {
		ls.bits = append(ls.bits, make([]uint64, n)...)
	}
	for i, word := range others.bits {
		grown = grown || word&^ls.bits[i] != 0
		ls.bits[i] |= word
	}
	return grown
}

// intersect removes what is not in the other set.
func (ls *localSet) intersect(others localSet) {
	ls.bits = ls.bits[:min(len(ls.bits), len(others.bits))]
	for i := range ls.bits {
		ls.bits[i] &= others.bits[i]
	}
}

// subtract removes the members of the other set.
func (ls *localSet) subtract(others localSet) {
	for i := range min(len(ls.bits), len(others.bits)) {
		ls.bits[i] &^= others.bits[i]
	}
}

// meets reports whether some variable is in both.
func (ls localSet) meets(others vars) bool {
	for v, in := range others {
		if in && ls.has(v) {
			return true
		}
	}
	return false
}

// assign adds the locals that the statement gives a value.
func (ls *localSet) assign(s ir.Stmt) {
	forTargets([]ir.Stmt{s}, func(v *ir.Var) {
		if v.Kind == ir.LocalVar {
			ls.add(v)
		}
	})
}

// evaluable reports whether e reads only locals of the set, besides constants and, if heap, shared state.
func (ls localSet) evaluable(e *ir.Expr, heap bool) bool {
	bound := vars{}
	ir.Walk(e, func(x *ir.Expr) bool {
		for _, v := range x.Bound {
			bound[v] = true
		}
		return true
	})
	return !mentions(e, func(v *ir.Var) bool {
		switch v.Kind {
		case ir.LocalVar:
			return !ls.has(v)
		case ir.HeapVar:
			return !heap
		case ir.BoundVar:
			return !bound[v]
		}
		return false
	})
}
