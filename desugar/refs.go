package desugar

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
	base   *ir.Fn // the object that a place belongs to
	kind   *ir.Fn // what a place is: rootKind, elemKind, or the field's own kind
	parent *ir.Fn // the place that a field or element is part of
	pos    *ir.Fn // an element's index
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
	rootKind = ir.Const("object", kindSort)
	elemKind = ir.Const("element", kindSort)
	noOwner  = ir.Const("none", kindSort)
)

func newRefs() *refs {
	r := &refs{fields: map[*types.Var]*ir.Fn{}, roots: map[*types.Var]*ir.Fn{}, is: map[*types.TypeName]*ir.Fn{}, arrays: map[*ir.Fn]inhabitants{}}
	ref := []*ir.Sort{ir.Ref}
	r.base = &ir.Fn{Name: "base", Params: ref, Result: ir.Ref}
	r.kind = &ir.Fn{Name: "kind", Params: ref, Result: kindSort}
	r.parent = &ir.Fn{Name: "parent", Params: ref, Result: ir.Ref}
	// Positions have no bounds, as an annotation may speak of an element with any index: a bound would tell of the index.
	r.pos = &ir.Fn{Name: "position", Params: ref, Result: ir.Int}
	r.base.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Implies(ir.Eq(app.Args[0], ir.Nil), ir.Eq(app, ir.Nil))}
	}
	r.base.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpNil {
			return ir.Nil
		}
		if r.isInterior(args[0]) || args[0].Op == ir.OpApply && args[0].Fn == r.parent {
			return ir.Apply(r.base, args[0].Args[0])
		}
		return nil
	}
	// An object that is no part of another counts as its own parent.
	r.parent.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Eq(r.raw(r.base, app), ir.Apply(r.base, app.Args[0]))}
	}
	r.parent.Simplify = func(args []*ir.Expr) *ir.Expr {
		if r.isInterior(args[0]) {
			return args[0].Args[0]
		}
		return nil
	}
	r.pos.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && args[0].Fn == r.elem {
			return args[0].Args[1]
		}
		return nil
	}
	r.kind.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && r.constructor(args[0].Fn) {
			return r.kindOf(args[0].Fn)
		}
		return nil
	}
	r.elem = &ir.Fn{Name: "element", Params: []*ir.Sort{ir.Ref, ir.Int}, Result: ir.Ref, Facts: func(app *ir.Expr) []*ir.Expr {
		facts := append(r.interior(app, elemKind), ir.Eq(r.raw(r.pos, app), app.Args[1]))
		if arr := app.Args[0]; arr.Op == ir.OpApply && r.arrays[arr.Fn].is != nil {
			all := r.arrays[arr.Fn]
			facts = append(facts, ir.Implies(isIndex(app.Args[1], all.n), ir.Apply(all.is, app)))
		}
		return facts
	}}
	return r
}

// isIndex says that i is the index of an element of an array of n.
func isIndex(i *ir.Expr, n int64) *ir.Expr {
	return ir.And(ir.Le(zeroInt, i), ir.Lt(i, ir.N(n, intSort)))
}

// raw applies a function without simplification: for facts, whose point is the equation that Simplify uses.
func (r *refs) raw(f *ir.Fn, arg *ir.Expr) *ir.Expr {
	return &ir.Expr{Op: ir.OpApply, Sort: f.Result, Args: []*ir.Expr{arg}, Fn: f}
}

func (r *refs) interior(app, kind *ir.Expr) []*ir.Expr {
	return []*ir.Expr{
		ir.Eq(r.raw(r.kind, app), kind),
		ir.Eq(r.raw(r.parent, app), app.Args[0]),
		ir.Eq(r.raw(r.base, app), ir.Apply(r.base, app.Args[0])),
		ir.Ne(app, ir.Nil),
	}
}

func (r *refs) isInterior(e *ir.Expr) bool {
	return e.Op == ir.OpApply && len(e.Args) > 0 && r.constructor(e.Fn)
}

// constructor reports whether f makes the name of a place: of a package variable, or from the place that it is part of.
func (r *refs) constructor(f *ir.Fn) bool {
	ofPlace := len(f.Params) == 0 || f.Params[0].Kind == ir.KindRef
	return f.Result == ir.Ref && ofPlace && f != r.base && f != r.parent
}

func (r *refs) kindOf(f *ir.Fn) *ir.Expr {
	if f == r.elem {
		return elemKind
	}
	return ir.Const(f.Name, kindSort)
}

// fieldRef returns the address of field f of the struct at ref.
func (m *memory) fieldRef(f *types.Var, ref *ir.Expr) *ir.Expr {
	f = m.prog.Field(f)
	fn := m.refs.fields[f]
	if fn == nil {
		fn = &ir.Fn{Name: "&" + m.placeName(f), Params: []*ir.Sort{ir.Ref}, Result: ir.Ref}
		is := m.isPlaceOf(f.Type())
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
func (m *memory) rootRef(v *types.Var) *ir.Expr {
	fn := m.refs.roots[v]
	if fn == nil {
		fn = &ir.Fn{Name: "&" + m.placeName(v), Result: ir.Ref}
		is := m.isPlaceOf(v.Type())
		fn.Facts = func(app *ir.Expr) []*ir.Expr {
			facts := []*ir.Expr{
				ir.Eq(m.refs.raw(m.refs.base, app), app),
				ir.Eq(m.refs.raw(m.refs.kind, app), m.refs.kindOf(fn)),
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

// sharedRoots says of the package variables in sight that they are shared objects: nobody ever owns one.
func (m *memory) sharedRoots() []*ir.Expr {
	if m.status == nil {
		return nil
	}
	var facts []*ir.Expr
	for _, fn := range slices.SortedFunc(maps.Values(m.refs.roots), func(a, b *ir.Fn) int { return cmp.Compare(a.Name, b.Name) }) {
		facts = append(facts, ir.Eq(m.statusOf(ir.Apply(fn)), ir.N(ir.Shared, ir.Int)))
	}
	return facts
}

// noteArray notes what the elements are of arrays that fn leads to.
func (m *memory) noteArray(fn *ir.Fn, t types.Type) {
	if a := analysis.ArrayType(t); a != nil {
		if is := m.isPlaceOf(a.Elem()); is != nil {
			m.refs.arrays[fn] = inhabitants{is, a.Len()}
		}
	}
}

// elemRef returns the address of element i of the array at ref.
func (m *memory) elemRef(ref, i *ir.Expr) *ir.Expr { return ir.Apply(m.refs.elem, ref, i) }

// isPlaceOf returns the predicate that tells the addresses of values of type t, or nil if nothing depends on it.
func (m *memory) isPlaceOf(t types.Type) *ir.Fn {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !m.prog.Typed[n.Origin().Obj()] {
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

// existing says that ref points to a value of the type that is tells: nil points to none.
func existing(is *ir.Fn, ref *ir.Expr) *ir.Expr { return ir.And(ir.Ne(ref, ir.Nil), ir.Apply(is, ref)) }
