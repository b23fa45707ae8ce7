package heap

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

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
// part of, or in none if that object is in none. What a variable of a group leads to is in the region of that group of that object.

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
		if m.Status != nil && m.NewLocal != nil {
			set := ir.Array(ir.Ref, ir.Bool)
			m.regions.alone, m.regions.joined = m.NewLocal("alone", set), m.NewLocal("joined", set)
		}
	}
	return m.regions
}

// BeginRegions returns what a function does at its beginning to keep account of regions, where the references lead to objects that its
// callers leave to it, with all that is stored in them.
func (m *Memory) BeginRegions(left []*ir.Expr) []ir.Stmt {
	if !m.Need.Regions || m.inRegions().alone == nil {
		return nil
	}
	r := m.regions
	do := []ir.Stmt{&ir.Assign{Dst: r.alone, Src: ZeroOf(r.alone.Sort)}, &ir.Assign{Dst: r.joined, Src: ZeroOf(r.joined.Sort)}}
	return append(do, m.LeftTo(left)...)
}

// LeftTo notes that others have left objects to the goroutine, with all that is stored in them.
func (m *Memory) LeftTo(refs []*ir.Expr) (do []ir.Stmt) {
	if !m.Need.Regions || m.inRegions().joined == nil {
		return nil
	}
	for _, ref := range refs {
		its := m.regionOf(ref)
		is := ir.And(ir.Ne(ref, ir.Nil), m.Mine(ref), isUnowned(its))
		joined := m.regions.joined
		do = append(do, &ir.Assume{Cond: ir.Implies(is, ir.Ne(its.object, ir.Nil))}, &ir.Assign{Dst: joined, Src: ir.Ite(is, ir.Store(ir.V(joined), []*ir.Expr{its.object}, ir.True), ir.V(joined))})
	}
	return do
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
	for _, ref := range m.RegionalRefs(v, t) {
		its := m.regionOf(ref)
		add := func(is *ir.Expr) { hints = append(hints, ir.Or(ir.Eq(ref, ir.Nil), is)) }
		floats := m.isFloating(ref, its)
		for _, r := range m.namedRegions {
			add(sameRegion(its, r))
			if floats.Op != ir.OpFalse {
				add(ir.Or(sameRegion(its, r), floats))
			}
		}
		add(isUnowned(its))
		add(floats)
	}
	return hints
}

func groupKind(g *analysis.Group) *ir.Expr { return ir.Const("region of "+g.Name, kindSort) }

