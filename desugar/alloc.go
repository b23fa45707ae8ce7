package desugar

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// mine is the condition that the object ref points into is local to the goroutine under check.
func (m *memory) mine(ref *ir.Expr) *ir.Expr {
	if m.status == nil {
		return ir.False
	}
	return ir.Eq(m.statusOf(ref), ir.N(ir.Mine, ir.Int))
}

func (m *memory) statusOf(ref *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(m.status), ir.Apply(m.base, ref))
}

// isShared is the condition that ref, if it is not nil, points into a shared object.
func (m *memory) isShared(ref *ir.Expr) *ir.Expr {
	return ir.Or(ir.Eq(ref, ir.Nil), ir.Eq(m.statusOf(ref), ir.N(ir.Shared, ir.Int)))
}

// allocate returns a new zeroed object of type t and the step that creates it. It is local until published.
//
// The step picks an object that does not exist yet and whose memory happens to be zero: memory that nobody owns is
// arbitrary, so there always is one.
func (m *memory) allocate(t types.Type, label string) (*ir.Expr, *ir.Step, error) {
	r := m.newRef(label)
	zero, err := m.zeroed(m.deref(ir.V(r), t))
	if err != nil {
		return nil, nil, err
	}
	if is := m.isPlaceOf(t); is != nil {
		zero = append(zero, ir.Apply(is, ir.V(r)))
	}
	m.noteAllocated(t)
	return ir.V(r), m.create(r, append(zero, m.interiors(ir.V(r), m.deref(ir.V(r), t))...)), nil
}

// whole is the condition that ref is a local object, not a place inside one.
func (m *memory) whole(ref *ir.Expr) *ir.Expr {
	return ir.And(ir.Ne(ref, ir.Nil), m.mine(ref), ir.Eq(ir.Apply(m.base, ref), ref))
}

// wholeInteriors is interiors for a value that comes from a caller or callee, under the condition that it is a local
// object as a whole: then it was created with the type of the pointer to it, or as an array of the slice's elements.
func (m *memory) wholeInteriors(v *ir.Expr, t types.Type) []*ir.Expr {
	if m.status == nil {
		return nil
	}
	var inside []*ir.Expr
	if analysis.IsReflectValue(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		m.noteAllocated(u.Elem()) // who has it may publish it
		inside = m.interiors(v, m.deref(v, u.Elem()))
	case *types.Slice:
		m.noteAllocated(u.Elem())
		v = m.sliceArr(v)
		inside = m.interiors(v, m.arrayAt(v, u.Elem()))
	}
	var facts []*ir.Expr
	for _, f := range inside {
		facts = append(facts, ir.Implies(m.whole(v), f))
	}
	return facts
}

// interiors says which values of types with invariants a new object holds: those that its type says, and no others.
func (m *memory) interiors(r *ir.Expr, p place) []*ir.Expr {
	var facts []*ir.Expr
	for _, name := range m.prog.TypedNames() {
		this := &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.BoundVar}
		i := &ir.Var{Name: "i", Label: "i", Sort: intSort, Kind: ir.BoundVar}
		any := ir.False
		for _, v := range m.valuesOf(name, p, i) {
			any = ir.Or(any, ir.And(m.matches(ir.V(this), v.at, i), m.within(ir.V(this), v)))
		}
		inside := ir.And(ir.Apply(m.isPlaceOf(name.Type()), ir.V(this)), ir.Eq(ir.Apply(m.base, ir.V(this)), r))
		facts = append(facts, ir.Forall([]*ir.Var{this}, ir.Implies(inside, any)))
	}
	return facts
}

// A member is where a value is that is part of another, and how long the arrays are that it is in, the outermost first; 0
// where that is not known.
type member struct {
	at   *ir.Expr
	lens []int64
}

