package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// Of a string's runes it is known how many there may be, and not which.

// maxRune is the largest rune that a conversion from a string gives: U+10FFFF.
const maxRune = 0x10FFFF

// toRunes translates []rune(s): at most one rune a byte, and none just if there is no byte.
func (t *translator) toRunes(v ssa.Value, s *ir.Expr) {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	size := t.mem.stringLen(t.stable(s))
	n := ir.V(t.anything(intSort))
	t.assume(ir.Le(zeroInt, n), ir.Le(n, size), ir.Eq(ir.Eq(n, zeroInt), ir.Eq(size, zeroInt)))
	out, step, err := t.mem.makeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	each, err := t.mem.sort(elem)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	runes := ir.V(t.anything(ir.Array(intSort, each)))
	i := &ir.Var{Name: "i", Sort: intSort, Kind: ir.BoundVar}
	r := t.mem.asInt(ir.Select(runes, ir.V(i)))
	t.assume(ir.Forall([]*ir.Var{i}, ir.And(ir.Le(ir.N(0, r.Sort), r), ir.Le(r, ir.N(maxRune, r.Sort)))))
	content := func(_ place, i *ir.Expr) *ir.Expr { return ir.Select(runes, i) }
	t.move(elem, run{t.mem.sliceArr(out), zeroInt, n}, run{}, content, v, nil)
	t.define(v, value{expr: out})
}

// fromRunes translates string(r): it reads all elements, and each becomes a byte or more.
func (t *translator) fromRunes(v, from ssa.Value, r *ir.Expr) {
	r = t.stable(r)
	if !t.readAll(v, from, r, func(place) []ir.Stmt { return nil }) {
		return
	}
	m := t.mem
	n := m.sliceLen(r)
	out := ir.V(t.anything(stringSort))
	size := m.stringLen(out)
	t.assume(ir.Le(n, size), ir.Implies(ir.Le(n, zeroInt), ir.Eq(size, zeroInt)))
	t.define(v, value{expr: out})
}
