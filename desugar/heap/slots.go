package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A variable may hand over each of the objects that its slice or map has pointers to: a queue of jobs, a table of calls
// that wait. The array or store is in the region of the variable's group. Each object, with all that it leads to, is a
// region of its own, of which permission is transferred (see handover.go). The permission is the variable's while the
// object is in the slice or map.
//
// The invariant: an element of the variable's slice, or the value of an entry of its map, is nil or leads to a region
// of that kind. The variable has the permission, and the element's position is noted of the region. So no two elements
// lead to one region.

// A slot is a place in an array, or in the store of a map, that may be such a variable's.
type slot struct {
	group     *analysis.Group
	container *ir.Expr // the array or store
	key       *ir.Expr // the index or key; nil if it is not known
	is        *ir.Expr // the container is in the region of the group
	owner     *ir.Expr // the object that has the variable, nil for package variables
	current   *ir.Expr // the variable's value
}

// handingOverEach returns those of the groups that the function has names for whose variable hands over its elements.
func (m *Memory) handingOverEach() []*analysis.Group {
	if !m.Need.Regions {
		return nil
	}
	return slices.DeleteFunc(m.groupsByName(), func(g *analysis.Group) bool { return !m.Facts.HandsOverEach(g.Variable) })
}

// slotsAt returns what slots the place p may be.
func (m *Memory) slotsAt(p Place) (all []slot) {
	if p.IsLocal() || len(p.Keys) == 0 || p.Keys[0].Sort.Kind != ir.KindRef || p.Variable != nil {
		return nil
	}
	for _, g := range m.handingOverEach() {
		var s slot
		switch u := g.Variable.Type().Underlying().(type) {
		case *types.Slice:
			if p.Map != nil || len(p.Keys) != 2 || !types.Identical(u.Elem(), p.Type) {
				continue
			}
			s.key = p.Keys[1]
		case *types.Map:
			if p.Map == nil || !types.Identical(u, p.Map) || !types.Identical(u.Elem(), p.Type) {
				continue
			}
			s.key = p.Slot
		}
		s.group, s.container = g, p.Keys[0]
		in := m.regionOf(s.container)
		s.is, s.owner = ir.Eq(in.kind, groupKind(g)), ownerOf(g.Variable, in.object)
		s.current = m.valueNoted(g.Variable, s.owner)
		all = append(all, s)
	}
	return all
}

// noteValue notes that a variable which hands over its elements has a value now.
func (m *Memory) noteValue(p Place, x *ir.Expr) ir.Stmt {
	f := m.currentValues(p.Variable)
	return &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), []*ir.Expr{orNil(p.Owner)}, x)}
}

// placeOf returns the place of a field of an object, or of a package variable.
func (m *Memory) placeOf(v *types.Var, object *ir.Expr) Place {
	if !v.IsField() {
		return m.Global(v)
	}
	return m.Field(m.Deref(object, m.Facts.OwnerType(v)), v)
}

// inUse says that a slot is one that the variable's value has.
func (m *Memory) inUse(s slot) *ir.Expr {
	switch {
	case s.key == nil:
		return ir.False
	case s.current.Sort.Kind == ir.KindRef:
		return ir.Eq(s.container, s.current)
	}
	return ir.And(ir.Eq(s.container, m.SliceArr(s.current)), m.inWindow(s.current, s.key))
}

func (m *Memory) inWindow(slice, i *ir.Expr) *ir.Expr {
	return ir.And(ir.Le(m.SliceOff(slice), i), ir.Lt(i, ir.Add(m.SliceOff(slice), m.SliceLen(slice))))
}

// Positions number the elements of the variable's slice, whatever array they are in: the first has the number noted as
// first, and keeps it as long as the variable has it. The position of a map's entry is its key.

// positionSort is the sort of the positions in a variable's slice or map.
func (m *Memory) positionSort(v *types.Var) *ir.Sort {
	if u, ok := v.Type().Underlying().(*types.Map); ok {
		if k, err := m.keying(u.Key()); err == nil {
			return k.Sort
		}
	}
	return ir.Int
}

