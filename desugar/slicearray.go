package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// toArray translates the conversion of a slice to a pointer to an array, which panics if the slice is too short. The pointer
// itself has no translation, as array and slice would be one memory by two names; if it is only read through, as in the
// conversion of a slice to an array, loadArray gives what is there.
func (t *translator) toArray(v *ssa.SliceToArrayPointer) {
	s := t.expr(v.X)
	if s == nil {
		t.forget(v)
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
		t.unsupported(t.frame.pos(), "%s", construct(v))
		t.forget(v)
		return
	}
	s = t.stable(s)
	n := ir.N(a.Len(), heap.IntSort)
	t.check(ir.Le(n, t.mem.SliceLen(s)), ir.Check{
		Kind: ir.ArrayLength, Subject: t.text(v.X), Needed: "len(" + t.text(v.X) + ") >= " + n.String(), Shows: t.shows(v.X, t.mem.SliceLen(s)),
	})
	t.define(v, value{expr: s})
}

// loadArray reads the array that a slice was converted to: all elements in one step, of which each is accessed as the slice's.
func (t *translator) loadArray(v *ssa.UnOp, from *ssa.SliceToArrayPointer) {
	s := t.expr(from)
	a := analysis.ArrayType(v.Type())
	if s == nil || a == nil {
		t.forget(v)
		return
	}
	m := t.mem
	if a.Len() == 0 || !heap.IsScalar(a.Elem()) {
		t.loadComposites(v, from, s, a)
		return
	}
	n, some := ir.N(a.Len(), heap.IntSort), ir.V(t.anything(heap.IntSort))
	p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), some), a.Elem())
	sort, err := m.Sort(v.Type())
	if err != nil || !t.isHeld(p) || len(p.Keys) != 2 && a.Len() > heap.MaxUnrolled {
		t.unsupported(t.frame.pos(), "%s", construct(from))
		t.forget(v)
		return
	}
	if len(p.Keys) != 2 {
		t.define(v, value{expr: t.loadEach(s, a, sort, from)})
		return
	}
	row := t.local("", p.Family.Sort.Elem)
	t.assume(ir.Le(heap.ZeroInt, some), ir.Lt(some, n))
	t.step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: row, Src: ir.Select(ir.V(p.Family), m.SliceArr(s))}},
		Access: t.accesses([]ir.Access{{Map: p.Family, Index: p.Keys}}, from.X, nil),
	})
	got := ir.V(t.anything(sort))
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(heap.ZeroInt, ir.V(i)), ir.Lt(ir.V(i), n))
	same := ir.Eq(ir.Select(got, ir.V(i)), ir.Select(ir.V(row), ir.Add(m.SliceOff(s), ir.V(i))))
	t.assume(ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
	t.define(v, value{expr: got})
}

// loadComposites is loadArray where elements are more than scalars: it reads them one after the other.
func (t *translator) loadComposites(v *ssa.UnOp, from *ssa.SliceToArrayPointer, s *ir.Expr, a *types.Array) {
	got, err := t.mem.Zero(v.Type())
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	for i := range a.Len() {
		at := ir.N(i, heap.IntSort)
		e, facts, ok := t.read(t.mem.Elem(s, a.Elem(), at), from.X, nil)
		if !ok {
			t.forget(v)
			return
		}
		t.assume(facts...)
		got = ir.Store(got, []*ir.Expr{at}, e)
	}
	t.define(v, value{expr: t.save(got)})
}

// loadEach is loadArray where the elements are in the heap variable of all that is known by its address: it reads them one by
// one, in one step.
func (t *translator) loadEach(s *ir.Expr, a *types.Array, sort *ir.Sort, from *ssa.SliceToArrayPointer) *ir.Expr {
	m := t.mem
	step := &ir.Step{}
	got := ir.V(t.anything(sort))
	var same []*ir.Expr
	for i := range a.Len() {
		p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), ir.N(i, heap.IntSort)), a.Elem())
		tmp := t.local("", p.Family.Sort.Elem)
		step.Do = append(step.Do, &ir.Assign{Dst: tmp, Src: ir.Select(ir.V(p.Family), p.Keys...)})
		step.Access = append(step.Access, t.accesses([]ir.Access{{Map: p.Family, Index: p.Keys}}, from.X, nil)...)
		same = append(same, ir.Eq(ir.Select(got, ir.N(i, heap.IntSort)), ir.V(tmp)))
	}
	t.step(step)
	t.assume(same...)
	return got
}
