package heap

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Loaded returns what is known of a value that was just read from p: references point to shared objects, or to objects
// of ours if p is in one; slices are well formed; the slice of a variable that owns its store is bound to it.
func (m *Memory) Loaded(v *ir.Expr, p Place, t types.Type) []*ir.Expr {
	if p.IsLocal() {
		return nil
	}
	if analysis.IsComposite(t) && p.Family == nil {
		var facts []*ir.Expr
		st := t.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			facts = append(facts, m.Loaded(ir.GetField(v, i), m.Field(p, st.Field(i)), st.Field(i).Type())...)
		}
		return facts
	}
	local := ir.False
	if m.Status != nil && len(p.Keys) > 0 && p.Keys[0].Sort.Kind == ir.KindRef {
		local = m.Mine(p.Keys[0])
	}
	m.noteContainer(v, p)
	facts := m.Known(v, t, local)
	for _, at := range m.variablesAt(p) {
		for _, f := range m.boundIn(v, at.place) {
			facts = append(facts, ir.Implies(at.is, f))
		}
	}
	if p.Variable != nil && m.Facts.IsOurs(p.Variable) {
		facts = append(facts, m.notFromList(v, t)...)
	}
	return append(facts, m.InRegionOf(v, t, p)...)
}

// notFromList says of the value v of an interface type, which was found elsewhere than in an element of a list, that it
// holds no pointer of a kind that only these hold.
func (m *Memory) notFromList(v *ir.Expr, t types.Type) (facts []*ir.Expr) {
	if !m.Facts.Carries(t) || analysis.IsGeneric(t) {
		return nil
	}
	alone := m.Facts.InListsAlone()
	for _, name := range alone {
		facts = append(facts, ir.Ne(m.Dynamic.DynamicType(v), m.Dynamic.Of(types.NewPointer(name.Type())).Term))
	}
	if len(alone) > 0 && !slices.ContainsFunc(m.Facts.CarriedBy(t), func(ptr types.Type) bool {
		return !slices.Contains(alone, analysis.StructName(analysis.Deref(ptr)))
	}) {
		facts = append(facts, ir.Eq(m.Dynamic.Held(v), ir.Nil))
	}
	return facts
}

// Known returns what holds of any value of type t that another goroutine may have had its hands on: what it refers to
// exists and is shared, or, under the condition local, may be ours.
func (m *Memory) Known(v *ir.Expr, t types.Type, local *ir.Expr) []*ir.Expr {
	var facts []*ir.Expr
	if ptr, ok := pointerType(t); ok {
		if is := m.IsPlaceOf(ptr.Elem()); is != nil {
			facts = append(facts, ir.Or(ir.Eq(v, ir.Nil), ir.Apply(is, v)))
		}
		if here := m.atEmbeddingSite(v, ptr.Elem()); here != nil {
			facts = append(facts, here)
		}
		facts = append(facts, m.outside(v, ptr.Elem())...)
	}
	if st, ok := t.Underlying().(*types.Slice); ok {
		facts = append(facts, m.wellFormed(v, st.Elem())...)
	}
	facts = append(facts, m.wellFormedInside(v, t)...)
	if m.Status == nil {
		return facts
	}
	for _, ref := range m.Publishable(v, t) {
		marked := ir.And(local, m.Mine(ref), ir.Select(ir.V(m.Stored), ir.Apply(m.Base, ref)))
		facts = append(facts, ir.Or(m.IsShared(ref), marked, m.isBorrowed(ref)))
	}
	return facts
}

// isBorrowed says that a reference is to one of the arrays of which the goroutine has taken over elements.
func (m *Memory) isBorrowed(ref *ir.Expr) *ir.Expr {
	is := ir.False
	for _, arr := range m.Borrowed {
		is = ir.Or(is, ir.Eq(ref, arr))
	}
	return is
}

// wellFormedInside says of the slices in a struct that they are well formed.
func (m *Memory) wellFormedInside(v *ir.Expr, t types.Type) (facts []*ir.Expr) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || v.Sort.Kind != ir.KindTuple || analysis.IsSyncValue(t) || analysis.IsReflectValue(t) {
		return nil
	}
	for i := range st.NumFields() {
		part := ir.GetField(v, i)
		if u, ok := st.Field(i).Type().Underlying().(*types.Slice); ok {
			facts = append(facts, m.wellFormed(part, u.Elem())...)
		}
		facts = append(facts, m.wellFormedInside(part, st.Field(i).Type())...)
	}
	return facts
}

// KnownParam returns what is known of a parameter: it refers to shared objects, or, where the contract speaks of
// local, to shared ones or ones of the goroutine's own.
func (m *Memory) KnownParam(v *ir.Expr, t types.Type, local bool) []*ir.Expr {
	if !local || m.Status == nil {
		return m.Known(v, t, ir.False)
	}
	facts := m.KnownAnyway(v, t)
	for _, ref := range m.Publishable(v, t) {
		facts = append(facts, ir.Or(m.IsShared(ref), m.Mine(ref)))
	}
	return append(facts, m.wholeInteriors(v, t)...)
}