// positions is the bookkeeping of where the variable that has a region's permission has the object.
func (m *Memory) positions(v *types.Var) *ir.Var {
	s := m.positionSort(v)
	name := "permission.position " + s.String()
	f := m.Families[name]
	if f == nil {
		f = m.family(name, name, []*ir.Sort{ir.Ref}, s, ir.Permission)
		m.guardPermission(f)
	}
	return f
}

// byObject returns bookkeeping of a variable that is kept by the object which has the variable, and under its guard.
func (m *Memory) byObject(kind string, v *types.Var, s *ir.Sort, more ...*ir.Sort) *ir.Var {
	name := "permission." + kind + " " + m.placeName(m.Facts.Field(v))
	f := m.Families[name]
	if f == nil {
		f = m.family(name, name, append([]*ir.Sort{ir.Ref}, more...), s, ir.Permission)
		f.Heap.Nil = true // for package variables
		at, who := ownerOf(v, ir.V(f.Heap.Keys[0])), ir.V(f.Heap.Who)
		f.Heap.Read = m.access(v, at, nil, Question{who: who})
		f.Heap.Write = m.access(v, at, nil, Question{who: who, write: true})
		m.mayBeginAlone(f.Heap)
		m.mirrors[f] = true
	}
	return f
}

// regionsBy is the bookkeeping of the region at each position.
func (m *Memory) regionsBy(v *types.Var) *ir.Var {
	return m.byObject("region", v, ir.Ref, m.positionSort(v))
}

// firsts is the bookkeeping of the position of the first element.
func (m *Memory) firsts(v *types.Var) *ir.Var { return m.byObject("first", v, ir.Int) }

// currentValues is the bookkeeping of what the variable has: what the program has there as well. Steps may look at it that do not access
// the variable.
func (m *Memory) currentValues(v *types.Var) *ir.Var {
	s, err := m.Sort(v.Type())
	if err != nil {
		s = ir.Opaque("unknown")
	}
	return m.byObject("current", v, s)
}

// valueNoted is what is noted of a variable's value.
func (m *Memory) valueNoted(v *types.Var, owner *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(m.currentValues(v)), orNil(owner))
}

func (m *Memory) first(v *types.Var, owner *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(m.firsts(v)), orNil(owner))
}

// position is that of a slot. An array that is not the variable's yet begins with its first element.
func (m *Memory) position(s slot) *ir.Expr {
	if s.current.Sort.Kind == ir.KindRef {
		return s.key
	}
	begins := ir.Ite(ir.Eq(s.container, m.SliceArr(s.current)), m.SliceOff(s.current), ZeroInt)
	return ir.Add(ir.Sub(s.key, begins), m.first(s.group.Variable, s.owner))
}

// isGood says of what a pointer leads to that the variable has its permission, and has it at the position.
func (m *Memory) isGood(v *types.Var, owner, ref, at *ir.Expr) *ir.Expr {
	object := m.regionOf(ref).object
	return ir.And(m.hasPermission(ref, Place{Variable: v, Owner: owner}),
		ir.Eq(ir.Select(ir.V(m.positions(v)), object), at), ir.Eq(ir.Select(ir.V(m.regionsBy(v)), orNil(owner), at), object))
}

// inSlot is what is known of a pointer that was read from a place that may be a slot: facts holds elsewhere.
func (m *Memory) inSlot(ref *ir.Expr, t types.Type, all []slot, facts []*ir.Expr) []*ir.Expr {
	any := isAny(all)
	for i := range facts {
		facts[i] = ir.Or(any, facts[i])
	}
	for _, s := range all {
		if s.key == nil {
			continue
		}
		m.nameHandingOver(m.placeOf(s.group.Variable, s.owner))
		is := ir.And(m.isGood(s.group.Variable, s.owner, ref, m.position(s)), m.standsInside(ref, t))
		facts = append(facts, ir.Implies(ir.And(s.is, m.inUse(s)), ir.Or(ir.Eq(ref, ir.Nil), is)))
	}
	return facts
}

func isAny(all []slot) *ir.Expr {
	any := ir.False
	for _, s := range all {
		any = ir.Or(any, s.is)
	}
	return any
}

