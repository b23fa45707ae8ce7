package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Mine is the condition that the object ref points into is local to the goroutine under check.
func (m *Memory) Mine(ref *ir.Expr) *ir.Expr {
	if m.Status == nil {
		return ir.False
	}
	return ir.Eq(m.StatusOf(ref), ir.N(ir.Mine, ir.Int))
}

// StatusOf is what is recorded of the object that ref belongs to: unallocated, mine, shared or given away.
func (m *Memory) StatusOf(ref *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(m.Status), ir.Apply(m.Base, ref))
}

// IsShared is the condition that ref, if it is not nil, points into a shared object.
func (m *Memory) IsShared(ref *ir.Expr) *ir.Expr {
	return ir.Or(ir.Eq(ref, ir.Nil), ir.Eq(m.StatusOf(ref), ir.N(ir.Shared, ir.Int)))
}

// Allocate returns a new zeroed object of type t and the step that creates it. It is local until published.
//
// The step picks an object that does not exist yet and whose memory happens to be zero: memory that nobody owns is
// arbitrary, so there always is one.
func (m *Memory) Allocate(t types.Type, label string) (*ir.Expr, *ir.Step, error) {
	r := m.NewRef(label)
	zero, err := m.Zeroed(m.Deref(ir.V(r), t))
	if err != nil {
		return nil, nil, err
	}
	if is := m.IsPlaceOf(t); is != nil {
		zero = append(zero, ir.Apply(is, ir.V(r)))
	}
	m.NoteAllocated(t)
	return ir.V(r), m.Create(r, append(zero, m.Interiors(ir.V(r), m.Deref(ir.V(r), t))...)), nil
}

// Whole is the condition that ref is a local object, not a place inside one.
func (m *Memory) Whole(ref *ir.Expr) *ir.Expr {
	return ir.And(ir.Ne(ref, ir.Nil), m.Mine(ref), ir.Eq(ir.Apply(m.Base, ref), ref))
}

// wholeInteriors is interiors for a value that comes from a caller or callee, under the condition that it is a local
// object as a whole: then it was created with the type of the pointer to it, or as an array of the slice's elements.
func (m *Memory) wholeInteriors(v *ir.Expr, t types.Type) []*ir.Expr {
	if m.Status == nil {
		return nil
	}
	var inside []*ir.Expr
	if analysis.IsReflectValue(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		m.NoteAllocated(u.Elem()) // who has it may publish it
		inside = m.Interiors(v, m.Deref(v, u.Elem()))
	case *types.Slice:
		m.NoteAllocated(u.Elem())
		v = m.SliceArr(v)
		inside = m.Interiors(v, m.ArrayAt(v, u.Elem()))
	}
	var facts []*ir.Expr
	for _, f := range inside {
		facts = append(facts, ir.Implies(m.Whole(v), f))
	}
	return facts
}

// Interiors says which values of types with invariants a new object holds: those that its type says, and no others.
func (m *Memory) Interiors(r *ir.Expr, p Place) []*ir.Expr {
	var facts []*ir.Expr
	for _, name := range m.Facts.TypedNames() {
		this := &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.BoundVar}
		i := &ir.Var{Name: "i", Label: "i", Sort: IntSort, Kind: ir.BoundVar}
		any := ir.False
		for _, v := range m.ValuesOf(name, p, i) {
			any = ir.Or(any, ir.And(m.Matches(ir.V(this), v.At, i), m.within(ir.V(this), v)))
		}
		inside := ir.And(ir.Apply(m.IsPlaceOf(name.Type()), ir.V(this)), ir.Eq(ir.Apply(m.Base, ir.V(this)), r))
		facts = append(facts, ir.Forall([]*ir.Var{this}, ir.Implies(inside, any)))
	}
	return facts
}

// A member is where a value is that is part of another, and how long the arrays are that it is in, the outermost first; 0
// where that is not known.
type member struct {
	At   *ir.Expr
	lens []int64
}

// ValuesOf returns where the values of a type are inside p, with i for the index of any element.
func (m *Memory) ValuesOf(name *types.TypeName, p Place, i *ir.Var, lens ...int64) []member {
	var all []member
	if n, ok := types.Unalias(p.Type).(*types.Named); ok && n.Origin().Obj() == name {
		all = append(all, member{p.Addr(), lens})
	}
	switch u := p.Type.Underlying().(type) {
	case *types.Struct:
		if analysis.IsSyncValue(p.Type) {
			break
		}
		for k := range u.NumFields() {
			if IsAddressed(u.Field(k).Type()) {
				all = append(all, m.ValuesOf(name, m.Field(p, u.Field(k)), i, lens...)...)
			}
		}
	case *types.Array:
		if IsAddressed(u.Elem()) {
			elem := m.Element(p.Addr(), ir.V(i), u.Elem())
			all = append(all, m.ValuesOf(name, elem, i, append(slices.Clone(lens), u.Len())...)...)
		}
	}
	return all
}

