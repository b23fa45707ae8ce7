package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// An object without synchronisation of its own is in a region: that of a guard group of some object, whose guard says who may
// touch it; that of the caller, in a function whose callers synchronise; or none, and then it is immutable once it is shared. An
// object that its maker has not shared is in a region of its own. What is stored in it joins that region, and so all become part
// of a group's region together, when one of them is stored into a variable of the group. From then on an object's region does
// not change. (Dynamic ownership as in VCC and Spec#; the owner as dominator: Clarke, Potter, Noble, OOPSLA 1998.)
//
// The invariant: what a place leads to, where it is not a variable of a group, is in the region of the object that the place is
// part of, or in none if that object is in none. What a variable of a group leads to is in the region of that group of that object; for
// variables that hand over what they lead to see handover.go.

// A region is told by its kind and an object: of a group's the object that has the group's variables. Where the kind is none, the
// object tells which objects, if they are the goroutine's own, are to join a region together.
type region struct{ kind, object *ir.Expr }

// The kinds of regions, besides one for each group.
var (
	none     = ir.Const("none", kindSort)
	ofCaller = ir.Const("the caller's", kindSort) // nobody touches it but the goroutine under check
)

// regions are the heap variables that tell an object's region. The locals, which are nil in a function that makes no objects, tell by
// the object of a region of kind none whether it can still join another one: as it has one object only; as it has several, of which
// nobody else knows.
type regions struct{ kind, object, alone, joined *ir.Var }

// inRegions returns the bookkeeping of regions, nil in a pass that has just found out that the function needs it.
func (m *Memory) inRegions() *regions {
	if !m.Need.Regions {
		m.WantsRegions = true
		return nil
	}
	if m.regions == nil {
		m.regions = &regions{kind: m.bookkeeping("region.kind", kindSort), object: m.bookkeeping("region.object", ir.Ref)}
	}
	if m.regions.alone == nil && m.Status != nil && m.NewLocal != nil { // both are there only when the first families are
		set := ir.Array(ir.Ref, ir.Bool)
		m.regions.alone, m.regions.joined = m.NewLocal("alone", set), m.NewLocal("joined", set)
	}
	return m.regions
}

// regionOf is the region of the object that ref points into.
func (m *Memory) regionOf(ref *ir.Expr) region {
	r, object := m.inRegions(), ir.Apply(m.Base, ref)
	return region{ir.Select(ir.V(r.kind), object), ir.Select(ir.V(r.object), object)}
}

func (m *Memory) noRegion() region { return region{none, ir.Nil} }

// groupRegion is the region of the guard group of an object; nil for package variables.
func (m *Memory) groupRegion(g *analysis.Group, object *ir.Expr) region {
	if object == nil {
		object = ir.Nil
	}
	m.usedGroups[g] = true
	r := region{groupKind(g), object}
	if object.Op == ir.OpNil || object.Op == ir.OpVar {
		m.nameRegion(r)
	}
	return r
}

func groupKind(g *analysis.Group) *ir.Expr { return ir.Const("region of "+g.Name, kindSort) }

// sameRegion says that two objects are in one region, or both in none.
func (m *Memory) sameRegion(a, b region) *ir.Expr {
	switch {
	case ir.Equal(b.kind, none):
		return m.isNobodys(a)
	case b.kind.Op == ir.OpConst:
		return ir.And(ir.Eq(a.kind, b.kind), ir.Eq(a.object, b.object))
	}
	same := ir.And(ir.Eq(a.kind, b.kind), ir.Or(ir.Eq(a.kind, none), ir.Eq(a.object, b.object)))
	if m.keepsPermissions() {
		same = ir.Or(same, ir.And(m.isNobodys(a), m.isNobodys(b)))
	}
	return same
}

// isUnowned says that a region is nobody's: neither a group's nor the caller's.
func isUnowned(r region) *ir.Expr { return ir.Eq(r.kind, none) }

