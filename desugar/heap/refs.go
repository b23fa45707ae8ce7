package heap

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// References name places in memory: an object as a whole, a field of the struct at a place, an element of the array at
// a place. The functions below build and take apart such names; their facts make aliasing through interior pointers
// exact: two fields of one object differ, two elements are the same if array and index are, and the object that a
// place belongs to (its base) can be told.
//
// The plan has an SMT datatype here. Functions with ground facts say the same, cost nothing where no interior pointer
// occurs, and keep queries in plain equality logic.
type refs struct {
	Base   *ir.Fn // the object that a place belongs to
	Kind   *ir.Fn // what a place is: rootKind, elemKind, or the field's own kind
	Parent *ir.Fn // the place that a field or element is part of
	Pos    *ir.Fn // an element's index
	elem   *ir.Fn
	fields map[*types.Var]*ir.Fn
	roots  map[*types.Var]*ir.Fn      // addresses of package variables
	is     map[*types.TypeName]*ir.Fn // whether a reference points to a value of that type
	arrays map[*ir.Fn]inhabitants     // of the fields and variables that are arrays of such values
}

// inhabitants are the elements of an array: a value of a type each, as is tells.
type inhabitants struct {
	is *ir.Fn
	n  int64
}

// kindSort tells apart what a place can be.
var kindSort = ir.Opaque("place")

var (
	RootKind = ir.Const("object", kindSort)
	ElemKind = ir.Const("element", kindSort)
	NoOwner  = ir.Const("none", kindSort)
)

func newRefs() *refs {
	r := &refs{fields: map[*types.Var]*ir.Fn{}, roots: map[*types.Var]*ir.Fn{}, is: map[*types.TypeName]*ir.Fn{}, arrays: map[*ir.Fn]inhabitants{}}
	ref := []*ir.Sort{ir.Ref}
	r.Base = &ir.Fn{Name: "base", Params: ref, Result: ir.Ref}
	r.Kind = &ir.Fn{Name: "kind", Params: ref, Result: kindSort}
	r.Parent = &ir.Fn{Name: "parent", Params: ref, Result: ir.Ref}
	// Positions have no bounds, as an annotation may speak of an element with any index: a bound would tell of the index.
	r.Pos = &ir.Fn{Name: "position", Params: ref, Result: ir.Int}
	r.Base.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Implies(ir.Eq(app.Args[0], ir.Nil), ir.Eq(app, ir.Nil))}
	}
	r.Base.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpNil {
			return ir.Nil
		}
		if args[0].Op == ir.OpApply && args[0].Fn == r.Base { // an object is its own
			return args[0]
		}
		if r.IsInterior(args[0]) || args[0].Op == ir.OpApply && args[0].Fn == r.Parent {
			return ir.Apply(r.Base, args[0].Args[0])
		}
		return nil
	}
	// An object that is no part of another counts as its own parent.
	r.Parent.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Eq(r.Raw(r.Base, app), ir.Apply(r.Base, app.Args[0]))}
	}
	r.Parent.Simplify = func(args []*ir.Expr) *ir.Expr {
		if r.IsInterior(args[0]) {
			return args[0].Args[0]
		}
		return nil
	}
	r.Pos.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && args[0].Fn == r.elem {
			return args[0].Args[1]
		}
		return nil
	}
	r.Kind.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && r.constructor(args[0].Fn) {
			return r.kindOf(args[0].Fn)
		}
		return nil
	}
	r.elem = &ir.Fn{Name: "element", Params: []*ir.Sort{ir.Ref, ir.Int}, Result: ir.Ref, Facts: func(app *ir.Expr) []*ir.Expr {
		facts := append(r.interior(app, ElemKind), ir.Eq(r.Raw(r.Pos, app), app.Args[1]))
		if arr := app.Args[0]; arr.Op == ir.OpApply && r.arrays[arr.Fn].is != nil {
			all := r.arrays[arr.Fn]
			facts = append(facts, ir.Implies(IsIndex(app.Args[1], all.n), ir.Apply(all.is, app)))
		}
		return facts
	}}
	return r
}

// IsIndex says that i is the index of an element of an array of n.
func IsIndex(i *ir.Expr, n int64) *ir.Expr {
	return ir.And(ir.Le(ZeroInt, i), ir.Lt(i, ir.N(n, IntSort)))
}

// Raw applies a function without simplification: for facts, whose point is the equation that Simplify uses.
func (r *refs) Raw(f *ir.Fn, arg *ir.Expr) *ir.Expr {
	return &ir.Expr{Op: ir.OpApply, Sort: f.Result, Args: []*ir.Expr{arg}, Fn: f}
}

func (r *refs) interior(app, kind *ir.Expr) []*ir.Expr {
	return []*ir.Expr{
		ir.Eq(r.Raw(r.Kind, app), kind),
		ir.Eq(r.Raw(r.Parent, app), app.Args[0]),
		ir.Eq(r.Raw(r.Base, app), ir.Apply(r.Base, app.Args[0])),
		ir.Ne(app, ir.Nil),
	}
}

// IsInterior reports whether e is written as the address of a field or of an element.
func (r *refs) IsInterior(e *ir.Expr) bool {
	return e.Op == ir.OpApply && len(e.Args) > 0 && r.constructor(e.Fn)
}

