package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A Left is a value that leads to objects which others have left to the goroutine, with all that is stored in them.
type Left struct {
	*ir.Expr
	Type types.Type
	Lent bool // for as long as the function runs
	Sole bool // nobody else has a reference to it, and nothing that the function gets leads there
}

// BeginRegions returns what a function does at its beginning to keep account of regions, where its callers leave it some values.
func (m *Memory) BeginRegions(left []Left) []ir.Stmt {
	if !m.Need.Regions || m.inRegions().alone == nil {
		return nil
	}
	r := m.regions
	do := []ir.Stmt{&ir.Assign{Dst: r.alone, Src: ZeroOf(r.alone.Sort)}, &ir.Assign{Dst: r.joined, Src: ZeroOf(r.joined.Sort)}}
	for _, v := range left {
		do = append(do, m.LeftTo(v)...)
	}
	return do
}

// LeftTo notes that others have left a value to the goroutine.
func (m *Memory) LeftTo(v Left) (do []ir.Stmt) {
	if !m.Need.Regions || m.inRegions().joined == nil {
		return nil
	}
	parts := m.regionalParts(v.Expr, v.Type)
	if v.Lent {
		parts = []regionalRef{{Expr: v.Expr, typ: v.Type}}
		if !m.joinsOthers(v.Type) {
			do = append(do, setAt(m.regions.alone, m.regionOf(v.Expr).object, ir.Ne(v.Expr, ir.Nil), ir.True))
		}
	}
	for _, part := range parts {
		ref, its, set := part.Expr, m.regionOf(part.Expr), m.regions.joined
		is := ir.And(ir.Ne(ref, ir.Nil), m.Mine(ref), isUnowned(its))
		object := ir.And(ir.Ne(its.object, ir.Nil), ir.Ne(m.StatusOf(its.object), ir.N(ir.Unallocated, ir.Int))) // one that exists tells it
		if m.leadsNowhere(part.typ) && !v.Lent || v.Sole && m.holdsNothing(part.typ) {                           // it is in a region by itself
			object, set = ir.Eq(its.object, ir.Apply(m.Base, ref)), m.regions.alone
		}
		do = append(do, &ir.Assume{Cond: ir.Implies(is, object)}, setAt(set, its.object, is, ir.True))
	}
	return do
}

// leadsNowhere reports whether what a pointer of type t points to has no references to what may be in a region.
func (m *Memory) leadsNowhere(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && !m.holdsRegionalRefs(ptr.Elem())
}

// holdsNothing reports whether the elements of a slice or map have no references to what may be in a region.
func (m *Memory) holdsNothing(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return !m.holdsRegionalRefs(u.Elem())
	case *types.Map:
		return !m.holdsRegionalRefs(u.Key()) && !m.holdsRegionalRefs(u.Elem())
	}
	return false
}

// HoldsNoReferences reports whether what a value of type t leads to has no references to what may be in a region.
func (m *Memory) HoldsNoReferences(t types.Type) bool { return m.leadsNowhere(t) || m.holdsNothing(t) }

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
	do, pre, in := m.storeInMessage(p, v)
	if in && analysis.IsHeader(p.Variable) {
		return do, pre
	}
	regions, also := m.joinPlace(p, v)
	return regions, append(pre, also...)
}