// sameRegion says that two objects are in one region, or both in none.
func sameRegion(a, b region) *ir.Expr {
	switch {
	case ir.Equal(b.kind, none):
		return isUnowned(a)
	case b.kind.Op == ir.OpConst:
		return ir.And(ir.Eq(a.kind, b.kind), ir.Eq(a.object, b.object))
	}
	return ir.And(ir.Eq(a.kind, b.kind), ir.Or(ir.Eq(a.kind, none), ir.Eq(a.object, b.object)))
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

// RegionalRefs returns the references in a value of type t to objects that may be in a region: those to structs without
// synchronisation of their own that checked code writes, to arrays and to the stores of maps.
func (m *Memory) RegionalRefs(v *ir.Expr, t types.Type) []*ir.Expr {
	if elem := AtomicElem(t); elem != nil {
		t = elem
	}
	if analysis.IsSyncValue(t) || analysis.IsReflectValue(t) || analysis.IsTypeParam(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if m.Facts.IsRegional(u.Elem()) {
			return []*ir.Expr{v}
		}
	case *types.Map:
		return []*ir.Expr{v}
	case *types.Slice:
		if m.Facts.IsPlain(ultimate(u.Elem())) { // else nothing is known of who has locks
			return []*ir.Expr{m.SliceArr(v)}
		}
	case *types.Struct:
		var refs []*ir.Expr
		for i := range u.NumFields() {
			refs = append(refs, m.RegionalRefs(ir.GetField(v, i), u.Field(i).Type())...)
		}
		return refs
	case *types.Array:
		var refs []*ir.Expr
		for i := range min(u.Len(), MaxUnrolled) {
			refs = append(refs, m.RegionalRefs(ir.Select(v, ir.N(i, IntSort)), u.Elem())...)
		}
		return refs
	}
	return nil
}

// outside says of a pointer to a struct with synchronisation of its own that what it points into is in no region.
func (m *Memory) outside(v *ir.Expr, t types.Type) []*ir.Expr {
	if !m.Need.Regions || !analysis.IsComposite(t) || m.Facts.IsPlain(t) {
		return nil
	}
	return []*ir.Expr{ir.Or(ir.Eq(v, ir.Nil), isUnowned(m.regionOf(v)))}
}

// regionAt is the region that what the variable v leads to is in, in the object this.
func (m *Memory) regionAt(v *types.Var, this *ir.Expr) region {
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
	inner, outer := m.holders(t)
	return m.regionIn(outer, ref, m.itsOr(ref, m.regionIn(inner, ref, m.regionOf(ref))))
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
	if v.IsField() {
		object = ir.Select(ir.V(m.binding().object), arr)
	}
	return m.regionAt(v, object)
}

// regionOfPlace is the region that what a place leads to is in.
func (m *Memory) regionOfPlace(p Place) region {
	switch {
	case p.Map != nil:
		store := p.Keys[0]
		result := m.regionOf(store)
		for _, c := range m.Facts.Containers[analysis.StoresOf(p.Map)] {
			owned := ir.And(ir.Ne(store, ir.Nil), m.OwnedBy(store, c.Variable))
			result = choose(owned, m.regionOfStore(c.Variable, store), result)
		}
		return m.itsOr(store, result)
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

// concernsRegions reports whether storing a value at p may concern the region of an object.
func (m *Memory) concernsRegions(p Place) bool {
	if p.IsLocal() || p.Variable != nil && m.Facts.Ghosts[p.Variable] {
		return false
	}
	if m.Need.Regions || m.Facts.LeadsToRegional(p.Type) {
		return true
	}
	if p.Variable != nil && p.Variable.IsField() {
		owner := m.Facts.OwnerType(p.Variable)
		return owner != nil && m.Facts.IsRegional(owner)
	}
	return false
}

// join says what storing v at p does to regions: what v leads to, if it is the goroutine's own and in no region yet, becomes part of the
// one that the place belongs to, or the other way round. It is an error if both have one.
func (m *Memory) join(p Place, v *ir.Expr) ([]ir.Stmt, []*ir.Assert) {
	if !m.concernsRegions(p) {
		return nil, nil
	}
	refs := m.RegionalRefs(v, p.Type)
	if len(refs) == 0 || m.inRegions() == nil {
		return nil, nil
	}
	to := m.regionOfPlace(p)
	inLocal := ir.False
	if c := p.container(); c != nil {
		inLocal = m.isFloating(c, to)
	}
	var do []ir.Stmt
	var pre []*ir.Assert
	subject := ""
	if p.Variable != nil {
		subject = p.Variable.Name()
	}
	for i, ref := range refs {
		stmts, ok := m.merge(ref, m.regionOf(ref), m.isFloating(ref, m.regionOf(ref)), to, inLocal)
		do = append(do, stmts...)
		if p.Variable != nil && m.Facts.OwnsStore(p.Variable) { // what it owns already it has, in whatever region functions put it that know of none
			ok = ir.Or(ok, m.boundTo(v, p))
		}
		for _, other := range refs[:i] { // each may have the place's object join its own region
			ok = ir.And(ok, ir.Or(ir.Eq(other, ir.Nil), ir.Eq(ref, ir.Nil), m.mayShareRegion(other, ref)))
		}
		pre = append(pre, &ir.Assert{Cond: ok, Check: ir.Check{Kind: ir.OtherRegion, Subject: subject}})
	}
	return do, pre
}

func (m *Memory) mayShareRegion(a, b *ir.Expr) *ir.Expr {
	ra, rb := m.regionOf(a), m.regionOf(b)
	return ir.Or(sameRegion(ra, rb), m.isFloating(a, ra), m.isFloating(b, rb))
}

// JoinElements is join for elements that are moved from one array to another, with the object of the elements at from that some of
// them lead to.
func (m *Memory) JoinElements(elem types.Type, from, to *ir.Expr) ([]ir.Stmt, []*ir.Assert) {
	p := m.Element(to, ZeroInt, elem)
	if !m.Need.Regions && !m.Facts.LeadsToRegional(elem) || !m.holdsRegionalRefs(elem) || m.inRegions() == nil {
		return nil, nil
	}
	source := m.Element(from, ZeroInt, elem)
	a, b := m.regionOfPlace(source), m.regionOfPlace(p)
	do, ok := m.merge(from, a, m.isFloating(from, a), b, m.isFloating(to, b))
	return do, []*ir.Assert{{Cond: ok, Check: ir.Check{Kind: ir.OtherRegion}}}
}

// holdsRegionalRefs reports whether values of the type have references to what may be in a region.
func (m *Memory) holdsRegionalRefs(t types.Type) bool {
	s, err := m.Sort(t)
	return err == nil && len(m.RegionalRefs(ir.V(&ir.Var{Sort: s}), t)) > 0
}

// merge makes the region a, of what ref leads to, and the region b of a place one, if either can still join another, and says when that is
// right.
func (m *Memory) merge(ref *ir.Expr, a region, aFloats *ir.Expr, b region, bFloats *ir.Expr) ([]ir.Stmt, *ir.Expr) {
	r := m.inRegions()
	ok := ir.Or(ir.Eq(ref, ir.Nil), sameRegion(a, b), aFloats, bFloats)
	if aFloats.Op == ir.OpFalse && bFloats.Op == ir.OpFalse {
		return nil, ok
	}
	var do []ir.Stmt
	save := func(e *ir.Expr) *ir.Expr {
		if len(e.Args) == 0 {
			return e
		}
		v := m.NewLocal("", e.Sort)
		do = append(do, &ir.Assign{Dst: v, Src: e})
		return ir.V(v)
	}
	active := ir.And(ir.Ne(ref, ir.Nil), ir.Not(ir.And(ir.Eq(a.kind, b.kind), ir.Eq(a.object, b.object))))
	aJoins, bJoins := save(ir.And(active, aFloats)), save(ir.And(active, bFloats))
	from, to := region{save(a.kind), save(a.object)}, region{save(b.kind), save(b.object)}
	both := ir.And(aJoins, bJoins)
	firm := func(x region) *ir.Expr { return ir.Ite(isUnowned(x), ir.Nil, x.object) } // in none for good
	dest := region{
		save(ir.Ite(aJoins, to.kind, from.kind)),
		save(ir.Ite(both, to.object, ir.Ite(aJoins, firm(to), firm(from)))),
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	was := region{ir.Select(ir.V(r.kind), ir.V(o)), ir.Select(ir.V(r.object), ir.V(o))}
	in := func(x region) *ir.Expr {
		return ir.And(m.Mine(ir.V(o)), isUnowned(was), ir.Eq(was.object, x.object))
	}
	moves := ir.Or(ir.And(aJoins, in(from)), ir.And(bJoins, in(to)))
	kind, object := m.NewLocal("", r.kind.Sort), m.NewLocal("", r.object.Sort)
	now := region{ir.Select(ir.V(kind), ir.V(o)), ir.Select(ir.V(object), ir.V(o))}
	then := choose(moves, dest, was)
	return append(do,
		&ir.Havoc{Vars: []*ir.Var{kind, object}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Eq(now.kind, then.kind), r.kind)},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Eq(now.object, then.object), r.object)},
		&ir.Assign{Dst: r.kind, Src: ir.V(kind)},
		&ir.Assign{Dst: r.object, Src: ir.V(object)},
		clearAt(r.alone, from.object, aJoins), clearAt(r.alone, to.object, bJoins),
		&ir.Assign{Dst: r.joined, Src: ir.Ite(both, ir.Store(ir.V(r.joined), []*ir.Expr{to.object}, ir.True), ir.V(r.joined))}), ok
}

// clearAt takes an element out of a set where cond holds.
func clearAt(set *ir.Var, e, cond *ir.Expr) ir.Stmt {
	return &ir.Assign{Dst: set, Src: ir.Ite(cond, ir.Store(ir.V(set), []*ir.Expr{e}, ir.False), ir.V(set))}
}

// Leaving returns, for the references that a step makes known to others in no region, that what they lead to is in none.
func (m *Memory) Leaving(refs []*ir.Expr) (all []*ir.Expr) {
	if !m.Need.Regions {
		return nil
	}
	for _, ref := range refs {
		if m.regionalRefs[ref] {
			all = append(all, ir.Or(ir.Eq(ref, ir.Nil), isUnowned(m.regionOf(ref))))
		}
	}
	return all
}

// InOneRegion says that what a value leads to, and was found at the place if there is one, is in a group's region or the caller's, and in that of
// the other value if that is asked for; or all of it is the goroutine's own with all that is stored in it.
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
			all = append(all, ir.Or(neither, ir.And(sameRegion(r, its), ir.Not(isUnowned(r))), ir.And(floats, alsoFloats)))
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
		is := ir.Or(floats, sameRegion(m.regionOf(ref), r))
		if at == nil {
			is = ir.And(ir.Ne(o, ir.Nil), is)
		}
		with = ir.Or(with, is)
	}
	return with
}

