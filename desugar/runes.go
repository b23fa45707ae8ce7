package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Of a string's runes it is known how many there may be, and not which.

// maxRune is the largest rune that a conversion from a string gives: U+10FFFF.
const maxRune = 0x10FFFF

// toRunes translates []rune(s): at most one rune a byte, and none just if there is no byte.
func (t *translator) toRunes(v ssa.Value, s *ir.Expr) {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	size := t.mem.StringLen(t.stable(s))
	n := ir.V(t.anything(heap.IntSort))
	t.assume(ir.Le(heap.ZeroInt, n), ir.Le(n, size), ir.Eq(ir.Eq(n, heap.ZeroInt), ir.Eq(size, heap.ZeroInt)))
	out, step, err := t.mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	each, err := t.mem.Sort(elem)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	runes := ir.V(t.anything(ir.Array(heap.IntSort, each)))
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	r := t.mem.AsInt(ir.Select(runes, ir.V(i)))
	t.assume(ir.Forall([]*ir.Var{i}, ir.And(ir.Le(ir.N(0, r.Sort), r), ir.Le(r, ir.N(maxRune, r.Sort)))))
	content := func(_ heap.Place, i *ir.Expr) *ir.Expr { return ir.Select(runes, i) }
	t.move(elem, run{t.mem.SliceArr(out), heap.ZeroInt, n}, run{}, content, v, nil)
	t.define(v, value{expr: out})
}

// fromRunes translates string(r): it reads all elements, and each becomes a byte or more.
func (t *translator) fromRunes(v, from ssa.Value, r *ir.Expr) {
	r = t.stable(r)
	if !t.readAll(v, from, r, func(heap.Place) []ir.Stmt { return nil }) {
		return
	}
	m := t.mem
	n := m.SliceLen(r)
	out := ir.V(t.anything(heap.StringSort))
	size := m.StringLen(out)
	t.assume(ir.Le(n, size), ir.Implies(ir.Le(n, heap.ZeroInt), ir.Eq(size, heap.ZeroInt)))
	t.define(v, value{expr: out})
}