// storeInSlot says what storing ref at p, which may be a slot where old is, does to permissions, and when it is right.
func (m *Memory) storeInSlot(p Place, ref, old *ir.Expr, all []slot) (do []ir.Stmt, right *ir.Expr) {
	its, b := m.regionOf(ref), m.permissions()
	floats := m.isFloating(ref, its)
	save := m.saver(&do)
	right = ir.False
	for _, s := range all {
		inUse := m.inUse(s)
		comesIn := ir.And(ir.Or(floats, m.isTaken(its)), m.mayTake(s))
		right = ir.Or(right, ir.And(s.is, ir.Or(ir.Eq(ref, ir.Nil), comesIn, ir.And(inUse, ir.Eq(ref, old)))))
		v, in, at := s.group.Variable, save(its.object), save(m.position(s))
		comes := save(ir.And(s.is, ir.Ne(ref, ir.Nil), ir.Or(floats, m.isTaken(its))))
		goes := save(ir.And(s.is, m.givesTo(s.owner), inUse, ir.Ne(old, ir.Nil), ir.Ne(old, ref)))
		do = append(do, m.takeOut(old, goes, in, comes)...)
		joins, _ := m.merge(ref, its, ir.And(floats, s.is), region{handed, in}, ir.False)
		by := m.regionsBy(v)
		do = append(append(do, joins...),
			setAt(b.taker, in, comes, ir.Free), setAt(b.variable, in, comes, m.KindOfVar(v)),
			setAt(b.of, in, comes, orNil(s.owner)), setAt(m.positions(v), in, comes, at),
			&ir.Assign{Dst: by, Src: ir.Ite(comes, ir.Store(ir.V(by), []*ir.Expr{orNil(s.owner), at}, in), ir.V(by))})
	}
	return do, right
}

// mayTake says that what is stored in a slot does not have the position of another element: the slot is the variable's,
// or, in an array that is to be the variable's, comes after all elements that it has.
func (m *Memory) mayTake(s slot) *ir.Expr {
	if s.current.Sort.Kind == ir.KindRef {
		return m.inUse(s)
	}
	at, first := m.position(s), m.first(s.group.Variable, s.owner)
	within := ir.And(ir.Le(first, at), ir.Lt(at, ir.Add(first, m.SliceLen(s.current))))
	return ir.Or(ir.Eq(s.container, m.SliceArr(s.current)), ir.Not(within))
}

// takeOut gives the goroutine the permission of what a pointer leads to, under the condition; what comes in its place is another region.
func (m *Memory) takeOut(old, goes, in, comes *ir.Expr) (do []ir.Stmt) {
	save := m.saver(&do)
	out := save(m.regionOf(old).object)
	if in != nil {
		do = append(do, &ir.Assume{Cond: ir.Implies(ir.And(goes, comes), ir.Ne(in, out))})
	}
	return append(do, setAt(m.permissions().taker, out, goes, m.Tid))
}

// Removed says what it does to permissions that a map has an entry no more, which may be a slot.
func (m *Memory) Removed(p Place, store *MapStore) (do []ir.Stmt) {
	for _, s := range m.slotsAt(p) {
		_, old := store.Lookup(s.container, s.key)
		goes := m.saver(&do)(ir.And(s.is, m.givesTo(s.owner), m.inUse(s), ir.Ne(old, ir.Nil)))
		do = append(do, m.takeOut(old, goes, nil, nil)...)
	}
	return do
}

