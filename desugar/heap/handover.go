package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A variable that hands over what it leads to has it in a region of its own, of which permission is transferred. What a
// slice, map or pointer leads to when it is stored there becomes such a region, told by one of its objects. The
// variable's guard guards it as long as the variable has it. When something else is stored in the variable the
// permission is the writer's: nobody else touches that memory from then on, until the writer stores it in such a
// variable again, or lets everybody read it for good.
//
// The invariant: what the variable leads to is in a region of this kind, and the variable has the permission. So a variable has that
// of one region at most.

var (
	// handed is the kind of regions of which permission is transferred.
	handed = ir.Const("handed over", kindSort)
	// toAll takes the place of the variable that has the permission: all goroutines read, and none writes any more.
	toAll = ir.Const("all, to read", kindSort)
)

// permissions are the heap variables that tell, by a region's object, who has the permission: a goroutine, or, where
// that is Free, a variable of an object.
type permissions struct{ taker, variable, of *ir.Var }

// permissions returns the bookkeeping of permissions.
func (m *Memory) permissions() *permissions {
	if m.permitted != nil {
		return m.permitted
	}
	make := func(name string, s *ir.Sort) *ir.Var {
		return m.family(name, name, []*ir.Sort{ir.Ref}, s, ir.Permission)
	}
	p := &permissions{make("permission.taker", ir.Tid), make("permission.variable", kindSort), make("permission.of", ir.Ref)}
	m.permitted = p
	for _, f := range []*ir.Var{p.taker, p.variable, p.of} {
		m.guardPermission(f)
	}
	return p
}

// guardPermission says of bookkeeping of permissions who keeps it as it is.
func (m *Memory) guardPermission(f *ir.Var) {
	f.Heap.Object = nil // it stands for a region, whoever has the object
	at, who := ir.V(f.Heap.Keys[0]), ir.V(f.Heap.Who)
	f.Heap.Read = m.permission(at, Question{who: who})
	f.Heap.Write = m.permission(at, Question{who: who, write: true})
	m.mayBeginAlone(f.Heap)
}

// permission answers a question about what is in the region of that object: as the variable that has it says, if the
// function has a name for that one, or that the goroutine has it.
func (m *Memory) permission(object *ir.Expr, q Question) *ir.Expr {
	p := m.permissions()
	of, answer := ir.Select(ir.V(p.of), object), ir.False
	for _, g := range append(m.handingOver(), m.handingOverEach()...) {
		answer = ir.Ite(m.isHeldBy(object, g.Variable), m.access(g.Variable, ownerOf(g.Variable, of), nil, q), answer)
	}
	taken := ir.True
	if !q.isSaid() {
		taken = ir.Eq(ir.Select(ir.V(p.taker), object), q.who)
		answer = ir.Ite(ir.Eq(ir.Select(ir.V(p.variable), object), toAll), ir.B(!q.write), answer)
	}
	return ir.Ite(ir.Eq(ir.Select(ir.V(p.taker), object), ir.Free), answer, taken)
}

// isHeldBy says that, of the region of that object, such a variable has the permission if no goroutine has.
func (m *Memory) isHeldBy(object *ir.Expr, v *types.Var) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(m.permissions().variable), object), m.KindOfVar(v))
}

func orNil(object *ir.Expr) *ir.Expr {
	if object == nil {
		return ir.Nil
	}
	return object
}

func ownerOf(v *types.Var, object *ir.Expr) *ir.Expr {
	if !v.IsField() {
		return nil
	}
	return object
}

// handingOver returns those of the groups that the function has names for whose variable hands over what it leads to.
func (m *Memory) handingOver() []*analysis.Group {
	return slices.DeleteFunc(m.groupsByName(), func(g *analysis.Group) bool { return !m.Facts.IsHandedOver(g.Variable) })
}

// keepsPermissions reports whether the function deals with regions of which permission is transferred.
func (m *Memory) keepsPermissions() bool {
	return m.Need.Regions && len(m.handingOver())+len(m.handingOverEach()) > 0
}

// isTaken says that the goroutine has the permission of a region.
func (m *Memory) isTaken(r region) *ir.Expr {
	if !m.keepsPermissions() {
		return ir.False
	}
	return ir.And(ir.Eq(r.kind, handed), ir.Eq(ir.Select(ir.V(m.permissions().taker), r.object), m.Tid))
}

