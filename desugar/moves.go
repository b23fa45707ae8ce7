package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A run is a stretch of elements: count of them from index from of the array at arr.
type run struct{ arr, from, count *ir.Expr }

// move copies src to dst, both of one length, as one step: the elements of a plain array that a goroutine may read or
// write at all are exclusively its own, so the accesses commute with everything and the order does not matter. That
// each element may be accessed is checked for an arbitrary one. Where from is given, there is no src: it tells what comes to the
// part of element i that is at a place.
func (t *translator) move(elem types.Type, dst, src run, from func(p heap.Place, i *ir.Expr) *ir.Expr, where, what ssa.Value) {
	t.Choose("copy",
		func() { t.Assume(ir.Le(dst.count, heap.ZeroInt)) },
		func() {
			some := ir.V(t.Anything(heap.IntSort))
			t.Assume(ir.Le(heap.ZeroInt, some), ir.Lt(some, dst.count))
			t.moveSome(elem, dst, src, from, some, where, what)
		})
}

func (t *translator) moveSome(elem types.Type, dst, src run, from func(p heap.Place, i *ir.Expr) *ir.Expr, some *ir.Expr, where, what ssa.Value) {
	if from == nil && t.stays(elem) {
		return
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	to, err := t.Mem.Leaves(t.Mem.Element(dst.arr, ir.V(i), elem), true)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "copy of %v", err)
		return
	}
	at := ir.Sub(ir.V(i), dst.from)
	var sources []heap.Place
	if from == nil {
		sources, _ = t.Mem.Leaves(t.Mem.Element(src.arr, ir.Add(src.from, at), elem), true)
	}
	s := &ir.Step{}
	one := func(p heap.Place, write bool, where ssa.Value) {
		acc := ir.Access{Map: p.Family, Write: write}
		for _, k := range p.Keys {
			acc.Index = append(acc.Index, ir.Subst(k, map[*ir.Var]*ir.Expr{i: ir.Add(dst.from, some)}))
		}
		s.Access = append(s.Access, t.Accesses([]ir.Access{acc}, where, nil)...)
	}
	for k, p := range to {
		if a := analysis.ArrayType(p.Type); a != nil {
			inner := ir.V(t.Anything(heap.IntSort))
			t.Assume(heap.IsIndex(inner, a.Len()))
			if from == nil {
				one(t.Mem.Index(sources[k], inner), false, what)
			}
			one(t.Mem.Index(p, inner), true, where)
			s.Do = append(s.Do, t.scramble(p, i)...)
			continue
		}
		var value *ir.Expr
		if from == nil {
			source := sources[k]
			one(source, false, what)
			value = ir.Select(ir.V(source.Family), source.Keys...)
		} else {
			value = from(p, at)
		}
		one(p, true, where)
		inside := ir.And(ir.Le(dst.from, ir.V(i)), ir.Lt(ir.V(i), ir.Add(dst.from, dst.count)))
		content := ir.Ite(inside, value, ir.Select(ir.V(p.Family), p.Keys...))
		s.Do = append(s.Do, t.replace(p, i, content)...)
	}
	if from == nil && t.refersToAny(elem) {
		s.Publish = []*ir.Expr{ir.Ite(t.Mem.Mine(dst.arr), ir.Nil, src.arr)}
	}
	s.Pre = t.PlainOnly(s.Access)
	if from == nil {
		joins, asserts := t.Mem.JoinElements(elem, src.arr, dst.arr)
		if free := t.Mem.NotInUse(elem, dst.arr, dst.from, dst.count); free.Op != ir.OpTrue {
			asserts = append(asserts, &ir.Assert{Cond: free, Check: ir.Check{Kind: ir.OtherRegion}})
		}
		s.Do = append(s.Do, joins...)
		for _, a := range asserts {
			a.Check.Subject = t.LocationBase(where)
			s.Pre = append(s.Pre, t.Assertion(a.Cond, a.Check))
		}
	}
	t.Step(s)
}

// replace gives every element of an array the content, a term over its index i, where p is the place of the element or
// of a part of it. Rows of their own are replaced as such; of parts that live among those of other objects, the others
// stay as they are.
func (t *translator) replace(p heap.Place, i *ir.Var, content *ir.Expr) []ir.Stmt {
	if len(p.Keys) == 2 {
		row := t.Local("", p.Family.Sort.Elem)
		return []ir.Stmt{
			&ir.Havoc{Vars: []*ir.Var{row}},
			&ir.Assume{Cond: ir.Forall([]*ir.Var{i}, ir.Eq(ir.Select(ir.V(row), ir.V(i)), content), p.Family)},
			&ir.Assign{Dst: p.Family, Src: ir.Store(ir.V(p.Family), p.Keys[:1], ir.V(row))},
		}
	}
	now := t.Local("", p.Family.Sort)
	r := &ir.Var{Name: "r", Label: "r", Sort: ir.Ref, Kind: ir.BoundVar}
	same := ir.Eq(ir.Select(ir.V(now), ir.V(r)), ir.Select(ir.V(p.Family), ir.V(r)))
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{now}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{i}, ir.Eq(ir.Select(ir.V(now), p.Keys...), content), p.Family)},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{r}, ir.Or(t.Mem.Matches(ir.V(r), p.Keys[0], i), same), p.Family)},
		&ir.Assign{Dst: p.Family, Src: ir.V(now)},
	}
}

// scramble gives arrays of scalars, that are in every element of an array, any content; the place of the one in the element of
// index i is given.
func (t *translator) scramble(p heap.Place, i *ir.Var) []ir.Stmt {
	q := t.Mem.Index(p, heap.ZeroInt)
	now := t.Local("", q.Family.Sort)
	r := &ir.Var{Name: "r", Label: "r", Sort: ir.Ref, Kind: ir.BoundVar}
	same := ir.Eq(ir.Select(ir.V(now), ir.V(r)), ir.Select(ir.V(q.Family), ir.V(r)))
	var here *ir.Expr
	if len(q.Keys) == 1 { // by the address of each
		here = ir.And(ir.Eq(ir.Apply(t.Mem.Kind, ir.V(r)), heap.ElemKind), t.Mem.Matches(ir.Apply(t.Mem.Parent, ir.V(r)), p.Addr(), i))
	} else {
		here = t.Mem.Matches(ir.V(r), q.Keys[0], i)
	}
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{now}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{r}, ir.Or(here, same), q.Family)},
		&ir.Assign{Dst: q.Family, Src: ir.V(now)},
	}
}

// refersToAny reports whether values of a type may hold references, by way of interfaces too.
func (t *translator) refersToAny(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	case *types.Array:
		return t.refersToAny(u.Elem())
	case *types.Interface:
		return t.prog.Carries(typ)
	case *types.Struct:
		for i := range u.NumFields() {
			if t.refersToAny(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}