// replace says what storing the slice or map x in a variable that hands over its elements does to permissions, and when
// it is right: x has nothing, or some of what the variable had, or that and what append has stored there (see adopt).
// The first and the last element of a slice, if the variable has them no more, are the goroutine's. Of what else it has
// no more nobody will have the permission.
func (m *Memory) replace(p Place, x *ir.Expr) (do []ir.Stmt, right *ir.Expr) {
	old, err := m.Read(p)
	if err != nil {
		return nil, ir.False
	}
	m.nameHandingOver(p)
	if _, isMap := p.Type.Underlying().(*types.Map); isMap {
		return nil, ir.Or(ir.Eq(x, old), m.isEmpty(x, p.Type))
	}
	v, b, first, save := p.Variable, m.permissions(), m.first(p.Variable, p.Owner), m.saver(&do)
	same := ir.Eq(m.SliceArr(x), m.SliceArr(old))
	now := ir.Ite(same, ir.Sub(ir.Add(first, m.SliceOff(x)), m.SliceOff(old)), first)
	shrinks := ir.And(same, ir.Le(m.SliceOff(old), m.SliceOff(x)),
		ir.Le(ir.Add(m.SliceOff(x), m.SliceLen(x)), ir.Add(m.SliceOff(old), m.SliceLen(old))))
	right = ir.Or(shrinks, m.isEmpty(x, p.Type))
	if p.Grown != nil {
		its, to := m.regionOf(m.SliceArr(x)), m.regionOfPlace(p)
		right = ir.Or(right, ir.And(ir.Eq(old, p.Grown), ir.Eq(its.kind, to.kind), ir.Eq(its.object, to.object)))
	}
	was, begins, n := save(first), save(now), save(m.SliceLen(old))
	ends := save(ir.Add(begins, m.SliceLen(x)))
	for _, at := range []*ir.Expr{was, ir.Sub(ir.Add(was, n), ir.N(1, ir.Int))} {
		r := save(ir.Select(ir.V(m.regionsBy(v)), orNil(p.Owner), at))
		its := ir.And(ir.Eq(ir.Select(ir.V(b.taker), r), ir.Free), m.isHeldBy(r, v), ir.Eq(ir.Select(ir.V(b.of), r), orNil(p.Owner)),
			ir.Eq(ir.Select(ir.V(m.positions(v)), r), at))
		goes := ir.And(m.givesTo(p.Owner), ir.Lt(ZeroInt, n), its, ir.Not(ir.And(ir.Le(begins, at), ir.Lt(at, ends))))
		do = append(do, setAt(b.taker, r, goes, m.Tid))
	}
	f := m.firsts(v)
	return append(do, &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), []*ir.Expr{orNil(p.Owner)}, begins)}), right
}

// isEmpty says that a slice or map has no elements.
func (m *Memory) isEmpty(x *ir.Expr, t types.Type) *ir.Expr {
	if _, isMap := t.Underlying().(*types.Map); !isMap {
		return ir.Eq(m.SliceLen(x), ZeroInt)
	}
	store, err := m.MapStore(t)
	if err != nil {
		return ir.False
	}
	return ir.Eq(store.Length(x), ZeroInt)
}

// NotInUse says of a stretch of an array, or of the whole array if n is nil, that no variable which hands over its elements has it now.
func (m *Memory) NotInUse(elem types.Type, arr, from, n *ir.Expr) *ir.Expr {
	clear := ir.True
	for _, s := range m.slotsAt(m.Element(arr, ZeroInt, elem)) {
		outside := ir.Ne(arr, m.SliceArr(s.current))
		if n != nil {
			lo, hi := m.SliceOff(s.current), ir.Add(m.SliceOff(s.current), m.SliceLen(s.current))
			outside = ir.Or(outside, ir.Le(hi, from), ir.Le(ir.Add(from, n), lo))
		}
		clear = ir.And(clear, ir.Or(ir.Not(s.is), outside))
	}
	return clear
}

// NotByElement says of what a value leads to that it is no array or store of a variable that hands over its elements:
// of those that it has no more a callee would not know.
func (m *Memory) NotByElement(v *ir.Expr, t types.Type) (all []*ir.Expr) {
	for _, ref := range m.RegionalRefs(v, t) {
		for _, g := range m.handingOverEach() {
			all = append(all, ir.Or(ir.Eq(ref, ir.Nil), ir.Ne(m.regionOf(ref).kind, groupKind(g))))
		}
	}
	return all
}

// Adopt makes a new array, which is to hold the elements of the variable at p, part of its region.
func (m *Memory) Adopt(p Place, arr *ir.Expr) []ir.Stmt {
	if !m.Need.Regions || !m.Facts.HandsOverEach(p.Variable) {
		return nil
	}
	its := m.regionOf(arr)
	do, _ := m.merge(arr, its, m.isFloating(arr, its), m.regionOfPlace(p), ir.False)
	return do
}