// JoinCallers makes part of the caller's region what is the goroutine's own.
func (m *Memory) JoinCallers(refs []*ir.Expr) (do []ir.Stmt) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		stmts, _ := m.merge(ref, r, m.isFloating(ref, r), region{ofCaller, ir.Nil}, ir.False)
		do = append(do, stmts...)
	}
	return do
}

// OfCaller says of each of the references that what it leads to is in the caller's region, or in none if that is allowed.
func (m *Memory) OfCaller(refs []*ir.Expr, orNone bool) (all []*ir.Expr) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), ir.And(isUnowned(r), ir.B(orNone)), ir.Eq(r.kind, ofCaller)))
	}
	return all
}

// InNoRegion says of each of the references that what it leads to is in nobody's region.
func (m *Memory) InNoRegion(refs []*ir.Expr) (all []*ir.Expr) {
	for _, ref := range refs {
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), isUnowned(m.regionOf(ref))))
	}
	return all
}

// Lent returns the references as others that nobody asks about regions: what gets them gives them back.
func Lent(refs []*ir.Expr) []*ir.Expr {
	var out []*ir.Expr
	for _, r := range refs {
		again := *r
		out = append(out, &again)
	}
	return out
}

// Published returns what happens to regions where refs are published: what others know some of cannot join another any more.
func (m *Memory) Published(refs []*ir.Expr) []ir.Stmt {
	if !m.Need.Regions || m.Status == nil || len(refs) == 0 {
		return nil
	}
	var any []*ir.Expr
	for _, ref := range refs {
		any = append(any, ir.And(ir.Ne(ref, ir.Nil), m.Mine(ref)))
	}
	v := m.inRegions().joined
	if cond := ir.Or(any...); cond.Op != ir.OpFalse {
		return []ir.Stmt{&ir.Assign{Dst: v, Src: ir.Ite(cond, ZeroOf(v.Sort), ir.V(v))}}
	}
	return nil
}

