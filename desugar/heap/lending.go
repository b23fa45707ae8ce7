package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// MayLend says of a pointer of type t that it leads to an object of the goroutine's own, and that with all that is
// stored there it is in no region yet. What is stored in an object with synchronisation of its own joins no other
// region, and may be others': so slices and maps that callees write have to be the goroutine's own, too.
func (m *Memory) MayLend(ref *ir.Expr, t types.Type) *ir.Expr {
	if m.Status == nil {
		m.WantsOwnership = true
		return ir.False
	}
	r, its := m.inRegions(), m.regionOf(ref)
	if r.alone == nil {
		return ir.False
	}
	may := []*ir.Expr{ir.Ne(ref, ir.Nil), m.isFloating(ref, its)}
	if m.joinsOthers(t) {
		return ir.And(append(may, m.standsInside(ref, t))...)
	}
	may = append(may, ir.Eq(its.object, ir.Apply(m.Base, ref)), ir.Select(ir.V(r.alone), its.object))
	return ir.And(append(may, m.ownBehind(ref, t)...)...)
}

// joinsOthers reports whether what is stored where a pointer of type t leads joins the region of the object: no part of
// it has synchronisation.
func (m *Memory) joinsOthers(t types.Type) bool { return m.Facts.IsRegional(analysis.Deref(t)) }

// ownBehind says that the slices and maps which options write to are the goroutine's own.
func (m *Memory) ownBehind(ref *ir.Expr, t types.Type) (own []*ir.Expr) {
	elem := analysis.Deref(t)
	for _, f := range m.Facts.OwnBehind(elem) {
		v, err := m.Read(m.Field(m.Deref(ref, elem), f))
		if err != nil {
			return []*ir.Expr{ir.False}
		}
		arr, _ := m.StoreOf(v)
		whole := ir.And(m.Whole(arr), ir.Ne(arr, ir.Apply(m.Base, ref)))
		if m.Facts.GroupOf(f) == nil && !m.Facts.OwnsStore(f) { // others belong to the variable, for as long as the object is there
			whole = ir.And(whole, isUnowned(m.regionOf(arr)))
		}
		own = append(own, ir.Or(ir.Eq(arr, ir.Nil), whole))
	}
	return own
}

// GivenBack says of an object that was lent what its lender knows afterwards.
func (m *Memory) GivenBack(ref *ir.Expr, t types.Type) []*ir.Expr {
	if m.Status == nil || m.joinsOthers(t) || m.inRegions() == nil {
		return nil
	}
	return m.ownBehind(ref, t)
}

// GivesBack says where a function returns that it has kept nothing of what it was lent: since it began nothing of that was published.
func (m *Memory) GivesBack(ref *ir.Expr, t types.Type) *ir.Expr {
	may := m.MayLend(ref, t)
	if m.Status == nil || m.inRegions().joined == nil {
		return ir.False
	}
	return ir.And(may, ir.Select(ir.V(m.regions.joined), m.regionOf(ref).object))
}

// Lent says of what a pointer of type t leads to, where a function begins, that its caller has lent it.
func (m *Memory) Lent(v *ir.Expr, t types.Type) []*ir.Expr {
	if m.Status == nil {
		m.WantsOwnership = true
		return nil
	}
	if m.inRegions() == nil {
		return nil
	}
	facts := append(m.KnownAnyway(v, t), m.Mine(v), isUnowned(m.regionOf(v)))
	if m.joinsOthers(t) {
		facts = append(facts, m.standsInside(v, t))
	} else {
		facts = append(facts, m.isAlone(v)...)
	}
	return unlessNil(v, facts)
}

// LentBehind says of what a pointer of type t leads to, where a function begins, which slices and maps in it are lent with it.
func (m *Memory) LentBehind(v *ir.Expr, t types.Type) []*ir.Expr {
	return unlessNil(v, m.GivenBack(v, t))
}

func unlessNil(v *ir.Expr, facts []*ir.Expr) []*ir.Expr {
	for i, f := range facts {
		facts[i] = ir.Or(ir.Eq(v, ir.Nil), f)
	}
	return facts
}

