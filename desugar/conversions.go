package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Of a string's runes it is known how many there may be, and not which.

// maxRune is the largest rune that a conversion from a string gives: U+10FFFF.
const maxRune = 0x10FFFF

// toRunes translates []rune(s): at most one rune a byte, and none just if there is no byte.
func (t *translator) toRunes(v ssa.Value, s *ir.Expr) {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	size := t.Mem.StringLen(t.Stable(s))
	n := ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(heap.ZeroInt, n), ir.Le(n, size), ir.Eq(ir.Eq(n, heap.ZeroInt), ir.Eq(size, heap.ZeroInt)))
	out, step, err := t.Mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Step(step)
	each, err := t.Mem.Sort(elem)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	runes := ir.V(t.Anything(ir.Array(heap.IntSort, each)))
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	r := t.Mem.AsInt(ir.Select(runes, ir.V(i)))
	t.Assume(ir.Forall([]*ir.Var{i}, ir.And(ir.Le(ir.N(0, r.Sort), r), ir.Le(r, ir.N(maxRune, r.Sort)))))
	content := func(_ heap.Place, i *ir.Expr) *ir.Expr { return ir.Select(runes, i) }
	t.move(elem, run{t.Mem.SliceArr(out), heap.ZeroInt, n}, run{}, content, v, nil)
	t.Define(v, emit.Value{Expr: out})
}

// fromRunes translates string(r): it reads all elements, and each becomes a byte or more.
func (t *translator) fromRunes(v, from ssa.Value, r *ir.Expr) {
	r = t.Stable(r)
	if !t.readAll(v, from, r, func(heap.Place) []ir.Stmt { return nil }) {
		return
	}
	m := t.Mem
	n := m.SliceLen(r)
	out := ir.V(t.Anything(heap.StringSort))
	size := m.StringLen(out)
	t.Assume(ir.Le(n, size), ir.Implies(ir.Le(n, heap.ZeroInt), ir.Eq(size, heap.ZeroInt)))
	t.Define(v, emit.Value{Expr: out})
}

// toArray translates the conversion of a slice to a pointer to an array, which panics if the slice is too short. The pointer
// itself has no translation, as array and slice would be one memory by two names; if it is only read through, as in the
// conversion of a slice to an array, loadArray gives what is there.
func (t *translator) toArray(v *ssa.SliceToArrayPointer) {
	s := t.Expr(v.X)
	if s == nil {
		t.Forget(v)
		return
	}
	a := analysis.ArrayType(analysis.Deref(v.Type()))
	for _, use := range *v.Referrers() {
		switch use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			a = nil
		}
	}
	if a == nil || !heap.IsScalar(a.Elem()) && a.Len() > heap.MaxUnrolled {
		t.Unsupported(t.Frame.Pos(), "%s", emit.Construct(v))
		t.Forget(v)
		return
	}
	s = t.Stable(s)
	n := ir.N(a.Len(), heap.IntSort)
	t.Check(ir.Le(n, t.Mem.SliceLen(s)), ir.Check{
		Kind: ir.ArrayLength, Subject: t.Text(v.X), Needed: "len(" + t.Text(v.X) + ") >= " + n.String(), Shows: t.shows(v.X, t.Mem.SliceLen(s)),
	})
	t.Define(v, emit.Value{Expr: s})
}