// KnownAnyway returns what holds of any value of type t, whoever has what it refers to.
func (m *Memory) KnownAnyway(v *ir.Expr, t types.Type) []*ir.Expr {
	status := m.Status
	m.Status = nil
	defer func() { m.Status = status }()
	return m.Known(v, t, ir.False)
}

// atEmbeddingSite says that the pointer v, to a value of type t, leads to one of the type's embedding sites; nil if they are not known.
func (m *Memory) atEmbeddingSite(v *ir.Expr, t types.Type) *ir.Expr {
	if in := m.inEmbeddingSite(v, t); in != nil {
		return ir.Or(ir.Eq(v, ir.Nil), in)
	}
	return nil
}

// inEmbeddingSite is atEmbeddingSite for a pointer that is not nil. What such a site is part of has sites as well,
// perhaps. (It is never part of a value of its own type.)
func (m *Memory) inEmbeddingSite(v *ir.Expr, t types.Type) *ir.Expr {
	name := analysis.StructName(t)
	if name == nil || len(m.Facts.EmbeddingSites[name]) == 0 {
		return nil
	}
	in := ir.False
	for _, site := range m.Facts.EmbeddingSites[name] {
		here := ir.Eq(ir.Apply(m.Kind, v), m.KindOfVar(site))
		if owner := m.Facts.OwnerType(site); owner != nil {
			if further := m.inEmbeddingSite(ir.Apply(m.Parent, v), owner); further != nil {
				here = ir.And(here, further)
			}
		}
		in = ir.Or(in, here)
	}
	return in
}

// Touch puts the heap variables for everything in p into use.
func (m *Memory) Touch(p Place, at *ir.Expr) {
	switch {
	case analysis.IsComposite(p.Type):
		st := p.Type.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			m.Touch(m.Field(p, st.Field(i)), at)
		}
	case analysis.ArrayType(p.Type) != nil:
		m.Touch(m.Index(p, at), at)
	case p.Variable != nil && m.Facts.OwnsStore(p.Variable) && p.Family != nil:
		if _, isMap := p.Type.Underlying().(*types.Map); isMap {
			_, _ = m.MapStore(p.Type) // a type without a translation makes the functions unknown that use it
		} else if v, err := m.Read(p); err == nil {
			m.Touch(m.Elem(v, p.Type.Underlying().(*types.Slice).Elem(), at), at)
		}
	}
}

// CanBeNil reports whether a type has a value nil that is told from others by a term.
func CanBeNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return !analysis.IsTypeParam(t)
	}
	return false
}

// HiddenRefs returns the conditions that nothing is hidden in the value v of type t, and the first type that may hide something.
func (m *Memory) HiddenRefs(v *ir.Expr, t types.Type) (none []*ir.Expr, by types.Type) {
	if analysis.IsSyncValue(t) || v.Sort.Kind != ir.KindTuple && v.Sort.Kind != ir.KindArray {
		return nil, nil
	}
	note := func(part *ir.Expr, t types.Type) {
		more, inner := m.HiddenRefs(part, t)
		none = append(none, more...)
		if by == nil {
			by = inner
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if m.Facts.Hides(t) {
			return m.noRefs(v, t), t
		}
		for i := range u.NumFields() {
			if f := u.Field(i); m.Facts.IsOurs(f) || f.Exported() {
				note(ir.GetField(v, i), f.Type())
			}
		}
	case *types.Array:
		for i := range min(u.Len(), MaxUnrolled) {
			note(ir.Select(v, ir.N(i, IntSort)), u.Elem())
		}
	}
	return none, by
}

// noRefs returns the conditions that the value v of type t refers to nothing.
func (m *Memory) noRefs(v *ir.Expr, t types.Type) []*ir.Expr {
	var none []*ir.Expr
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); analysis.LeadsToMemory(f.Type()) {
				none = append(none, m.noRefs(ir.GetField(v, i), f.Type())...)
			}
		}
	case *types.Array:
		for i := range min(u.Len(), MaxUnrolled) {
			none = append(none, m.noRefs(ir.Select(v, ir.N(i, IntSort)), u.Elem())...)
		}
	case *types.Slice:
		none = append(none, ir.Eq(m.SliceArr(v), ir.Nil))
	default:
		none = append(none, ir.Eq(v, ZeroOf(v.Sort)))
	}
	return none
}

// SettledFacts returns what is known of x, which was read from the package variable v.
func (m *Memory) SettledFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	if m.Facts.NeverAssigned[v] {
		return []*ir.Expr{ir.Eq(x, ZeroOf(x.Sort))}
	}
	s := m.Facts.AssignedOnce[v]
	if s == nil || m.Alone {
		return nil
	}
	if c, ok := s.Val.(*ssa.Const); ok && c.Value != nil {
		if k := c.Value.Kind(); k == constant.Int || k == constant.Bool {
			if e, err := m.Constant(c); err == nil && ir.Same(e.Sort, x.Sort) {
				return []*ir.Expr{ir.Eq(x, e)}
			}
		}
		return nil
	}
	if CanBeNil(v.Type()) && m.Facts.NeverNilInitially(s.Val) {
		return []*ir.Expr{ir.Ne(x, ZeroOf(x.Sort))}
	}
	return nil
}
