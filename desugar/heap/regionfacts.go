package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// nameRegion notes a region that a variable of the function tells, or nothing but the group.
func (m *Memory) nameRegion(r region) {
	if !slices.ContainsFunc(m.namedRegions, func(o region) bool { return ir.Equal(o.kind, r.kind) && ir.Equal(o.object, r.object) }) {
		m.namedRegions = append(m.namedRegions, r)
	}
}

// RegionHints returns what may be known of the region of what a value leads to: that it is one that the function has a name for, or none.
func (m *Memory) RegionHints(v *ir.Expr, t types.Type) []*ir.Expr {
	if !m.Need.Regions {
		return nil
	}
	var hints []*ir.Expr
	for _, has := range m.Gets(v, t) {
		hints = append(hints, ir.Or(ir.Eq(v, ZeroOf(v.Sort)), has))
	}
	for _, ref := range m.RegionalRefs(v, t) {
		its := m.regionOf(ref)
		add := func(is *ir.Expr) { hints = append(hints, ir.Or(ir.Eq(ref, ir.Nil), is)) }
		floats := m.isFloating(ref, its)
		for _, r := range m.namedRegions {
			add(m.sameRegion(its, r))
			if floats.Op != ir.OpFalse {
				add(ir.Or(m.sameRegion(its, r), floats))
			}
		}
		for _, p := range m.namedHandingOver {
			add(m.hasPermission(ref, p))
			add(ir.And(ir.Eq(its.kind, handed), ir.Eq(its.object, m.regionAtPlace(p).object)))
		}
		if taken := m.isTaken(its); taken.Op != ir.OpFalse {
			add(taken)
			add(ir.Or(m.isNobodys(its), taken)) // the loop lets go of it, and tries again
		}
		add(m.isNobodys(its))
		if floats.Op != ir.OpFalse {
			add(floats)
			add(ir.Eq(its.object, ir.Apply(m.Base, ref))) // nothing joined it, so what the loop makes is another
		}
	}
	return hints
}

// outside says of a pointer to a struct with synchronisation of its own that what it points into is in no region.
func (m *Memory) outside(v *ir.Expr, t types.Type) []*ir.Expr {
	if !m.Need.Regions || !analysis.IsComposite(t) || m.Facts.IsPlain(t) {
		return nil
	}
	return []*ir.Expr{ir.Or(ir.Eq(v, ir.Nil), isUnowned(m.regionOf(v)))}
}

// InOneRegion says that what a value leads to, and was found at the place if there is one, is in a group's region or
// the caller's, and in that of the other value if that is asked for; or all of it is the goroutine's own with all that
// is stored in it.
func (m *Memory) InOneRegion(v *ir.Expr, t types.Type, at *Place, other *ir.Expr, otherType types.Type, otherAt *Place, both bool) (all []*ir.Expr) {
	for _, ref := range m.RegionalRefs(v, t) {
		r, floats := m.lentRegion(ref, at)
		all = append(all, ir.Or(ir.And(ir.Eq(ref, ir.Nil), ir.B(at == nil)), ir.Not(isUnowned(r)), floats))
		if !both {
			continue
		}
		for _, o := range m.RegionalRefs(other, otherType) {
			its, alsoFloats := m.lentRegion(o, otherAt)
			neither := ir.Or(ir.And(ir.Eq(ref, ir.Nil), ir.B(at == nil)), ir.And(ir.Eq(o, ir.Nil), ir.B(otherAt == nil)))
			all = append(all, ir.Or(neither, ir.And(m.sameRegion(r, its), ir.Not(isUnowned(r))), ir.And(floats, alsoFloats)))
		}
	}
	return all
}

// lentRegion is the region of what ref leads to, or of what the place leads to where it was found, and whether it is the goroutine's own.
func (m *Memory) lentRegion(ref *ir.Expr, at *Place) (region, *ir.Expr) {
	if at == nil {
		r := m.regionOf(ref)
		return r, m.isFloating(ref, r)
	}
	r := m.regionOfPlace(*at)
	if c := at.container(); c != nil {
		return r, m.isFloating(c, r)
	}
	return r, ir.False
}

// InRegionWith says that reference number k in the value v is nil or in the region that what another value leads to is in.
func (m *Memory) InRegionWith(v *ir.Expr, t types.Type, k int, other *ir.Expr, otherType types.Type, at *Place) *ir.Expr {
	ref := m.RegionalRefs(v, t)[k]
	with := ir.Eq(ref, ir.Nil)
	for _, o := range m.RegionalRefs(other, otherType) {
		r, floats := m.lentRegion(o, at)
		is := ir.Or(floats, m.sameRegion(m.regionOf(ref), r))
		if at == nil {
			is = ir.And(ir.Ne(o, ir.Nil), is)
		}
		with = ir.Or(with, is)
	}
	return with
}