// isForAll says that a region is one that all goroutines read and none writes, for good.
func (m *Memory) isForAll(r region) *ir.Expr {
	if !m.keepsPermissions() {
		return ir.False
	}
	p := m.permissions()
	return ir.And(ir.Eq(r.kind, handed), ir.Eq(ir.Select(ir.V(p.taker), r.object), ir.Free), ir.Eq(ir.Select(ir.V(p.variable), r.object), toAll))
}

// isNobodys says that a region is nobody's in particular: it is of kind none, or the permission to read it is everybody's.
func (m *Memory) isNobodys(r region) *ir.Expr { return ir.Or(isUnowned(r), m.isForAll(r)) }

// hasPermission says of the region of what ref leads to that the variable at p has the permission.
func (m *Memory) hasPermission(ref *ir.Expr, p Place) *ir.Expr {
	its, b := m.regionOf(ref), m.permissions()
	return ir.And(ir.Eq(its.kind, handed), ir.Eq(ir.Select(ir.V(b.taker), its.object), ir.Free),
		m.isHeldBy(its.object, p.Variable), ir.Eq(ir.Select(ir.V(b.of), its.object), orNil(p.Owner)))
}

// heldAt says of what was read from a variable which hands it over that the variable has the permission.
func (m *Memory) heldAt(v *ir.Expr, t types.Type, p Place) []*ir.Expr {
	if !m.Need.Regions {
		m.WantsRegions = true
		return nil
	}
	m.nameHandingOver(p)
	var facts []*ir.Expr
	for _, ref := range m.regionalParts(v, t) {
		is := ir.And(m.hasPermission(ref.Expr, p), m.standsInside(ref.Expr, ref.typ))
		facts = append(facts, ir.Or(ir.Eq(ref.Expr, ir.Nil), is))
	}
	return facts
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// whereHeld says that what a value leads to is where the variable v of the object leads.
func (m *Memory) whereHeld(v *ir.Expr, t types.Type, variable *types.Var, object *ir.Expr) []*ir.Expr {
	p := m.placeOf(variable, object)
	facts := m.heldAt(v, t, p)
	if m.Facts.HandsOverEach(variable) {
		return facts
	}
	if at, ok := m.handedAt(p); ok && len(facts) > 0 {
		for _, ref := range m.RegionalRefs(v, t) {
			same := ir.Eq(m.regionOf(ref).object, m.regionOf(at).object)
			facts = append(facts, ir.Or(ir.Eq(ref, ir.Nil), ir.Eq(at, ir.Nil), same))
		}
	}
	return facts
}

// nameHandingOver notes that the function has a name for a variable that hands over what it leads to.
func (m *Memory) nameHandingOver(p Place) {
	if p.Owner != nil && p.Owner.Op != ir.OpVar {
		return
	}
	if !slices.ContainsFunc(m.namedHandingOver, func(o Place) bool { return o.Variable == p.Variable && ir.Equal(o.Owner, p.Owner) }) {
		m.namedHandingOver = append(m.namedHandingOver, p)
	}
}

// regionAtPlace is the region of what the variable at p, which hands it over, leads to.
func (m *Memory) regionAtPlace(p Place) region {
	ref, ok := m.handedAt(p)
	if !ok {
		return m.noRegion()
	}
	return m.regionOf(ref)
}

// handedAt returns the reference in the variable at p.
func (m *Memory) handedAt(p Place) (*ir.Expr, bool) {
	v, err := m.Read(p)
	if err != nil {
		return nil, false
	}
	refs := m.RegionalRefs(v, p.Type)
	if len(refs) != 1 {
		return nil, false
	}
	return refs[0], true
}

// transfer says what storing n, which ref is the reference in, in the variable at p does to permissions: what the
// variable had is the goroutine's, and the variable has that of what n leads to. The goroutine's own memory becomes a
// region of its own, what it has taken before it gives back.
func (m *Memory) transfer(p Place, ref *ir.Expr) ([]ir.Stmt, *ir.Expr) {
	old, ok := m.handedAt(p)
	if !ok {
		return nil, ir.False
	}
	m.nameHandingOver(p)
	was, its := m.regionOf(old), m.regionOf(ref)
	floats := m.isFloating(ref, its)
	stays := ir.And(ir.Ne(old, ir.Nil), ir.Eq(its.kind, handed), ir.Eq(its.object, was.object))
	right := ir.Or(ir.Eq(ref, ir.Nil), floats, stays, m.isTaken(its))
	var do []ir.Stmt
	save := m.saver(&do)
	in, out := save(its.object), save(was.object)
	comes := save(ir.And(ir.Ne(ref, ir.Nil), ir.Or(floats, m.isTaken(its))))
	goes := save(ir.And(m.givesTo(p.Owner), ir.Ne(old, ir.Nil), ir.Not(ir.And(ir.Ne(ref, ir.Nil), stays))))
	joins, _ := m.merge(ref, its, floats, region{handed, in}, ir.False)
	do = append(append(do, &ir.Assume{Cond: ir.Implies(ir.And(comes, goes), ir.Ne(in, out))}), joins...) // two regions have two objects
	b := m.permissions()
	return append(do, setAt(b.taker, out, goes, m.Tid),
		setAt(b.taker, in, comes, ir.Free), setAt(b.variable, in, comes, m.KindOfVar(p.Variable)), setAt(b.of, in, comes, orNil(p.Owner))), right
}

// Regional returns those of the references, which Publishable has returned, that may lead to what is in a region.
func (m *Memory) Regional(refs []*ir.Expr) (some []*ir.Expr) {
	for _, ref := range refs {
		if m.regionalRefs[ref] {
			some = append(some, ref)
		}
	}
	return some
}

// givesTo says that what a variable of the object had is the goroutine's when it has something else: the goroutine
// satisfies the guard then. What a local object has its owner may change without, while another goroutine satisfies the
// guard and still knows what the object had when it was that one's own.
func (m *Memory) givesTo(owner *ir.Expr) *ir.Expr {
	if owner == nil {
		return ir.True
	}
	return ir.Not(m.Mine(owner))
}

// LetRead returns what happens to permissions where others get the references: what the goroutine has taken they all read from then on.
func (m *Memory) LetRead(refs []*ir.Expr) (do []ir.Stmt) {
	if !m.keepsPermissions() {
		return nil
	}
	for _, ref := range refs {
		do = append(do, m.letRead(ref, ir.True)...)
	}
	return do
}

// letRead is LetRead for one reference, where cond holds.
func (m *Memory) letRead(ref, cond *ir.Expr) []ir.Stmt {
	b, its := m.permissions(), m.regionOf(ref)
	object, taken := m.NewLocal("", ir.Ref), m.NewLocal("", ir.Bool)
	return []ir.Stmt{
		&ir.Assign{Dst: object, Src: its.object},
		&ir.Assign{Dst: taken, Src: ir.And(ir.Ne(ref, ir.Nil), m.isTaken(its), cond)},
		setAt(b.taker, ir.V(object), ir.V(taken), ir.Free), setAt(b.variable, ir.V(object), ir.V(taken), toAll),
	}
}

// TakenOrNobodys says of each of the references that the goroutine has the permission of what it leads to, or that it is nobody's.
func (m *Memory) TakenOrNobodys(refs []*ir.Expr) (all []*ir.Expr) {
	for _, ref := range refs {
		its := m.regionOf(ref)
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), m.isNobodys(its), m.isTaken(its)))
	}
	return all
}

// Permissions returns the heap variables of permissions that a callee which is not looked at may change, and where: for
// regions that no goroutine has taken, of objects of which it may change the variables.
func (m *Memory) Permissions(mayChange func(object *ir.Expr) *ir.Expr) (vars []*ir.Var, open func(f *ir.Var, object *ir.Expr) *ir.Expr) {
	if m.permitted == nil {
		return nil, nil
	}
	b := m.permitted
	for _, f := range m.HeapVars() {
		if f.Heap.Class == ir.Permission {
			vars = append(vars, f)
		}
	}
	return vars, func(f *ir.Var, object *ir.Expr) *ir.Expr {
		if m.mirrors[f] { // by the object that has the variable
			return mayChange(object)
		}
		return ir.And(ir.Eq(ir.Select(ir.V(b.taker), object), ir.Free), ir.Ne(ir.Select(ir.V(b.variable), object), toAll),
			mayChange(ir.Select(ir.V(b.of), object)))
	}
}
