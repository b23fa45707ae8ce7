package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// loadArray reads the array that a slice was converted to: all elements in one step, of which each is accessed as the slice's.
func (t *Builder) loadArray(v *ssa.UnOp, from *ssa.SliceToArrayPointer) {
	s := t.Expr(from)
	a := analysis.ArrayType(v.Type())
	if s == nil || a == nil {
		t.Forget(v)
		return
	}
	m := t.Mem
	if a.Len() == 0 || !heap.IsScalar(a.Elem()) {
		t.loadComposites(v, from, s, a)
		return
	}
	n, some := ir.N(a.Len(), heap.IntSort), ir.V(t.Anything(heap.IntSort))
	p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), some), a.Elem())
	sort, err := m.Sort(v.Type())
	if err != nil || !t.IsHeld(p) || len(p.Keys) != 2 && a.Len() > heap.MaxUnrolled {
		t.Unsupported(t.Frame.Pos(), "%s", Construct(from))
		t.Forget(v)
		return
	}
	if len(p.Keys) != 2 {
		t.Define(v, Value{Expr: t.loadEach(s, a, sort, from)})
		return
	}
	row := t.Local("", p.Family.Sort.Elem)
	t.Assume(ir.Le(heap.ZeroInt, some), ir.Lt(some, n))
	t.Step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: row, Src: ir.Select(ir.V(p.Family), m.SliceArr(s))}},
		Access: t.Accesses([]ir.Access{{Map: p.Family, Index: p.Keys}}, from.X, nil),
	})
	got := ir.V(t.Anything(sort))
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(heap.ZeroInt, ir.V(i)), ir.Lt(ir.V(i), n))
	same := ir.Eq(ir.Select(got, ir.V(i)), ir.Select(ir.V(row), ir.Add(m.SliceOff(s), ir.V(i))))
	t.Assume(ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
	t.Define(v, Value{Expr: got})
}

// loadComposites is loadArray where elements are more than scalars: it reads them one after the other.
func (t *Builder) loadComposites(v *ssa.UnOp, from *ssa.SliceToArrayPointer, s *ir.Expr, a *types.Array) {
	got, err := t.Mem.Zero(v.Type())
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	for i := range a.Len() {
		at := ir.N(i, heap.IntSort)
		e, facts, ok := t.read(t.Mem.Elem(s, a.Elem(), at), from.X, nil)
		if !ok {
			t.Forget(v)
			return
		}
		t.Assume(facts...)
		got = ir.Store(got, []*ir.Expr{at}, e)
	}
	t.Define(v, Value{Expr: t.Save(got)})
}

// loadEach is loadArray where the elements are in the heap variable of all that is known by its address: it reads them one by
// one, in one step.
func (t *Builder) loadEach(s *ir.Expr, a *types.Array, sort *ir.Sort, from *ssa.SliceToArrayPointer) *ir.Expr {
	m := t.Mem
	step := &ir.Step{}
	got := ir.V(t.Anything(sort))
	var same []*ir.Expr
	for i := range a.Len() {
		p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), ir.N(i, heap.IntSort)), a.Elem())
		tmp := t.Local("", p.Family.Sort.Elem)
		step.Do = append(step.Do, &ir.Assign{Dst: tmp, Src: ir.Select(ir.V(p.Family), p.Keys...)})
		step.Access = append(step.Access, t.Accesses([]ir.Access{{Map: p.Family, Index: p.Keys}}, from.X, nil)...)
		same = append(same, ir.Eq(ir.Select(got, ir.N(i, heap.IntSort)), ir.V(tmp)))
	}
	t.Step(step)
	t.Assume(same...)
	return got
}