// NothingElseStored says of each of the references that, if what it leads to is the goroutine's own, local objects
// store nothing that is not in its region. Who gets the reference takes the rest for shared.
func (m *Memory) NothingElseStored(refs []*ir.Expr) (all []*ir.Expr) {
	if m.Status == nil {
		return nil
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	r := m.inRegions()
	for _, ref := range refs {
		in := ir.And(ir.Eq(ir.Select(ir.V(r.kind), ir.V(o)), none), ir.Eq(ir.Select(ir.V(r.object), ir.V(o)), m.regionOf(ref).object))
		stored := ir.And(m.Mine(ir.V(o)), ir.Select(ir.V(m.Stored), ir.V(o)), ir.Eq(ir.Apply(m.Base, ir.V(o)), ir.V(o)))
		rest := ir.Forall([]*ir.Var{o}, ir.Implies(stored, in), m.Status)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), ir.Not(m.Mine(ref)), rest))
	}
	return all
}

// OfCaller says of each of the references that what it leads to is in the caller's region, or in none if that is allowed.
func (m *Memory) OfCaller(refs []*ir.Expr, orNone bool) (all []*ir.Expr) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), ir.And(m.isNobodys(r), ir.B(orNone)), ir.Eq(r.kind, ofCaller)))
	}
	return all
}

// InNoRegion says of each of the references that what it leads to is in nobody's region.
func (m *Memory) InNoRegion(refs []*ir.Expr) (all []*ir.Expr) {
	for _, ref := range refs {
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), m.isNobodys(m.regionOf(ref))))
	}
	return all
}

// InOwnRegion says of each of the references that what it leads to, with all that is stored in it, is the goroutine's
// own and in no region; unless always is set, what is not the goroutine's own need only be in none.
func (m *Memory) InOwnRegion(refs []*ir.Expr, always bool) (all []*ir.Expr) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), m.isFloating(ref, r), ir.And(ir.B(!always), ir.Not(m.Mine(ref)), m.isNobodys(r))))
	}
	return all
}

// Unowned says that what a value leads to is in nobody's region.
func (m *Memory) Unowned(v *ir.Expr, t types.Type) []*ir.Expr {
	return m.regionFacts(v, t, m.noRegion)
}

// LeftToAll says that what a slice or map leads to is in nobody's region, and that no variable owns its array or store.
func (m *Memory) LeftToAll(v *ir.Expr, t types.Type) []*ir.Expr {
	facts := m.Unowned(v, t)
	if m.MayBeOwned(t) {
		facts = append(facts, m.NoVariableOwns(v, t)...)
	}
	return facts
}

// MayBeOwned reports whether some variable may own the array or store of a slice or map of a type.
func (m *Memory) MayBeOwned(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return len(m.Facts.HoldersOf(analysis.TypeKey(u.Elem())).Owners) > 0
	case *types.Map:
		return len(m.Facts.HoldersOf(analysis.StoresOf(u)).Owners) > 0
	}
	return false
}

// NoVariableOwns says that no variable owns the array of a slice, or the store of a map.
func (m *Memory) NoVariableOwns(v *ir.Expr, t types.Type) []*ir.Expr {
	store, _ := m.StoreOf(v)
	return []*ir.Expr{ir.Or(ir.Eq(store, ir.Nil), ir.Not(m.isOwned(store)))}
}

// OwnerlessFacts says of x, which was read from the variable v, that no other variable owns it, if that is known of v.
func (m *Memory) OwnerlessFacts(v *types.Var, x *ir.Expr, t types.Type) []*ir.Expr {
	if v == nil || m.Alone || !m.Facts.Ownerless[m.Facts.Field(v)] || !m.MayBeOwned(t) {
		return nil
	}
	return m.NoVariableOwns(x, t)
}

// CallersOwn says that what a value leads to is in the caller's region.
func (m *Memory) CallersOwn(v *ir.Expr, t types.Type) []*ir.Expr {
	refs := m.regionalParts(v, t)
	if len(refs) == 0 || m.inRegions() == nil {
		return nil
	}
	var facts []*ir.Expr
	for _, part := range refs {
		ref := part.Expr
		if m.alwaysHeld(part.typ) {
			continue
		}
		m.nameRegion(region{ofCaller, ir.Nil})
		is := ir.And(m.sameRegion(m.regionOf(ref), region{ofCaller, ir.Nil}), m.standsInside(ref, part.typ))
		if m.needs(storeOwner) {
			is = ir.And(is, ir.Eq(ir.Select(ir.V(m.binding().Owner), ir.Apply(m.Base, ref)), NoOwner))
		}
		facts = append(facts, ir.Or(ir.Eq(ref, ir.Nil), is))
	}
	return facts
}