// valuesOf returns where the values of a type are inside p, with i for the index of any element.
func (m *memory) valuesOf(name *types.TypeName, p place, i *ir.Var, lens ...int64) []member {
	var all []member
	if n, ok := types.Unalias(p.typ).(*types.Named); ok && n.Origin().Obj() == name {
		all = append(all, member{p.addr(), lens})
	}
	switch u := p.typ.Underlying().(type) {
	case *types.Struct:
		if analysis.IsSyncValue(p.typ) {
			break
		}
		for k := range u.NumFields() {
			if isAddressed(u.Field(k).Type()) {
				all = append(all, m.valuesOf(name, m.field(p, u.Field(k)), i, lens...)...)
			}
		}
	case *types.Array:
		if isAddressed(u.Elem()) {
			elem := m.element(p.addr(), ir.V(i), u.Elem())
			all = append(all, m.valuesOf(name, elem, i, append(slices.Clone(lens), u.Len())...)...)
		}
	}
	return all
}

// within says of a place that matches a member that no index on the way there is beyond the end of its array.
func (m *memory) within(place *ir.Expr, v member) *ir.Expr {
	cond, lens := ir.True, v.lens
	for at := v.at; len(lens) > 0; at = at.Args[0] {
		if at.Fn == m.refs.elem {
			if n := lens[len(lens)-1]; n > 0 {
				cond = ir.And(cond, isIndex(ir.Apply(m.pos, place), n))
			}
			lens = lens[:len(lens)-1]
		}
		place = ir.Apply(m.parent, place)
	}
	return cond
}

func (m *memory) newRef(label string) *ir.Var {
	return m.newLocal(label, ir.Ref)
}

// create is the step that makes r a new object of which the facts hold.
func (m *memory) create(r *ir.Var, facts []*ir.Expr) *ir.Step {
	m.wantsOwnership = true
	ref := ir.V(r)
	all := []*ir.Expr{
		ir.Ne(ref, ir.Nil),
		ir.Eq(&ir.Expr{Op: ir.OpApply, Sort: ir.Ref, Fn: m.base, Args: []*ir.Expr{ref}}, ref),
		ir.Eq(ir.Apply(m.kind, ref), rootKind),
	}
	s := &ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{&ir.Havoc{Vars: []*ir.Var{r}}}}
	if m.status == nil {
		s.Do = append(s.Do, &ir.Assume{Cond: ir.And(append(all, facts...)...)})
		return s
	}
	all = append(all, ir.Eq(ir.Select(ir.V(m.status), ref), ir.N(ir.Unallocated, ir.Int)))
	if m.need.families[storeOwner] {
		all = append(all, ir.Eq(ir.Select(ir.V(m.binding().owner), ref), noOwner))
	}
	s.Do = append(s.Do,
		&ir.Assume{Cond: ir.And(append(all, facts...)...)},
		&ir.Assign{Dst: m.status, Src: ir.Store(ir.V(m.status), []*ir.Expr{ref}, ir.N(ir.Mine, ir.Int))},
		&ir.Assign{Dst: m.stored, Src: ir.Store(ir.V(m.stored), []*ir.Expr{ref}, ir.False)})
	return s
}

// zeroed says that every place in p that has a heap variable holds its zero value.
func (m *memory) zeroed(p place) ([]*ir.Expr, error) {
	if a := analysis.ArrayType(p.typ); a != nil && p.family == nil {
		return m.zeroedElements(a.Elem(), p.addr())
	}
	if analysis.IsComposite(p.typ) {
		var facts []*ir.Expr
		st := p.typ.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			f := st.Field(i)
			if !m.knows(f) {
				continue
			}
			more, err := m.zeroed(m.field(p, f))
			if err != nil {
				return nil, err
			}
			facts = append(facts, more...)
		}
		return append(facts, m.zeroedGhosts(p)...), nil
	}
	if isStateless(p.typ) {
		return nil, nil
	}
	if p.family == nil {
		return nil, m.noFamily(p.typ)
	}
	facts := []*ir.Expr{m.zeroAt(p.family, p.keys)}
	if r := m.readers[p.family]; r != nil {
		facts = append(facts, m.zeroAt(r, p.keys))
	}
	if d := m.dones[p.family]; d != nil {
		facts = append(facts, m.zeroAt(d, p.keys))
	}
	return facts, nil
}