// joinPlace is join for a place that is no header of a message.
func (m *Memory) joinPlace(p Place, v *ir.Expr) ([]ir.Stmt, []*ir.Assert) {
	if !m.concernsRegions(p) {
		return nil, nil
	}
	parts := m.regionalParts(v, p.Type)
	if len(parts) == 0 || m.inRegions() == nil {
		return nil, nil
	}
	refs := expressions(parts)
	if m.Facts.IsHandedOver(p.Variable) {
		do, ok := m.transfer(p, refs[0])
		ok = ir.And(ok, m.standsAnyInside(parts[0]))
		return do, []*ir.Assert{{Cond: ok, Check: ir.Check{Kind: ir.OtherRegion, Subject: p.Variable.Name()}}}
	}
	to := m.regionOfPlace(p)
	inLocal := ir.False
	if c := p.container(); c != nil {
		inLocal = m.isFloating(c, to)
	}
	shared := ir.And(isUnowned(to), ir.Not(inLocal)) // what is stored there is in none for good
	if all := m.slotsAt(p); len(all) > 0 {
		do, pre := m.joinSlot(p, refs[0], all, to, inLocal)
		for _, a := range pre {
			a.Cond = ir.And(a.Cond, ir.Or(ir.And(shared, ir.Not(isAny(all))), m.standsAnyInside(parts[0])))
		}
		return do, pre
	}
	var do []ir.Stmt
	var pre []*ir.Assert
	subject := ""
	if p.Variable != nil {
		subject = p.Variable.Name()
	}
	for i, ref := range refs {
		var stmts []ir.Stmt
		var ok *ir.Expr
		to, inLocal, shared := to, inLocal, shared
		if parts[i].opaque {
			to, inLocal, shared = m.noRegion(), ir.False, ir.True
		}
		if m.fromWithin(ref, p) {
			ok = ir.Or(ir.Eq(ref, ir.Nil), m.sameRegion(m.regionOf(ref), to))
		} else {
			stmts, ok = m.merge(ref, m.regionOf(ref), m.isFloating(ref, m.regionOf(ref)), to, inLocal)
		}
		if m.keepsPermissions() { // what was taken, and is stored where nobody in particular has it, all read from then on
			do, ok = append(do, m.letRead(ref, shared)...), ir.Or(ok, ir.And(m.isTaken(m.regionOf(ref)), shared))
		}
		owns := p.Variable != nil && m.Facts.OwnsStore(p.Variable)
		if !owns || m.Facts.LeadsToRegional(p.Type) { // else it stays in none, for functions that know of no regions
			do = append(do, stmts...)
		}
		if owns { // what it owns already it has, in whatever region functions put it that know of none
			ok = ir.Or(ok, m.boundTo(v, p))
		}
		for j, other := range refs[:i] { // each may have the place's object join its own region
			if parts[i].opaque || parts[j].opaque {
				continue
			}
			ok = ir.And(ok, ir.Or(ir.Eq(other, ir.Nil), ir.Eq(ref, ir.Nil), m.mayShareRegion(other, ref)))
		}
		ok = ir.And(ok, ir.Or(shared, m.standsAnyInside(parts[i])))
		pre = append(pre, &ir.Assert{Cond: ok, Check: ir.Check{Kind: ir.OtherRegion, Subject: subject}})
	}
	if m.Facts.HandsOverEach(p.Variable) {
		replaced, ok := m.replace(p, v)
		do = append(append(replaced, do...), m.noteValue(p, v))
		pre = append(pre, &ir.Assert{Cond: ok, Check: ir.Check{Kind: ir.OtherRegion, Subject: subject}})
	}
	return do, pre
}

// joinSlot is join for a place that may be a slot.
func (m *Memory) joinSlot(p Place, ref *ir.Expr, all []slot, to region, inLocal *ir.Expr) ([]ir.Stmt, []*ir.Assert) {
	var do []ir.Stmt
	elsewhere := m.saver(&do)(ir.Not(isAny(all)))
	its := m.regionOf(ref)
	old := ir.Select(ir.V(p.Family), p.Keys...)
	if p.Map != nil {
		old = ir.GetField(ir.Select(ir.V(p.Family), p.Keys[0], p.Slot), EntryValue)
	}
	slotted, right := m.storeInSlot(p, ref, old, all)
	floats := m.isFloating(ref, its)
	merged, _ := m.merge(ref, its, ir.And(floats, elsewhere), to, ir.And(inLocal, elsewhere))
	outside := ir.And(elsewhere, isUnowned(to), ir.Not(inLocal))
	do = append(append(append(do, slotted...), merged...), m.letRead(ref, outside)...)
	ok := ir.Or(ir.Eq(ref, ir.Nil), m.sameRegion(its, to), floats, inLocal, ir.And(m.isTaken(its), isUnowned(to)))
	return do, []*ir.Assert{{Cond: ir.Ite(isAny(all), right, ok), Check: ir.Check{Kind: ir.OtherRegion}}}
}

func (m *Memory) mayShareRegion(a, b *ir.Expr) *ir.Expr {
	ra, rb := m.regionOf(a), m.regionOf(b)
	return ir.Or(m.sameRegion(ra, rb), m.isFloating(a, ra), m.isFloating(b, rb))
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

// KeepsRegions reports whether account is kept of regions; if not, it asks for another pass in which it is.
func (m *Memory) KeepsRegions() bool { return m.inRegions() != nil }

// JoinContents makes one the regions of what two values lead to, of which some may be stored in the other.
func (m *Memory) JoinContents(a *ir.Expr, aType types.Type, b *ir.Expr, bType types.Type) (do []ir.Stmt, oks []*ir.Expr) {
	for _, to := range m.contents(a, aType) {
		for _, from := range m.contents(b, bType) {
			stmts, ok := m.merge(from.ref, from.region, from.floats, to.region, to.floats)
			do, oks = append(do, stmts...), append(oks, ir.Or(ir.Eq(to.ref, ir.Nil), ok))
		}
	}
	return do, oks
}

// content is the region of what a reference leads to.
type content struct {
	ref    *ir.Expr
	region region
	floats *ir.Expr
}

// contents returns the regions of what the references in a value lead to: of elements and entries, where these are references.
func (m *Memory) contents(v *ir.Expr, t types.Type) []content {
	var all []content
	for _, part := range m.regionalParts(v, t) {
		r := m.regionOf(part.Expr)
		switch u := part.typ.Underlying().(type) {
		case *types.Slice:
			r = m.regionOfPlace(m.Element(part.Expr, ZeroInt, u.Elem()))
		case *types.Map:
			r = m.regionOfPlace(Place{Type: u.Elem(), Keys: []*ir.Expr{part.Expr}, Map: u})
		}
		all = append(all, content{part.Expr, r, m.isFloating(part.Expr, r)})
	}
	return all
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
	ok := ir.Or(ir.Eq(ref, ir.Nil), m.sameRegion(a, b), aFloats, bFloats)
	if aFloats.Op == ir.OpFalse && bFloats.Op == ir.OpFalse {
		return nil, ok
	}
	var do []ir.Stmt
	save := m.saver(&do)
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
		setAt(r.alone, from.object, aJoins, ir.False), setAt(r.alone, to.object, bJoins, ir.False),
		&ir.Assign{Dst: r.joined, Src: ir.Ite(both, ir.Store(ir.V(r.joined), []*ir.Expr{to.object}, ir.True), ir.V(r.joined))}), ok
}