// choose is a where cond holds, and else b.
func choose(cond *ir.Expr, a, b region) region {
	return region{ir.Ite(cond, a.kind, b.kind), ir.Ite(cond, a.object, b.object)}
}

// isFloating says of the region of the object that ref points into that all of it is the goroutine's own, and can still join
// another one. Where memory is lent, others may have stored in it meanwhile what is of another region.
func (m *Memory) isFloating(ref *ir.Expr, r region) *ir.Expr {
	its := m.inRegions()
	if its.alone == nil || m.Need.Lending {
		return ir.False
	}
	free := ir.Or(ir.Select(ir.V(its.alone), r.object), ir.Select(ir.V(its.joined), r.object))
	return ir.And(m.Mine(ref), isUnowned(r), free)
}

// A regionalRef is a reference to what may be in a region, with its type.
type regionalRef struct {
	*ir.Expr
	typ    types.Type
	opaque bool // it is in a field or element of the value which is an opaque interface
}

// RegionalRefs returns the references in a value of type t to objects that may be in a region: those to structs without
// synchronisation of their own that checked code writes, to arrays and to the stores of maps.
func (m *Memory) RegionalRefs(v *ir.Expr, t types.Type) []*ir.Expr {
	return expressions(m.regionalParts(v, t))
}

func expressions(parts []regionalRef) (refs []*ir.Expr) {
	for _, r := range parts {
		refs = append(refs, r.Expr)
	}
	return refs
}

func (m *Memory) regionalParts(v *ir.Expr, t types.Type) []regionalRef {
	if elem := AtomicElem(t); elem != nil {
		t = elem
	}
	if analysis.IsSyncValue(t) || analysis.IsReflectValue(t) || analysis.IsTypeParam(t) {
		return nil
	}
	var refs []regionalRef
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if m.Facts.IsRegional(u.Elem()) {
			refs = append(refs, regionalRef{Expr: v, typ: t})
		}
	case *types.Interface:
		if m.Facts.Carries(t) {
			refs = append(refs, regionalRef{Expr: m.Dynamic.Held(v), typ: t})
		}
	case *types.Map:
		refs = append(refs, regionalRef{Expr: v, typ: t})
	case *types.Slice:
		if m.Facts.ArraysInRegions(ultimate(u.Elem())) {
			refs = append(refs, regionalRef{Expr: m.SliceArr(v), typ: t})
		}
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			refs = append(refs, opaqueIf(m.Facts.OpaqueVariable(f), m.regionalParts(ir.GetField(v, i), f.Type()))...)
		}
	case *types.Array:
		for i := range min(u.Len(), MaxUnrolled) {
			refs = append(refs, opaqueIf(m.Facts.OpaqueElements(u.Elem()), m.regionalParts(ir.Select(v, ir.N(i, IntSort)), u.Elem()))...)
		}
	}
	return refs
}

func opaqueIf(is bool, refs []regionalRef) []regionalRef {
	for i := range refs {
		refs[i].opaque = refs[i].opaque || is
	}
	return refs
}

// regionOfPart is the region that a reference in a value leads into, where r is that of the place which has the value.
// What an opaque interface leads to is in none.
func (m *Memory) regionOfPart(part regionalRef, r region) region {
	if part.opaque {
		return m.noRegion()
	}
	return r
}

// regionAt is the region that what the variable v leads to is in, in the object this.
func (m *Memory) regionAt(v *types.Var, this *ir.Expr) region {
	if m.Facts.OpaqueVariable(v) {
		return m.noRegion()
	}
	if g := m.Facts.GroupOf(v); g != nil {
		return m.groupRegion(g, this)
	}
	if owner := m.Facts.OwnerType(v); owner != nil && this != nil && m.Facts.IsRegional(owner) {
		return m.regionInside(owner, this)
	}
	return m.noRegion()
}

// regionInside is the region that what a value of type t leads to is in, where the value is at ref. It is that of the variable
// which holds the value, or of the object.
func (m *Memory) regionInside(t types.Type, ref *ir.Expr) region {
	if m.Facts.OpaqueElements(t) {
		return m.noRegion()
	}
	inner, outer, owners := m.holders(t)
	inside := m.regionIn(owners.Owners, ref, m.regionIn(inner, ref, m.regionOf(ref)))
	return m.regionIn(outer, ref, m.itsOr(ref, inside))
}