func (m *memory) zeroAt(family *ir.Var, keys []*ir.Expr) *ir.Expr {
	at := ir.V(family)
	if len(keys) > 0 {
		at = ir.Select(at, keys...)
	}
	return ir.Eq(at, zeroOf(at.Sort))
}

// knows reports whether some heap variable for the field, or for what is in it, is in use. Fields that the function
// never looks at need no initial value.
func (m *memory) knows(f *types.Var) bool {
	if _, err := m.sort(f.Type()); err != nil && !isAddressed(f.Type()) && !analysis.IsSyncValue(f.Type()) {
		return false
	}
	if isAddressed(f.Type()) {
		return true
	}
	if m.prog.Escapes.Vars[m.prog.Field(f)] {
		return m.need.families["cell "+analysis.TypeKey(f.Type())] || analysis.ArrayType(f.Type()) != nil
	}
	id, _ := m.variableID(m.prog.Field(f), f.Type())
	return m.need.families[id]
}

// zeroedElements says that all elements of the array at arr are zero.
func (m *memory) zeroedElements(elem types.Type, arr *ir.Expr) ([]*ir.Expr, error) {
	if !isAddressed(elem) && !m.prog.Escapes.Elems[analysis.TypeKey(elem)] {
		if !m.need.families["elements "+analysis.TypeKey(elem)] {
			_, err := m.sort(elem)
			return nil, err
		}
		f := m.elements(elem)
		if f == nil {
			_, err := m.sort(elem)
			return nil, err
		}
		return []*ir.Expr{m.zeroAt(f, []*ir.Expr{arr})}, nil
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: intSort, Kind: ir.BoundVar}
	facts, err := m.zeroed(m.element(arr, ir.V(i), elem))
	if err != nil {
		return nil, err
	}
	var out []*ir.Expr
	for _, f := range facts {
		out = append(out, m.ofEach(f, i))
	}
	return out, nil
}

// ofEach says that a value at one key is zero for every index i. Where it can, it says so of the places, by what they are:
// who asks about a place need not know its index then.
func (m *memory) ofEach(zero *ir.Expr, i *ir.Var) *ir.Expr {
	at := zero
	if (at.Op == ir.OpNot || at.Op == ir.OpEq) && len(at.Args) > 0 {
		at = at.Args[0]
	}
	if at.Op != ir.OpSelect || len(at.Args) != 2 || at.Args[0].Op != ir.OpVar || !m.isInterior(at.Args[1]) {
		return ir.Forall([]*ir.Var{i}, zero)
	}
	this := &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.BoundVar}
	return ir.Forall([]*ir.Var{this}, ir.Implies(m.matches(ir.V(this), at.Args[1], i), m.zeroAt(at.Args[0].Var, []*ir.Expr{ir.V(this)})))
}

// noteAllocated remembers the types of which the function creates values: their invariants matter when they are
// published.
func (m *memory) noteAllocated(t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		m.allocated[n.Origin().Obj()] = true
	}
	if analysis.IsReflectValue(t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if !analysis.IsSyncValue(t) {
			for i := range u.NumFields() {
				m.noteAllocated(u.Field(i).Type())
			}
		}
	case *types.Array:
		m.noteAllocated(u.Elem())
	}
}

// makeSlice returns a new slice of n zero elements and the given capacity, and the step that creates its array.
func (m *memory) makeSlice(elem types.Type, n, capacity *ir.Expr, label string) (*ir.Expr, *ir.Step, error) {
	r := m.newRef(label)
	zero, err := m.zeroedElements(elem, ir.V(r))
	if err != nil {
		return nil, nil, err
	}
	m.noteAllocated(elem)
	zero = append(zero, m.interiors(ir.V(r), m.arrayAt(ir.V(r), elem))...)
	return m.makeSliceValue(ir.V(r), ir.N(0, intSort), m.asInt(n), m.asInt(capacity)), m.create(r, zero), nil
}