// constructor reports whether f makes the name of a place: of a package variable, or from the place that it is part of.
func (r *refs) constructor(f *ir.Fn) bool {
	ofPlace := len(f.Params) == 0 || f.Params[0].Kind == ir.KindRef
	return f.Result == ir.Ref && ofPlace && f != r.Base && f != r.Parent
}

func (r *refs) kindOf(f *ir.Fn) *ir.Expr {
	if f == r.elem {
		return ElemKind
	}
	return ir.Const(f.Name, kindSort)
}

// FieldRef returns the address of field f of the struct at ref.
func (m *Memory) FieldRef(f *types.Var, ref *ir.Expr) *ir.Expr {
	f = m.Facts.Field(f)
	fn := m.refs.fields[f]
	if fn == nil {
		fn = &ir.Fn{Name: "&" + m.placeName(f), Params: []*ir.Sort{ir.Ref}, Result: ir.Ref}
		is := m.IsPlaceOf(f.Type())
		fn.Facts = func(app *ir.Expr) []*ir.Expr {
			facts := m.refs.interior(app, m.refs.kindOf(fn))
			if is != nil {
				facts = append(facts, ir.Apply(is, app))
			}
			return facts
		}
		m.refs.fields[f] = fn
		m.noteArray(fn, f.Type())
	}
	return ir.Apply(fn, ref)
}

// rootRef returns the address of a package variable.
func (m *Memory) rootRef(v *types.Var) *ir.Expr {
	fn := m.refs.roots[v]
	if fn == nil {
		fn = &ir.Fn{Name: "&" + m.placeName(v), Result: ir.Ref}
		is := m.IsPlaceOf(v.Type())
		fn.Facts = func(app *ir.Expr) []*ir.Expr {
			facts := []*ir.Expr{
				ir.Eq(m.refs.Raw(m.refs.Base, app), app),
				ir.Eq(m.refs.Raw(m.refs.Kind, app), m.refs.kindOf(fn)),
				ir.Ne(app, ir.Nil),
			}
			if is != nil {
				facts = append(facts, ir.Apply(is, app))
			}
			return facts
		}
		m.refs.roots[v] = fn
		m.noteArray(fn, v.Type())
	}
	return ir.Apply(fn)
}

// SharedRoots says of the package variables in sight that they are shared objects: nobody ever owns one.
func (m *Memory) SharedRoots() []*ir.Expr {
	if m.Status == nil {
		return nil
	}
	var facts []*ir.Expr
	for _, fn := range slices.SortedFunc(maps.Values(m.refs.roots), func(a, b *ir.Fn) int { return cmp.Compare(a.Name, b.Name) }) {
		facts = append(facts, ir.Eq(m.StatusOf(ir.Apply(fn)), ir.N(ir.Shared, ir.Int)))
	}
	return facts
}

// noteArray notes what the elements are of arrays that fn leads to.
func (m *Memory) noteArray(fn *ir.Fn, t types.Type) {
	if a := analysis.ArrayType(t); a != nil {
		if is := m.IsPlaceOf(a.Elem()); is != nil {
			m.refs.arrays[fn] = inhabitants{is, a.Len()}
		}
	}
}

// ElemRef returns the address of element i of the array at ref.
func (m *Memory) ElemRef(ref, i *ir.Expr) *ir.Expr { return ir.Apply(m.refs.elem, ref, i) }

// IsPlaceOf returns the predicate that tells the addresses of values of type t, or nil if nothing depends on it.
func (m *Memory) IsPlaceOf(t types.Type) *ir.Fn {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !m.Facts.Typed[n.Origin().Obj()] {
		return nil
	}
	name := n.Origin().Obj()
	fn := m.refs.is[name]
	if fn == nil {
		fn = &ir.Fn{Name: "is " + name.Name(), Params: []*ir.Sort{ir.Ref}, Result: ir.Bool}
		m.refs.is[name] = fn
	}
	return fn
}

// Existing says that ref points to a value of the type that is tells: nil points to none.
func Existing(is *ir.Fn, ref *ir.Expr) *ir.Expr { return ir.And(ir.Ne(ref, ir.Nil), ir.Apply(is, ref)) }

// variablesAt returns the fields and package variables that p may be. Of a place that is reached through a pointer these are all
// those of its type of which the address is taken: what is asked of a variable's values is asked of what is stored there through
// a pointer, too.
func (m *Memory) variablesAt(p Place) []candidate {
	switch {
	case p.IsLocal():
		return nil
	case p.Variable != nil:
		return []candidate{{p, ir.True}}
	case p.Family == nil || p.Addr == nil:
		return nil
	}
	var all []candidate
	ref := p.Addr()
	for _, c := range m.Facts.Containers[analysis.TypeKey(p.Type)] {
		if c.How != analysis.Direct || !m.Facts.Escapes.Vars[c.Variable] || !m.Facts.BindsValues(c) {
			continue
		}
		at := p
		at.Variable, at.Owner = c.Variable, m.objectOf(c, func() *ir.Expr { return ir.Apply(m.Parent, ref) })
		all = append(all, candidate{at, ir.Eq(ir.Apply(m.Kind, ref), m.KindOfVar(c.Variable))})
	}
	return all
}

// A candidate is a variable that a place may be, and the condition under which it is.
type candidate struct {
	place Place
	is    *ir.Expr
}

// pointerType returns the pointer type of a pointer, or of what an atomic.Pointer holds.
func pointerType(t types.Type) (*types.Pointer, bool) {
	if elem := AtomicElem(t); elem != nil {
		t = elem
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	return ptr, ok
}