// within says of a place that matches a member that no index on the way there is beyond the end of its array.
func (m *Memory) within(place *ir.Expr, v member) *ir.Expr {
	cond, lens := ir.True, v.lens
	for at := v.At; len(lens) > 0; at = at.Args[0] {
		if at.Fn == m.refs.elem {
			if n := lens[len(lens)-1]; n > 0 {
				cond = ir.And(cond, IsIndex(ir.Apply(m.Pos, place), n))
			}
			lens = lens[:len(lens)-1]
		}
		place = ir.Apply(m.Parent, place)
	}
	return cond
}

// NewRef returns a new local variable for a reference.
func (m *Memory) NewRef(label string) *ir.Var {
	return m.NewLocal(label, ir.Ref)
}

// Create is the step that makes r a new object of which the facts hold.
func (m *Memory) Create(r *ir.Var, facts []*ir.Expr) *ir.Step {
	m.WantsOwnership = true
	ref := ir.V(r)
	all := []*ir.Expr{
		ir.Ne(ref, ir.Nil),
		ir.Eq(&ir.Expr{Op: ir.OpApply, Sort: ir.Ref, Fn: m.Base, Args: []*ir.Expr{ref}}, ref),
		ir.Eq(ir.Apply(m.Kind, ref), RootKind),
	}
	s := &ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{&ir.Havoc{Vars: []*ir.Var{r}}}}
	if m.Status == nil {
		s.Do = append(s.Do, &ir.Assume{Cond: ir.And(append(all, facts...)...)})
		return s
	}
	all = append(all, ir.Eq(ir.Select(ir.V(m.Status), ref), ir.N(ir.Unallocated, ir.Int)))
	if m.needs(storeOwner) {
		all = append(all, ir.Eq(ir.Select(ir.V(m.binding().Owner), ref), NoOwner))
	}
	all = append(all, m.newInRegion(ref)...)
	s.Do = append(s.Do,
		&ir.Assume{Cond: ir.And(append(all, facts...)...)},
		&ir.Assign{Dst: m.Status, Src: ir.Store(ir.V(m.Status), []*ir.Expr{ref}, ir.N(ir.Mine, ir.Int))},
		&ir.Assign{Dst: m.Stored, Src: ir.Store(ir.V(m.Stored), []*ir.Expr{ref}, ir.False)})
	s.Do = append(s.Do, m.standsAlone(ref)...)
	return s
}

// NoteAllocated remembers the types of which the function creates values: their invariants matter when they are
// published.
func (m *Memory) NoteAllocated(t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		m.Allocated[n.Origin().Obj()] = true
	}
	if analysis.IsReflectValue(t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if !analysis.IsSyncValue(t) {
			for i := range u.NumFields() {
				m.NoteAllocated(u.Field(i).Type())
			}
		}
	case *types.Array:
		m.NoteAllocated(u.Elem())
	}
}

// MakeSlice returns a new slice of n zero elements and the given capacity, and the step that creates its array.
func (m *Memory) MakeSlice(elem types.Type, n, capacity *ir.Expr, label string) (*ir.Expr, *ir.Step, error) {
	r := m.NewRef(label)
	zero, err := m.zeroedElements(elem, ir.V(r))
	if err != nil {
		return nil, nil, err
	}
	m.NoteAllocated(elem)
	zero = append(zero, m.Interiors(ir.V(r), m.ArrayAt(ir.V(r), elem))...)
	return m.MakeSliceValue(ir.V(r), ir.N(0, IntSort), m.AsInt(n), m.AsInt(capacity)), m.Create(r, zero), nil
}

// ElementOwners is the sort of what is noted of each element of each array.
func ElementOwners(of *ir.Sort) *ir.Sort { return ir.Array(ir.Ref, ir.Array(IntSort, of)) }

// Lending is what a function that lends memory keeps account of: the WaitGroup to which each object, and each element of
// an array, has been lent; nil for those that are not.
type Lending struct{ Objects, Elements *ir.Var }

// MarkStored says that the object that ref points into is stored in another one, if it is local.
func (m *Memory) MarkStored(ref *ir.Expr) []ir.Stmt {
	if m.Status == nil {
		return nil
	}
	base := ir.Apply(m.Base, ref)
	mark := ir.Or(m.Mine(base), ir.Select(ir.V(m.Stored), base))
	return []ir.Stmt{&ir.Assign{Dst: m.Stored, Src: ir.Store(ir.V(m.Stored), []*ir.Expr{base}, mark)}}
}

// Marks returns the object of which s notes that it is stored in a local object, and the condition that it is; else nil.
func (m *Memory) Marks(s ir.Stmt) (object, marked *ir.Expr) {
	a, ok := s.(*ir.Assign)
	if !ok || a.Dst != m.Stored || a.Src.Op != ir.OpStore || len(a.Src.Args) != 3 {
		return nil, nil
	}
	return a.Src.Args[1], a.Src.Args[2]
}