func (m *memory) sliceArr(s *ir.Expr) *ir.Expr { return ir.GetField(s, 0) }
func (m *memory) sliceOff(s *ir.Expr) *ir.Expr { return ir.GetField(s, 1) }
func (m *memory) sliceLen(s *ir.Expr) *ir.Expr { return ir.GetField(s, 2) }
func (m *memory) sliceCap(s *ir.Expr) *ir.Expr { return ir.GetField(s, 3) }

// makeSliceValue returns the slice value over the array at arr.
func (m *memory) makeSliceValue(arr, off, n, capacity *ir.Expr) *ir.Expr {
	return ir.MakeTuple(sliceSort, arr, off, n, capacity)
}

// wellFormed says what holds of every slice value with elements of a type.
func (m *memory) wellFormed(s *ir.Expr, elem types.Type) []*ir.Expr {
	zero := ir.N(0, intSort)
	arr, off, n, c := m.sliceArr(s), m.sliceOff(s), m.sliceLen(s), m.sliceCap(s)
	return []*ir.Expr{
		ir.Le(zero, off), ir.Le(zero, n), ir.Le(n, c), noMore(ir.Add(off, c), elem),
		ir.Implies(ir.Eq(arr, ir.Nil), ir.And(ir.Eq(off, zero), ir.Eq(c, zero))),
	}
}

// publishable returns the references in a value of type t: whoever can read the value can reach them.
func (m *memory) publishable(v *ir.Expr, t types.Type) []*ir.Expr {
	if analysis.IsSyncValue(t) {
		if elem := atomicElem(t); elem != nil {
			return m.publishable(v, elem)
		}
		return nil
	}
	if analysis.IsReflectValue(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan:
		return []*ir.Expr{v}
	case *types.Slice:
		return []*ir.Expr{m.sliceArr(v)}
	case *types.Struct:
		var refs []*ir.Expr
		for i := range u.NumFields() {
			refs = append(refs, m.publishable(ir.GetField(v, i), u.Field(i).Type())...)
		}
		return refs
	case *types.Array:
		var refs []*ir.Expr
		for i := range min(u.Len(), maxUnrolled) {
			refs = append(refs, m.publishable(ir.Select(v, ir.N(i, intSort)), u.Elem())...)
		}
		return refs
	}
	return nil
}

// handOver says what storing v at p does to the ownership of what v refers to: stored into an object that is still
// local it is marked, stored anywhere else it is published; and a slice stored into a variable that owns its backing
// store is bound to it, once and for all.
func (m *memory) handOver(p place, v *ir.Expr) (own []ir.Stmt, pre []*ir.Assert, publish []*ir.Expr) {
	if m.status != nil {
		local := ir.False
		if len(p.keys) > 0 && p.keys[0].Sort.Kind == ir.KindRef {
			local = m.mine(p.keys[0])
		}
		for _, ref := range m.publishable(v, p.typ) {
			publish = append(publish, ir.Ite(local, ir.Nil, ref))
			if local.Op != ir.OpFalse {
				base := ir.Apply(m.base, ref)
				mark := ir.Or(local, ir.Select(ir.V(m.stored), base))
				own = append(own, &ir.Assign{Dst: m.stored, Src: ir.Store(ir.V(m.stored), []*ir.Expr{base}, mark)})
			}
		}
	}
	for _, at := range m.variablesAt(p) {
		do, asserts := m.bindings(at.place, v)
		for _, s := range do {
			s.Src = ir.Ite(at.is, s.Src, ir.V(s.Dst))
			own = append(own, s)
		}
		for _, a := range asserts {
			a.Cond = ir.Implies(at.is, a.Cond)
			pre = append(pre, a)
		}
	}
	return own, pre, publish
}