func (m *Memory) regionIn(by []analysis.Container, ref *ir.Expr, result region) region {
	kind := ir.Apply(m.Kind, ref)
	for _, c := range by {
		here, r := ir.False, region{}
		switch c.How {
		case analysis.Direct:
			if here = ir.Eq(kind, m.KindOfVar(c.Variable)); here.Op != ir.OpFalse {
				r = m.regionAt(c.Variable, m.objectOf(c, func() *ir.Expr { return ir.Apply(m.Parent, ref) }))
			}
		case analysis.InArray, analysis.InSlice:
			if here = ir.Eq(kind, ElemKind); here.Op != ir.OpFalse {
				var inside *ir.Expr
				inside, r = m.regionOfElements(c, ir.Apply(m.Parent, ref))
				here = ir.And(here, inside)
			}
		}
		if here.Op != ir.OpFalse {
			result = choose(here, r, result)
		}
	}
	return result
}

// itsOr is the region of what a place in an object leads to: that of the object if it is in one, whatever holds it. What variables hold
// by value is in none itself.
func (m *Memory) itsOr(ref *ir.Expr, r region) region {
	its := m.regionOf(ref)
	if ir.Equal(its.kind, r.kind) {
		return r
	}
	return choose(isUnowned(its), r, its)
}

// regionOfElements says where the array at arr is one that c holds, and in which region is what its elements lead to.
func (m *Memory) regionOfElements(c analysis.Container, arr *ir.Expr) (here *ir.Expr, r region) {
	here = ir.True
	depth := c.Depth
	if c.How == analysis.InArray {
		depth--
	}
	for range depth {
		here = ir.And(here, ir.Eq(ir.Apply(m.Kind, arr), ElemKind))
		arr = ir.Apply(m.Parent, arr)
	}
	if c.How == analysis.InArray {
		here = ir.And(here, ir.Eq(ir.Apply(m.Kind, arr), m.KindOfVar(c.Variable)))
		return here, m.regionAt(c.Variable, m.objectOf(c, func() *ir.Expr { return ir.Apply(m.Parent, arr) }))
	}
	return ir.And(here, m.owned(arr, c.Variable, c.Elem)), m.regionOfStore(c.Variable, arr)
}

// regionOfStore is the region that what the array or store at arr leads to is in, which the variable v owns.
func (m *Memory) regionOfStore(v *types.Var, arr *ir.Expr) region {
	var object *ir.Expr
	if hasObject(v) {
		object = ir.Select(ir.V(m.binding().object), arr)
	}
	return m.regionAt(v, object)
}

// regionOfPlace is the region that what a place leads to is in.
func (m *Memory) regionOfPlace(p Place) region {
	switch {
	case p.Map != nil && m.Facts.OpaqueElements(p.Type):
		return m.noRegion()
	case p.Map != nil:
		store := p.Keys[0]
		result := m.regionOf(store)
		for _, c := range m.Facts.Containers[analysis.StoresOf(p.Map)] {
			owned := ir.And(ir.Ne(store, ir.Nil), m.OwnedBy(store, c.Variable))
			result = choose(owned, m.regionOfStore(c.Variable, store), result)
		}
		return m.itsOr(store, result)
	case m.Facts.IsHandedOver(p.Variable):
		return m.regionAtPlace(p)
	case p.Variable != nil:
		return m.regionAt(p.Variable, p.Owner)
	}
	return m.regionInside(p.Type, p.Addr())
}

// container is the reference to the object that a place is part of, nil for variables.
func (p Place) container() *ir.Expr {
	switch {
	case len(p.Keys) > 0 && p.Keys[0].Sort.Kind == ir.KindRef:
		return p.Keys[0]
	case p.Owner != nil:
		return p.Owner
	}
	return nil
}