// InOwnRegion says of each of the references that what it leads to, with all that is stored in it, is the goroutine's own and in no region; unless
// always is set, what is not the goroutine's own need only be in none.
func (m *Memory) InOwnRegion(refs []*ir.Expr, always bool) (all []*ir.Expr) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), m.isFloating(ref, r), ir.And(ir.B(!always), ir.Not(m.Mine(ref)), isUnowned(r))))
	}
	return all
}

// LeaveTo returns what happens to the regions of local objects where a callee gets the references: what it gets by them, or by what is
// stored in them, may be in any region afterwards.
func (m *Memory) LeaveTo(refs []*ir.Expr) []ir.Stmt {
	if !m.Need.Regions || m.inRegions().alone == nil || len(refs) == 0 {
		return nil
	}
	r := m.regions
	kind, object := m.NewLocal("", r.kind.Sort), m.NewLocal("", r.object.Sort)
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	was := region{ir.Select(ir.V(r.kind), ir.V(o)), ir.Select(ir.V(r.object), ir.V(o))}
	now := region{ir.Select(ir.V(kind), ir.V(o)), ir.Select(ir.V(object), ir.V(o))}
	apart := ir.And(isUnowned(was), ir.Select(ir.V(r.alone), was.object))
	var do []ir.Stmt
	for _, ref := range refs {
		apart = ir.And(apart, ir.Ne(ir.V(o), ir.Apply(m.Base, ref)))
		its := m.regionOf(ref).object
		do = append(do, &ir.Assign{Dst: r.alone, Src: ir.Store(ir.V(r.alone), []*ir.Expr{its}, ir.False)})
	}
	stays := ir.Or(ir.Not(m.Mine(ir.V(o))), apart)
	return append(do,
		&ir.Assign{Dst: r.joined, Src: ZeroOf(r.joined.Sort)},
		&ir.Havoc{Vars: []*ir.Var{kind, object}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Implies(stays, ir.Eq(now.kind, was.kind)), r.kind)},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Implies(stays, ir.Eq(now.object, was.object)), r.object)},
		&ir.Assign{Dst: r.kind, Src: ir.V(kind)},
		&ir.Assign{Dst: r.object, Src: ir.V(object)})
}