// bindings says what storing v in p's variable takes, besides access.
func (m *memory) bindings(p place, v *ir.Expr) (own []*ir.Assign, pre []*ir.Assert) {
	if m.prog.OwnsStore(p.variable) {
		do, assert := m.bind(p, v)
		own, pre = append(own, do...), append(pre, assert)
	}
	if m.prog.IsCondition(p.variable) {
		if is, err := m.condOf(p, v); err == nil {
			pre = append(pre, &ir.Assert{Cond: is, Check: ir.Check{Kind: ir.OtherLock, Subject: p.variable.Name()}})
		}
	}
	if m.prog.OwnsChannel(p.variable) {
		do, assert := m.bindChannel(p, v)
		own, pre = append(own, do...), append(pre, assert)
	}
	return own, pre
}

// bind makes p's variable the owner of the array of the slice v, or of the store of the map v.
func (m *memory) bind(p place, v *ir.Expr) ([]*ir.Assign, *ir.Assert) {
	b := m.binding()
	arr, off := m.storeOf(v)
	at := []*ir.Expr{arr}
	object := ir.Nil
	if p.owner != nil {
		object = p.owner
	}
	same := ir.And(m.ownedBy(arr, p.variable), ir.Eq(ir.Select(ir.V(b.object), arr), object))
	if g := m.prog.Guard(p.variable); g.Index != nil {
		same = ir.And(same, ir.Eq(ir.Select(ir.V(b.offset), arr), off))
	}
	free := m.ownable(arr)
	assert := &ir.Assert{
		Cond:  ir.Or(ir.Eq(arr, ir.Nil), same, free),
		Check: ir.Check{Kind: ir.Binding, Subject: p.variable.Name()},
	}
	isNew := ir.Eq(ir.Select(ir.V(b.owner), arr), noOwner)
	set := func(f *ir.Var, x *ir.Expr) *ir.Assign {
		old := ir.Select(ir.V(f), arr)
		return &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), at, ir.Ite(isNew, x, old))}
	}
	return []*ir.Assign{set(b.object, object), set(b.offset, off), set(b.owner, m.kindOfVar(p.variable))}, assert
}

// ownable is the condition that the array or store at arr is the goroutine's own as a whole, and that no variable owns it yet.
func (m *memory) ownable(arr *ir.Expr) *ir.Expr {
	return ir.And(ir.Eq(ir.Select(ir.V(m.binding().owner), arr), noOwner), m.mine(arr), ir.Eq(ir.Apply(m.base, arr), arr))
}

// loaded returns what is known of a value that was just read from p: references point to shared objects, or to objects
// of ours if p is in one; slices are well formed; the slice of a variable that owns its store is bound to it.
func (m *memory) loaded(v *ir.Expr, p place, t types.Type) []*ir.Expr {
	if p.isLocal() {
		return nil
	}
	if analysis.IsComposite(t) && p.family == nil {
		var facts []*ir.Expr
		st := t.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			facts = append(facts, m.loaded(ir.GetField(v, i), m.field(p, st.Field(i)), st.Field(i).Type())...)
		}
		return facts
	}
	local := ir.False
	if m.status != nil && len(p.keys) > 0 && p.keys[0].Sort.Kind == ir.KindRef {
		local = m.mine(p.keys[0])
	}
	facts := m.known(v, t, local)
	for _, at := range m.variablesAt(p) {
		for _, f := range m.boundIn(v, at.place) {
			facts = append(facts, ir.Implies(at.is, f))
		}
	}
	return facts
}