// isAlone says that the object is in a region by itself.
func (m *Memory) isAlone(v *ir.Expr) []*ir.Expr {
	r, o := m.inRegions(), &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	base := ir.Apply(m.Base, v)
	in := ir.And(ir.Eq(ir.Select(ir.V(r.kind), ir.V(o)), none), ir.Eq(ir.Select(ir.V(r.object), ir.V(o)), base))
	with := ir.And(ir.Eq(ir.Select(ir.V(m.Status), ir.V(o)), ir.N(ir.Mine, ir.Int)), in)
	alone := ir.Forall([]*ir.Var{o}, ir.Implies(with, ir.Eq(ir.V(o), base)), r.object)
	return []*ir.Expr{ir.Eq(m.regionOf(v).object, base), alone}
}

// LendOut is what becomes of objects while a callee has some that the goroutine lends it. All that was its own still
// is. What the callee has made, and stored there, is so as well, and floats with the rest.
func (m *Memory) LendOut(lent []Left) (do []ir.Stmt) {
	r := m.inRegions()
	if m.Status == nil || r.joined == nil {
		return nil
	}
	var refs []*ir.Expr
	for _, v := range lent {
		if m.joinsOthers(v.Type) {
			its := m.saver(&do)(m.regionOf(v.Expr).object)
			do = append(do, setAt(r.alone, its, ir.True, ir.False), setAt(r.joined, its, ir.True, ir.True))
		}
		refs = append(refs, v.Expr)
	}
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	at := ir.V(o)
	now := ir.Select(ir.V(m.Status), at)
	is := func(code int64) *ir.Expr { return ir.Eq(now, ir.N(code, ir.Int)) }
	stored := ir.Select(ir.V(m.Stored), at)
	given := ir.Old(stored)
	for _, ref := range refs {
		given = ir.Or(given, ir.Eq(at, ir.Apply(m.Base, ref)))
	}
	var laws []*ir.Expr
	for _, code := range []int64{ir.Shared, ir.Mine} {
		laws = append(laws, ir.Implies(ir.Old(is(code)), is(code)))
	}
	laws = append(laws,
		ir.Or(is(ir.Unallocated), is(ir.Shared), is(ir.Mine), is(ir.Theirs)),
		ir.Implies(ir.Old(is(ir.Theirs)), ir.Or(is(ir.Theirs), is(ir.Shared))),
		ir.Implies(ir.And(ir.Old(is(ir.Mine)), ir.Not(given)), ir.Eq(stored, ir.Old(stored))),
		ir.Implies(ir.And(ir.Old(is(ir.Mine)), ir.Old(stored)), stored))
	return append(do,
		&ir.Havoc{Vars: []*ir.Var{m.Status, m.Stored}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.And(laws...), m.Status)})
}

// MakeWithin is what becomes of objects while a callee makes some, and what holds of a reference that it returns: it is
// nil, or leads to or into an object that did not exist before, and is the goroutine's own, in a region of its own with
// all that is stored in it.
func (m *Memory) MakeWithin(ref *ir.Expr) ([]ir.Stmt, *ir.Expr) {
	was := m.NewLocal("", m.Status.Sort)
	do := append([]ir.Stmt{&ir.Assign{Dst: was, Src: ir.V(m.Status)}}, m.LendOut(nil)...)
	its, object := m.regionOf(ref), ir.Apply(m.Base, ref)
	before := ir.Eq(ir.Select(ir.V(was), object), ir.N(ir.Unallocated, ir.Int))
	return do, ir.Or(ir.Eq(ref, ir.Nil), ir.And(before, m.Mine(ref), isUnowned(its), ir.Eq(its.object, object)))
}

// Floats notes that the region of such an object can still join another one.
func (m *Memory) Floats(ref *ir.Expr) []ir.Stmt {
	r := m.inRegions()
	if r.joined == nil {
		return nil
	}
	return []ir.Stmt{setAt(r.joined, ir.Apply(m.Base, ref), ir.Ne(ref, ir.Nil), ir.True)}
}

// KeepsOwnership reports whether account is kept of who knows objects; if not, it asks for another pass in which it is.
func (m *Memory) KeepsOwnership() bool {
	if m.Status == nil {
		m.WantsOwnership = true
	}
	return m.Status != nil
}

// Bindings returns the bookkeeping of what variables own, nil if the function needs none.
func (m *Memory) Bindings() []*ir.Var {
	if m.Bound == nil {
		return nil
	}
	return []*ir.Var{m.Bound.Owner, m.Bound.object, m.Bound.offset}
}