// settle returns what happens to the regions of local objects that other goroutines have had: what they lead to is in no region, and so
// they are in none for good.
func (m *Memory) settle(refs []*ir.Expr, given *ir.Expr) []ir.Stmt {
	if !m.Need.Regions || m.Status == nil || len(refs) == 0 {
		return nil
	}
	r := m.inRegions()
	do := []ir.Stmt{&ir.Assign{Dst: r.joined, Src: ZeroOf(r.joined.Sort)}}
	for _, ref := range refs {
		object, comes := ir.Apply(m.Base, ref), ir.And(given, ir.Ne(ref, ir.Nil))
		set := func(v *ir.Var, x *ir.Expr) ir.Stmt {
			return &ir.Assign{Dst: v, Src: ir.Ite(comes, ir.Store(ir.V(v), []*ir.Expr{object}, x), ir.V(v))}
		}
		do = append(do, set(r.kind, none), set(r.object, ir.Nil))
	}
	return do
}

// receive is settle for what another goroutine has handed over. An object that leads to nothing else is in a region of its own.
func (m *Memory) receive(v *ir.Expr, t types.Type, given *ir.Expr) []ir.Stmt {
	refs := m.RegionalRefs(v, t)
	ptr, ok := t.Underlying().(*types.Pointer)
	if !m.Need.Regions || len(refs) == 0 || !ok || m.holdsRegionalRefs(ptr.Elem()) {
		return m.settle(refs, given)
	}
	r, comes := m.inRegions(), ir.And(given, ir.Ne(v, ir.Nil))
	set := func(s *ir.Var, x *ir.Expr) ir.Stmt {
		return &ir.Assign{Dst: s, Src: ir.Ite(comes, ir.Store(ir.V(s), []*ir.Expr{v}, x), ir.V(s))}
	}
	return []ir.Stmt{set(r.kind, none), set(r.object, v), set(r.alone, ir.True)}
}