// AmongCallers says that a reference is nil, or leads into the caller's region.
func (m *Memory) AmongCallers(ref *ir.Expr) *ir.Expr {
	r := region{ofCaller, ir.Nil}
	m.nameRegion(r)
	return ir.Or(ir.Eq(ref, ir.Nil), m.sameRegion(m.regionOf(ref), r))
}

// CallersVariable says that a pointer to a variable that is no struct points to one of the caller's, which stands by itself.
func (m *Memory) CallersVariable(ref *ir.Expr, t types.Type) []*ir.Expr {
	if m.inRegions() == nil {
		return nil
	}
	m.callersVariables[analysis.TypeKey(analysis.Deref(t))] = true
	m.nameRegion(region{ofCaller, ir.Nil})
	is := ir.And(m.sameRegion(m.regionOf(ref), region{ofCaller, ir.Nil}), ir.Eq(ir.Apply(m.Kind, ref), RootKind))
	return []*ir.Expr{ir.Or(ir.Eq(ref, ir.Nil), is)}
}

// LeftWhole says that what a value leads to is the goroutine's own as a whole, with all that is stored in it, and nobody else's yet.
func (m *Memory) LeftWhole(v *ir.Expr, t types.Type) (facts []*ir.Expr) {
	if m.Status == nil {
		m.WantsOwnership = true
		return nil
	}
	for _, part := range m.regionalParts(v, t) {
		ref := part.Expr
		is := ir.And(m.Whole(ref), ir.Not(ir.Select(ir.V(m.Stored), ref)))
		if (m.Need.Regions || m.Facts.LeadsToRegional(part.typ)) && m.inRegions() != nil {
			is = ir.And(is, isUnowned(m.regionOf(ref)))
		}
		if m.needs(storeOwner) {
			is = ir.And(is, ir.Eq(ir.Select(ir.V(m.binding().Owner), ref), NoOwner))
		}
		facts = append(facts, ir.Or(ir.Eq(ref, ir.Nil), is))
	}
	return facts
}

// WholeSlice says that the array of a slice, of which the elements lead nowhere, is the goroutine's own as a whole, and nobody else's yet.
func (m *Memory) WholeSlice(v *ir.Expr, t types.Type) []*ir.Expr {
	if m.Status == nil {
		m.WantsOwnership = true
		return nil
	}
	arr := m.SliceArr(v)
	is := ir.And(m.Whole(arr), ir.Not(ir.Select(ir.V(m.Stored), arr)))
	if m.Facts.LeadsToRegional(t) && m.inRegions() != nil {
		is = ir.And(is, isUnowned(m.regionOf(arr)))
	}
	if m.needs(storeOwner) {
		is = ir.And(is, ir.Eq(ir.Select(ir.V(m.binding().Owner), arr), NoOwner))
	}
	return []*ir.Expr{ir.Or(ir.Eq(arr, ir.Nil), is)}
}

// InGroup says that what a value leads to is in the region of a guard group of an object.
func (m *Memory) InGroup(v *ir.Expr, t types.Type, g *analysis.Group, object *ir.Expr) []*ir.Expr {
	if m.Facts.IsHandedOver(g.Variable) || m.Facts.HandsOverEach(g.Variable) && isPointer(t) {
		return m.whereHeld(v, t, g.Variable, object)
	}
	return m.regionFacts(v, t, func() region {
		if !g.Variable.IsField() {
			object = nil
		}
		return m.groupRegion(g, object)
	})
}

// InRegionOf says in which region is what a value leads to that was read from p.
func (m *Memory) InRegionOf(v *ir.Expr, t types.Type, p Place) []*ir.Expr {
	if p.IsLocal() || p.Variable != nil && m.Facts.Ghosts[p.Variable] {
		return nil
	}
	message, all := m.messageAt(v, t, p)
	if all {
		return message
	}
	return append(m.inRegionOf(v, t, p), message...)
}