// saver returns a function that has do remember the value of a term.
func (m *Memory) saver(do *[]ir.Stmt) func(*ir.Expr) *ir.Expr {
	return func(e *ir.Expr) *ir.Expr {
		if len(e.Args) == 0 {
			return e
		}
		v := m.NewLocal("", e.Sort)
		*do = append(*do, &ir.Assign{Dst: v, Src: e})
		return ir.V(v)
	}
}

// setAt sets an element of f where cond holds.
func setAt(f *ir.Var, at, cond, x *ir.Expr) ir.Stmt {
	return &ir.Assign{Dst: f, Src: ir.Ite(cond, ir.Store(ir.V(f), []*ir.Expr{at}, x), ir.V(f))}
}

// Leaving returns, for the references that a step makes known to others in no region, that what they lead to is in none.
func (m *Memory) Leaving(refs []*ir.Expr) (all []*ir.Expr) {
	if !m.Need.Regions {
		return nil
	}
	for _, ref := range refs {
		if m.regionalRefs[ref] {
			all = append(all, m.TakenOrNobodys([]*ir.Expr{ref})...)
		}
	}
	return all
}

// JoinCallers makes part of the caller's region what is the goroutine's own.
func (m *Memory) JoinCallers(refs []*ir.Expr) []ir.Stmt {
	return m.joinAll(refs, region{ofCaller, ir.Nil})
}

// JoinGroup makes part of the region of an object's guard group what is the goroutine's own.
func (m *Memory) JoinGroup(refs []*ir.Expr, g *analysis.Group, object *ir.Expr) []ir.Stmt {
	return m.joinAll(refs, m.groupRegion(g, object))
}

// joinAll makes part of a region, which is no local object's, what is the goroutine's own.
func (m *Memory) joinAll(refs []*ir.Expr, to region) (do []ir.Stmt) {
	for _, ref := range refs {
		r := m.regionOf(ref)
		stmts, _ := m.merge(ref, r, m.isFloating(ref, r), to, ir.False)
		do = append(do, stmts...)
	}
	return do
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

// LeaveTo returns what happens to the regions of local objects where a callee gets the references: what it gets by them, or by what is
// stored in them, may be in any region afterwards. If none of them leads to a local object, it gets none.
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
	var own []*ir.Expr
	for _, ref := range refs {
		own = append(own, ir.And(ir.Ne(ref, ir.Nil), m.Mine(ref)))
	}
	var do []ir.Stmt
	gets := m.saver(&do)(ir.Or(own...))
	for _, ref := range refs {
		apart = ir.And(apart, ir.Ne(ir.V(o), ir.Apply(m.Base, ref)))
		do = append(do, setAt(r.alone, m.regionOf(ref).object, gets, ir.False))
	}
	stays := ir.Or(ir.Not(gets), ir.Not(m.Mine(ir.V(o))), apart)
	return append(do,
		&ir.Assign{Dst: r.joined, Src: ir.Ite(gets, ZeroOf(r.joined.Sort), ir.V(r.joined))},
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
	if !m.Need.Regions || len(refs) == 0 || !m.leadsNowhere(t) {
		return m.settle(refs, given)
	}
	r, comes := m.inRegions(), ir.And(given, ir.Ne(v, ir.Nil))
	set := func(s *ir.Var, x *ir.Expr) ir.Stmt {
		return &ir.Assign{Dst: s, Src: ir.Ite(comes, ir.Store(ir.V(s), []*ir.Expr{v}, x), ir.V(s))}
	}
	return []ir.Stmt{set(r.kind, none), set(r.object, v), set(r.alone, ir.True)}
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
		regional = m.Facts.ArraysInRegions(ultimate(u.Elem()))
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