// boundIn returns what is known of a value of p's variable, because bindings was asserted of it.
func (m *memory) boundIn(v *ir.Expr, p place) (facts []*ir.Expr) {
	if m.prog.OwnsStore(p.variable) {
		facts = append(facts, m.boundTo(v, p))
	}
	if m.prog.IsCondition(p.variable) {
		if is, err := m.condOf(p, v); err == nil {
			facts = append(facts, is)
		}
	}
	if m.prog.OwnsChannel(p.variable) {
		facts = append(facts, m.boundChannel(v, p))
	}
	return facts
}

// known returns what holds of any value of type t that another goroutine may have had its hands on: what it refers to
// exists and is shared, or, under the condition local, may be ours.
func (m *memory) known(v *ir.Expr, t types.Type, local *ir.Expr) []*ir.Expr {
	var facts []*ir.Expr
	if ptr, ok := pointerType(t); ok {
		if is := m.isPlaceOf(ptr.Elem()); is != nil {
			facts = append(facts, ir.Or(ir.Eq(v, ir.Nil), ir.Apply(is, v)))
		}
		if here := m.atHome(v, ptr.Elem()); here != nil {
			facts = append(facts, here)
		}
	}
	if st, ok := t.Underlying().(*types.Slice); ok {
		facts = append(facts, m.wellFormed(v, st.Elem())...)
	}
	if m.status == nil {
		return facts
	}
	for _, ref := range m.publishable(v, t) {
		marked := ir.And(local, m.mine(ref), ir.Select(ir.V(m.stored), ir.Apply(m.base, ref)))
		facts = append(facts, ir.Or(m.isShared(ref), marked))
	}
	return facts
}

// pointerType returns the pointer type of a pointer, or of what an atomic.Pointer holds.
func pointerType(t types.Type) (*types.Pointer, bool) {
	if elem := atomicElem(t); elem != nil {
		t = elem
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	return ptr, ok
}

// sayBound says of the slice or map variable whose heap variable is f that, in every object, it owns the array or store that
// it has. One is bound where it is assigned and stays so; whoever assigns one has been checked to do it.
func (m *memory) sayBound(f *ir.Var) {
	v, here := m.owners[f], ir.V(f)
	p := place{variable: v}
	if v.IsField() {
		p.owner = ir.V(f.Heap.Keys[0])
		here = ir.Select(here, p.owner)
	}
	f.Heap.Always = m.boundTo(here, p)
}

// sayApart says who owns the arrays that a condition on all objects of a type looks into: so that what is written to the array
// of another variable, or of another object, is seen to leave them alone. What is read in a body is known to be bound where it
// is read.
func (m *memory) sayApart(cond *ir.Expr) {
	ir.Walk(cond, func(x *ir.Expr) bool {
		if x.Op == ir.OpField && x.Index == 0 && x.Args[0].Sort.Name == sliceSort.Name {
			used := x.Args[0]
			if used.Op == ir.OpSelect {
				used = used.Args[0]
			}
			if used.Op == ir.OpVar && m.owners[used.Var] != nil && used.Var.Heap.Always == nil {
				m.sayBound(used.Var)
			}
		}
		return true
	})
}

// boundTo says that the slice v, read from p, lies in an array that p's variable owns, or that the map v has a store
// that it owns.
func (m *memory) boundTo(v *ir.Expr, p place) *ir.Expr {
	b := m.binding()
	arr, off := m.storeOf(v)
	object := ir.Nil
	if p.owner != nil {
		object = p.owner
	}
	is := ir.And(m.ownedBy(arr, p.variable), ir.Eq(ir.Select(ir.V(b.object), arr), object))
	if s, ok := p.variable.Type().Underlying().(*types.Slice); ok && m.prog.MayBePart(analysis.TypeKey(s.Elem())) {
		is = ir.And(is, ir.Eq(ir.Apply(m.kind, arr), rootKind))
	}
	if g := m.prog.Guard(p.variable); g.Index != nil {
		is = ir.And(is, ir.Eq(ir.Select(ir.V(b.offset), arr), off))
	}
	return ir.Or(ir.Eq(arr, ir.Nil), is)
}
