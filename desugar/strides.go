package desugar

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Elements in strides. Each of several workers begins with another element, and goes on by as many as there are workers:
//
//	for i := w; i < len(xs); i += workers {
//		out[i] = f(xs[i])
//	}
//
// It takes over the elements whose indices have the same rest as w when they are divided by the number of workers.
// Whoever starts it has to have these to give, so two workers with one rest are refused. In a loop that counts the
// workers up, those elements are away whose rest is less than the counter (ir.Lend).

// A stride is a run of elements of which the indices begin with one number and go up by another.
type stride struct{ from, by *bound }

// strideOf returns how an index goes up in the course of fn, nil if it is no variable that begins with one number which
// fn was given, and is advanced by another.
func (t *translator) strideOf(index ssa.Value, fn *ssa.Function) *stride {
	load, ok := index.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !isWide(load.Type()) {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok || a.Parent() != fn {
		return nil
	}
	if u := t.Usage(a); u.Escapes || u.Parts || len(u.Stores) != 2 {
		return nil
	}
	s := &stride{}
	for _, store := range t.Usage(a).Stores {
		if sum, ok := store.Val.(*ssa.BinOp); ok && sum.Op == token.ADD && readsVariable(sum.X, a) {
			s.by = t.bound(sum.Y, fn, 0)
		} else {
			s.from = t.bound(store.Val, fn, 0)
		}
	}
	if s.from == nil || s.by == nil {
		return nil
	}
	return s
}

// rest is the rest of a number when it is divided by another one, of which the sign does not count. By zero it is the
// number itself. So it stays the same if the divisor is added.
func rest(x, by *ir.Expr) *ir.Expr { return ir.Apply(restFn, x, by) }

var restFn = &ir.Fn{Name: "rest", Params: []*ir.Sort{heap.IntSort, heap.IntSort}, Result: heap.IntSort, Facts: func(app *ir.Expr) []*ir.Expr {
	x, by := app.Args[0], app.Args[1]
	return []*ir.Expr{ir.Implies(ir.And(ir.Le(heap.ZeroInt, x), ir.Lt(x, by)), ir.Eq(app, x))}
}}

// restStays notes of a sum that it has the same rest as x, if y is what elements that the goroutine has are apart.
func (t *translator) restStays(x, y *ir.Expr) {
	if t.borrowed == nil {
		return
	}
	for _, p := range t.borrowed.footprints {
		if by := t.Mem.AsInt(y); p.stride != nil && ir.Equal(by, p.stride) {
			x := t.Mem.AsInt(x)
			t.Assume(ir.Eq(rest(ir.Add(x, by), by), rest(x, by)))
			return
		}
	}
}

// keepsRest proposes for a loop that a variable has the rest of the elements that the goroutine has. A sum that is too
// large is less than zero.
func (t *translator) keepsRest(v typed, h *hintSet) {
	if t.borrowed == nil || !isWide(v.typ) {
		return
	}
	i := t.Mem.AsInt(v.expr)
	for _, p := range t.borrowed.footprints {
		if p.stride != nil {
			same := ir.Eq(rest(i, p.stride), rest(p.begins, p.stride))
			h.add(same)
			h.add(ir.Or(ir.Lt(i, heap.ZeroInt), same))
		}
	}
}