// inRegionOf is InRegionOf for a place that is no header of a message.
func (m *Memory) inRegionOf(v *ir.Expr, t types.Type, p Place) []*ir.Expr {
	if m.Facts.IsHandedOver(p.Variable) {
		return m.heldAt(v, t, p)
	}
	facts := m.regionFacts(v, t, func() region { return m.regionOfPlace(p) }, m.regionOfPart)
	if m.Need.Regions && m.Facts.HandsOverEach(p.Variable) {
		m.nameHandingOver(p)
		facts = append(facts, ir.Eq(m.valueNoted(p.Variable, p.Owner), v))
	}
	if all := m.slotsAt(p); len(all) > 0 && len(facts) > 0 {
		facts = m.inSlot(v, t, all, facts)
	}
	if c := p.container(); c != nil && len(facts) > 0 { // of a floating region everything in it is the goroutine's own
		r := m.regionOfPlace(p)
		if floats := m.isFloating(c, r); floats.Op != ir.OpFalse {
			for _, part := range m.regionalParts(v, t) {
				if part.opaque {
					continue
				}
				ref, its := part.Expr, m.regionOf(part.Expr)
				is := ir.And(m.Mine(ref), isUnowned(its), ir.Eq(its.object, r.object))
				facts = append(facts, ir.Implies(floats, ir.Or(ir.Eq(ref, ir.Nil), is)))
			}
		}
	}
	if p.Variable != nil && m.Facts.OwnsStore(p.Variable) && len(facts) > 0 { // functions that know of no regions do not note it
		arr, _ := m.StoreOf(v)
		facts[0] = ir.Or(facts[0], isUnowned(m.regionOf(arr)))
	}
	return facts
}

// standsInside says of the pointer ref, of type t, that what it points to is no part of what has synchronisation of its own.
func (m *Memory) standsInside(ref *ir.Expr, t types.Type) *ir.Expr {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return ir.True
	}
	inside := ir.True
	_, outer, _ := m.holders(ptr.Elem())
	for _, c := range outer {
		here := ir.False
		switch c.How {
		case analysis.Direct:
			here = ir.Eq(ir.Apply(m.Kind, ref), m.KindOfVar(c.Variable))
		case analysis.InArray:
			in, _ := m.regionOfElements(c, ir.Apply(m.Parent, ref))
			here = ir.And(ir.Eq(ir.Apply(m.Kind, ref), ElemKind), in)
		}
		inside = ir.And(inside, ir.Not(here))
	}
	return inside
}

// standsAnyInside is standsInside for a reference to what may be in a region, which is nil perhaps, or in an interface:
// then for any pointer that the interface may hold. What is no part of anything does.
func (m *Memory) standsAnyInside(part regionalRef) *ir.Expr {
	inside := m.standsInside(part.Expr, part.typ)
	if analysis.IsInterface(part.typ) {
		for _, t := range m.Facts.CarriedBy(part.typ) {
			inside = ir.And(inside, m.standsInside(part.Expr, t))
		}
	}
	return ir.Or(ir.Eq(part.Expr, ir.Nil), ir.Eq(ir.Apply(m.Base, part.Expr), part.Expr), inside)
}

// InsideRegion is standsInside for a pointer that may lead into a region, of which it is not known.
func (m *Memory) InsideRegion(ref *ir.Expr, t types.Type) []*ir.Expr {
	if _, ok := t.Underlying().(*types.Pointer); !ok || !m.Need.Regions {
		return nil
	}
	return []*ir.Expr{ir.Or(ir.Eq(ref, ir.Nil), isUnowned(m.regionOf(ref)), m.standsInside(ref, t))}
}

// alwaysHeld reports whether variables hold all values of the type that a pointer of type t points to.
func (m *Memory) alwaysHeld(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	name := analysis.StructName(ptr.Elem())
	return name != nil && len(m.Facts.EmbeddingSites[name]) > 0
}

// regionFacts says that what the references in a value lead to is in a region; of may say of some that they lead into another one.
func (m *Memory) regionFacts(v *ir.Expr, t types.Type, in func() region, of ...func(regionalRef, region) region) []*ir.Expr {
	refs := m.regionalParts(v, t)
	if len(refs) == 0 {
		return nil
	}
	if !m.Need.Regions {
		m.WantsRegions = m.WantsRegions || m.Facts.LeadsToRegional(t)
		return nil
	}
	r := in()
	var facts []*ir.Expr
	for _, ref := range refs {
		r := r
		for _, f := range of {
			r = f(ref, r)
		}
		is := ir.And(m.sameRegion(m.regionOf(ref.Expr), r), ir.Or(isUnowned(r), m.standsInside(ref.Expr, ref.typ)))
		facts = append(facts, ir.Or(ir.Eq(ref.Expr, ir.Nil), is))
	}
	return facts
}