// Unowned says that what a value leads to is in nobody's region.
func (m *Memory) Unowned(v *ir.Expr, t types.Type) []*ir.Expr {
	return m.regionFacts(v, t, m.noRegion)
}

// CallersOwn says that what a value leads to is in the caller's region.
func (m *Memory) CallersOwn(v *ir.Expr, t types.Type) []*ir.Expr {
	refs := m.RegionalRefs(v, t)
	if len(refs) == 0 || m.alwaysHeld(t) || m.inRegions() == nil {
		return nil
	}
	var facts []*ir.Expr
	for _, ref := range refs {
		m.nameRegion(region{ofCaller, ir.Nil})
		is := ir.And(sameRegion(m.regionOf(ref), region{ofCaller, ir.Nil}), m.standsInside(ref, t))
		if m.Need.Families[storeOwner] {
			is = ir.And(is, ir.Eq(ir.Select(ir.V(m.binding().Owner), ir.Apply(m.Base, ref)), NoOwner))
		}
		facts = append(facts, ir.Or(ir.Eq(ref, ir.Nil), is))
	}
	return facts
}

// InGroup says that what a value leads to is in the region of a guard group of an object.
func (m *Memory) InGroup(v *ir.Expr, t types.Type, g *analysis.Group, object *ir.Expr) []*ir.Expr {
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
	facts := m.regionFacts(v, t, func() region { return m.regionOfPlace(p) })
	if c := p.container(); c != nil && len(facts) > 0 { // of a floating region everything in it is the goroutine's own
		r := m.regionOfPlace(p)
		if floats := m.isFloating(c, r); floats.Op != ir.OpFalse {
			for _, ref := range m.RegionalRefs(v, t) {
				its := m.regionOf(ref)
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
	_, outer := m.holders(ptr.Elem())
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

// alwaysHeld reports whether variables hold all values of the type that a pointer of type t points to.
func (m *Memory) alwaysHeld(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	name := analysis.StructName(ptr.Elem())
	return name != nil && len(m.Facts.EmbeddingSites[name]) > 0
}

func (m *Memory) regionFacts(v *ir.Expr, t types.Type, in func() region) []*ir.Expr {
	refs := m.RegionalRefs(v, t)
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
		its := m.regionOf(ref)
		is := ir.And(sameRegion(its, r), ir.Or(isUnowned(r), m.standsInside(ref, t)))
		facts = append(facts, ir.Or(ir.Eq(ref, ir.Nil), is))
	}
	return facts
}

// inNoRegion answers a question about a place in an object that no variable's annotation speaks of, where no region that the function has a
// name for does: other regions are somebody else's. What is in none is as unsaid says.
func (m *Memory) inNoRegion(ref *ir.Expr, unsaid *ir.Expr) *ir.Expr {
	if m.inRegions() == nil {
		return unsaid
	}
	return ir.Ite(isUnowned(m.regionOf(ref)), unsaid, ir.False)
}

// inItsRegion answers a question about a value of type t at ref as the region says that it is in; what is in none is as held says, given the
// answer for what no variable holds. A value of a type with synchronisation of its own is in no region. One of a type that nobody
// writes is in one only as an element of an array.
func (m *Memory) inItsRegion(t types.Type, ref *ir.Expr, q Question, held func(unheld *ir.Expr) *ir.Expr) *ir.Expr {
	unheld := m.unowned(q, t)
	regional := m.Facts.IsRegional(t)
	if !m.Facts.IsPlain(t) || !regional && !m.Need.Regions {
		return held(unheld)
	}
	if regional {
		return m.orRegion(ref, q, held(m.inNoRegion(ref, unheld)))
	}
	element := ir.Eq(ir.Apply(m.Kind, ref), ElemKind)
	return ir.Ite(element, m.orRegion(ref, q, held(m.inNoRegion(ref, unheld))), held(unheld))
}

// orRegion is the answer to a question about a place in an object: as the object's region says, if the function has a name for it. In the
// caller's nobody but the goroutine touches it.
func (m *Memory) orRegion(ref *ir.Expr, q Question, answer *ir.Expr) *ir.Expr {
	if !m.Need.Regions {
		return answer
	}
	r := m.regionOf(ref)
	for _, g := range m.groupsByName() {
		var object *ir.Expr
		if g.Variable.IsField() {
			object = r.object
		}
		answer = ir.Ite(ir.Eq(r.kind, groupKind(g)), m.access(g.Variable, object, nil, q), answer)
	}
	mine := ir.True
	if !q.isSaid() {
		mine = ir.Eq(q.who, m.Tid)
	}
	return ir.Ite(ir.Eq(r.kind, ofCaller), mine, answer)
}

// inNoRegionAt is inNoRegion for arrays, stores of maps and variables, which functions that have nothing in a region need not know of.
func (m *Memory) inNoRegionAt(ref *ir.Expr, unsaid *ir.Expr) *ir.Expr {
	if !m.Need.Regions {
		return unsaid
	}
	return m.inNoRegion(ref, unsaid)
}

// moreRegions updates need with what this translation found out about regions, and reports whether there was anything new.
func (m *Memory) moreRegions(need *Needs) bool {
	changed := m.WantsRegions && !need.Regions
	need.Regions = need.Regions || m.WantsRegions
	if !need.Regions {
		return false
	}
	groups := maps.Clone(need.Groups)
	if groups == nil {
		groups = map[*analysis.Group]bool{}
	}
	for g := range m.usedGroups {
		changed = changed || !groups[g]
		groups[g] = true
	}
	need.Groups = groups
	return changed
}

// noteRegional notes that a reference in a value of type t may lead to what is in a region.
func (m *Memory) noteRegional(ref *ir.Expr, t types.Type) []*ir.Expr {
	if ref.Op == ir.OpNil {
		return []*ir.Expr{ref}
	}
	regional := true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		regional = m.Facts.IsRegional(u.Elem())
	case *types.Slice:
		regional = m.Facts.IsPlain(ultimate(u.Elem()))
	case *types.Chan:
		regional = false
	}
	if regional && m.Need.Regions {
		m.regionalRefs[ref] = true
	} else if regional && m.Facts.LeadsToRegional(t) {
		m.WantsRegions = true
	}
	return []*ir.Expr{ref}
}

// groupsByName returns the guard groups that the function has names for, in a fixed order.
func (m *Memory) groupsByName() []*analysis.Group {
	return slices.SortedFunc(maps.Keys(m.Need.Groups), func(a, b *analysis.Group) int { return cmp.Compare(a.Name, b.Name) })
}

// mentionsGroup notes that the function names a variable of a guard group.
func (m *Memory) mentionsGroup(v *types.Var) {
	if g := m.Facts.GroupOf(v); g != nil {
		m.usedGroups[g] = true
	}
}

// newInRegion says of a new object that it is in a region of its own.
func (m *Memory) newInRegion(ref *ir.Expr) []*ir.Expr {
	if !m.Need.Regions {
		return nil
	}
	r := m.inRegions()
	return []*ir.Expr{ir.Eq(ir.Select(ir.V(r.kind), ref), none), ir.Eq(ir.Select(ir.V(r.object), ref), ref)}
}

// standsAlone notes that a new object is in a region of its own.
func (m *Memory) standsAlone(ref *ir.Expr) []ir.Stmt {
	if !m.Need.Regions || m.inRegions().alone == nil {
		return nil
	}
	set := m.regions.alone
	return []ir.Stmt{&ir.Assign{Dst: set, Src: ir.Store(ir.V(set), []*ir.Expr{ref}, ir.True)}}
}
