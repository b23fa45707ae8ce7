package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// storeOwner names the heap variable that says who owns an array.
const storeOwner = "store.owner"

// binding tells for each array which variable owns it: the variable's kind, its object, and where in the array the
// slice began when it was stored there.
type binding struct{ owner, object, offset *ir.Var }

func (m *memory) binding() *binding {
	if m.bound == nil {
		m.bound = &binding{
			owner:  m.bookkeeping(storeOwner, kindSort),
			object: m.bookkeeping("store.object", ir.Ref),
			offset: m.bookkeeping("store.offset", intSort),
		}
	}
	return m.bound
}

func (m *memory) bookkeeping(name string, s *ir.Sort) *ir.Var {
	return m.family(name, name, []*ir.Sort{ir.Ref}, s, ir.Immutable)
}

// kindOfVar is the kind of the place of a variable.
func (m *memory) kindOfVar(v *types.Var) *ir.Expr {
	return ir.Const("&"+m.placeName(m.prog.Field(v)), kindSort)
}

// placeName names a variable as no other is named here, whatever their packages and functions call them.
func (m *memory) placeName(v *types.Var) string {
	label := m.varLabel(v)
	if v.IsField() {
		label = m.fieldLabel(v)
	}
	name := label
	for i := 2; m.placeNames[name] != nil && m.placeNames[name] != v; i++ {
		name = fmt.Sprintf("%s~%d", label, i)
	}
	m.placeNames[name] = v
	return name
}

func (m *memory) fieldLabel(f *types.Var) string {
	owner := m.prog.Owners[m.prog.Field(f)]
	if owner == "" {
		owner = "struct"
	}
	return m.qualify(f, owner+"."+f.Name())
}

func (m *memory) varLabel(v *types.Var) string { return m.qualify(v, v.Name()) }

func (m *memory) qualify(v *types.Var, name string) string {
	if v.Pkg() == nil || v.Pkg().Path() == m.path {
		return name
	}
	return v.Pkg().Name() + "." + name
}

// family returns the heap variable called id, making it at first use.
func (m *memory) family(id, label string, keys []*ir.Sort, elem *ir.Sort, class ir.Class) *ir.Var {
	if v := m.families[id]; v != nil {
		return v
	}
	s := elem
	for _, k := range slices.Backward(keys) {
		s = ir.Array(k, s)
	}
	h := &ir.Heap{Class: class, Who: &ir.Var{Name: "t", Label: "t", Sort: ir.Tid, Kind: ir.BoundVar}}
	for i, k := range keys {
		name := "i"
		if k.Kind == ir.KindRef {
			name = "this"
		} else if i > 1 {
			name = fmt.Sprintf("i%d", i)
		}
		h.Keys = append(h.Keys, &ir.Var{Name: name, Label: name, Sort: k, Kind: ir.BoundVar})
	}
	if len(keys) > 0 && keys[0].Kind == ir.KindRef {
		h.Object = ir.V(h.Keys[0])
	}
	v := &ir.Var{Name: m.uniqueFamily(label), Label: label, Sort: s, Kind: ir.HeapVar, Heap: h}
	m.families[id] = v
	return v
}

func (m *memory) uniqueFamily(label string) string {
	name := label
	for i := 2; slices.ContainsFunc(m.heapVars(), func(v *ir.Var) bool { return v.Name == name }); i++ {
		name = fmt.Sprintf("%s~%d", label, i)
	}
	return name
}

// variableID names the heap variable of a field or package variable that holds values of type t. A field of a generic type
// has one for each sort that its values may have, and for each type of package sync that has none.
func (m *memory) variableID(v *types.Var, t types.Type) (id, label string) {
	label = m.varLabel(v)
	if v.IsField() {
		label = m.fieldLabel(v)
	}
	id = m.prog.Fset.Position(v.Pos()).String() + ":" + label
	if analysis.IsGeneric(v.Type()) {
		of := ultimate(t)
		if s, err := m.sort(of); err == nil {
			id += " " + s.String()
		} else if analysis.IsSyncValue(of) {
			id += " " + analysis.TypeKey(of)
		}
		for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(a.Elem()) {
			id += "[]" // each of which is a key
		}
	}
	return id, label
}

// ultimate returns the type of the elements of an array type, or of its elements if these are arrays; t itself if it is
// none.
func ultimate(t types.Type) types.Type {
	if a := analysis.ArrayType(t); a != nil {
		return analysis.UltimateElem(a)
	}
	return t
}

// variable returns the heap variable of a field or package variable, where its type is t; nil if the type is not
// supported.
func (m *memory) variable(v *types.Var, t types.Type, keys []*ir.Sort) *ir.Var {
	id, label := m.variableID(v, t)
	if f := m.families[id]; f != nil {
		return f
	}
	guard := m.prog.Guard(v)
	ghost := m.prog.Ghosts[v]
	f := m.spaceFor(id, label, t, keys, guard != nil && guard.AtomicOnly || ghost)
	if f == nil {
		return nil
	}
	if analysis.IsGeneric(v.Type()) && f.Heap.Values != nil { // slices of whatever type: there may be any number of elements of size zero
		f.Heap.Values = func(x *ir.Expr) []*ir.Expr { return m.wellFormed(x, types.NewStruct(nil, nil)) }
	}
	f.Heap.Mixed = isMixed(guard)
	if f.Heap.Ghost = ghost; ghost {
		f.Heap.Values = nil // an annotation may write down what is no slice, with its end before its beginning
	} else { // what a ghost mentions nobody can reach through it
		m.pointsInto(f, t)
	}
	f.Heap.Span = ir.Span{Start: m.prog.Fset.Position(v.Pos()), End: m.prog.Fset.Position(v.Pos())}
	f.Heap.Guards = m.guardClauses(guard)
	if owner := m.prog.OwnerType(v); owner != nil && v.IsField() {
		if is := m.isPlaceOf(owner); is != nil {
			f.Heap.Is = existing(is, ir.V(f.Heap.Keys[0]))
		}
	}
	if _, isMap := v.Type().Underlying().(*types.Map); m.prog.OwnsStore(v) && !ghost {
		m.owners[f] = v
		if isMap {
			m.sayBound(f)
		}
	}
	access := func(keys []*ir.Expr, q question) *ir.Expr {
		var this *ir.Expr
		if v.IsField() {
			this, keys = keys[0], keys[1:]
		}
		return m.access(v, this, keys, q)
	}
	switch {
	case m.prog.OwnsChannel(v):
		f.Heap.Always = m.channelLaw(v, f)
	case m.prog.Open[v]:
		f.Heap.Always = m.neverClosed(f)
	}
	if lockState(f) {
		m.protectLock(f, guard, access)
		return f
	}
	m.protect(f, access)
	return f
}

// cells returns the heap variable of all variables of type t that are reached through their address.
func (m *memory) cells(t types.Type) *ir.Var {
	id := "cell " + analysis.TypeKey(t)
	if f := m.families[id]; f != nil {
		return f
	}
	f := m.spaceFor(id, "*"+m.shortType(t), t, []*ir.Sort{ir.Ref}, false)
	if f == nil {
		return nil
	}
	m.pointsInto(f, t)
	m.protect(f, func(keys []*ir.Expr, q question) *ir.Expr { return m.inherited(t, keys[0], q) })
	return f
}

// elements returns the heap variable of the elements of slices of t, and of arrays of t known by their address.
func (m *memory) elements(t types.Type) *ir.Var {
	id := "elements " + analysis.TypeKey(t)
	if f := m.families[id]; f != nil {
		return f
	}
	f := m.spaceFor(id, "[]"+m.shortType(t), t, []*ir.Sort{ir.Ref, intSort}, false)
	if f == nil {
		return nil
	}
	m.pointsInto(f, t)
	m.protect(f, func(keys []*ir.Expr, q question) *ir.Expr { return m.elementAccess(t, keys[0], keys[1], q) })
	return f
}

// pointsInto notes the references in the values of a heap variable of places of type t.
func (m *memory) pointsInto(f *ir.Var, t types.Type) {
	for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(t) {
		t = a.Elem()
	}
	elem := f.Sort
	for range f.Heap.Keys {
		elem = elem.Elem
	}
	if len(m.publishable(ir.V(&ir.Var{Sort: elem}), t)) > 0 {
		f.Heap.Points = func(v *ir.Expr) []*ir.Expr { return m.publishable(v, t) }
	}
}

func (m *memory) shortType(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg.Path() == m.path {
			return ""
		}
		return pkg.Name()
	})
}

// spaceFor makes the heap variable (two for an RWMutex) for places of type t with the given keys; array dimensions
// become further keys. It returns nil if t is not supported.
func (m *memory) spaceFor(id, label string, t types.Type, keys []*ir.Sort, atomic bool) *ir.Var {
	for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(t) {
		keys, t = append(slices.Clone(keys), intSort), a.Elem()
	}
	class := ir.Plain
	if atomic || atomicElem(t) != nil {
		class = ir.Atomic
	}
	switch annot.LockOf(t) {
	case annot.Mutex:
		class = ir.Holder
	case annot.Once:
		return m.once(id, label, keys)
	case annot.RWMutex:
		w := m.family(id, label+".writer", keys, ir.Tid, ir.Holder)
		r := m.family(id+" readers", label+".readers", append(slices.Clone(keys), ir.Tid), ir.Bool, ir.Readers)
		r.Heap.Writer = w
		m.readers[w] = r
		return w
	}
	if analysis.IsSyncType(t, "sync", "Map") || analysis.IsSyncType(t, "sync", "Pool") {
		return m.family(id, label, keys, contentSort, ir.Atomic)
	}
	s, err := m.sort(t)
	if err != nil {
		return nil
	}
	f := m.family(id, label, keys, s, class)
	if st, ok := t.Underlying().(*types.Slice); ok {
		f.Heap.Values = func(v *ir.Expr) []*ir.Expr { return m.wellFormed(v, st.Elem()) }
	}
	return f
}

// access answers a question about the variable v of the object this, or, given indices, about its element there.
func (m *memory) access(v *types.Var, this *ir.Expr, indices []*ir.Expr, q question) *ir.Expr {
	g := m.prog.Guard(v)
	if g != nil {
		m.noteUnsupported(v, g)
	}
	q.settled = q.settled || len(indices) == 0 && !m.prog.Changing[m.prog.Field(v)]
	switch {
	case g != nil && len(indices) > 0 && (g.ElemRead != nil || g.ElemWrite != nil):
		return m.predicate(g.ElemRead, g.ElemWrite, this, v, g.Index, indices[0], q)
	case g != nil && (g.Read != nil || g.Write != nil):
		return m.predicate(g.Read, g.Write, this, v, nil, nil, q)
	case g != nil && g.AtomicOnly:
		return q.note(v)
	case m.prog.Ghosts[v], analysis.IsSyncValue(v.Type()), len(indices) > 0 && isSyncElem(v.Type()):
		return q.atomic()
	case g != nil && g.Immutable, this == nil && !v.IsField():
		return m.unsaid(q, m.prog.IsAnnotated(v.Pkg()))
	}
	if owner := m.prog.OwnerType(v); owner != nil && this != nil {
		return m.inherited(owner, this, q)
	}
	return m.unsaid(q, m.prog.IsAnnotated(v.Pkg()))
}

func isSyncElem(t types.Type) bool {
	a := analysis.ArrayType(t)
	return a != nil && analysis.IsSyncValue(analysis.UltimateElem(a))
}

// predicate joins the clauses of a guard: readable where writable.
func (m *memory) predicate(read, write []*annot.Clause, this *ir.Expr, v *types.Var, index *annot.Bound, at *ir.Expr, q question) *ir.Expr {
	if q.isSaid() {
		return q.note(v)
	}
	env := &specEnv{mem: m, tid: q.who, this: this, bound: map[*annot.Bound]*ir.Expr{}}
	if index != nil {
		env.bound[index] = at
	}
	conj := func(cs []*annot.Clause) *ir.Expr {
		if cs == nil {
			return ir.False
		}
		all := ir.True
		for _, c := range cs {
			e, err := env.eval(c.Expr)
			if err != nil {
				m.problem(c, err)
				return ir.False
			}
			all = ir.And(all, e)
		}
		return all
	}
	mayWrite := conj(write)
	if q.write {
		return mayWrite
	}
	mayRead := conj(read)
	if ir.Equal(mayRead, mayWrite) { // messages would name it twice
		return mayWrite
	}
	return ir.Or(mayRead, mayWrite)
}

func (m *memory) problem(c *annot.Clause, err error) {
	m.problems = append(m.problems, ir.Note{Span: m.clauseSpan(c), Text: err.Error()})
}

func (m *memory) clauseSpan(c *annot.Clause) ir.Span {
	return ir.Span{Start: m.prog.Fset.Position(c.Start), End: m.prog.Fset.Position(c.End)}
}

func (m *memory) noteUnsupported(v *types.Var, g *annot.Guard) {
	if m.noteGuard[v] {
		return
	}
	m.noteGuard[v] = true
	if pos, ok := m.prog.Borrowed[m.prog.Field(v)]; ok {
		at := m.prog.Fset.Position(pos)
		m.problems = append(m.problems, ir.Note{
			Span: ir.Span{Start: at, End: at}, Text: "initial value of " + v.Name() + ", which may be another variable's too",
		})
	}
	for _, u := range g.Unsupported {
		m.problems = append(m.problems, ir.Note{
			Span: ir.Span{Start: m.prog.Fset.Position(u.Pos), End: m.prog.Fset.Position(u.Pos)},
			Text: u.Reason,
		})
	}
}

// inherited answers a question about a value of type t at ref that carries no annotation of its own: what it says of the
// variable which holds it, if one does, else immutable; a value of a type of sync/atomic anybody may access.
func (m *memory) inherited(t types.Type, ref *ir.Expr, q question) *ir.Expr {
	result := m.unowned(q, t)
	kind := ir.Apply(m.kind, ref)
	for _, c := range m.prog.OwnersLast(t) {
		var here *ir.Expr
		var pred func() *ir.Expr
		parent := func() *ir.Expr { return ir.Apply(m.parent, ref) }
		switch c.How {
		case analysis.Direct:
			here = ir.Eq(kind, m.kindOfVar(c.Variable))
			pred = func() *ir.Expr { return m.access(c.Variable, m.objectOf(c, parent), nil, q) }
		case analysis.InArray, analysis.InSlice:
			var inside *ir.Expr
			inside, pred = m.asElement(c, parent(), ir.Apply(m.pos, ref), q)
			here = ir.And(ir.Eq(kind, elemKind), inside)
		}
		if here != nil && here.Op != ir.OpFalse {
			result = ir.Ite(here, pred(), result)
		}
	}
	return result
}

func (m *memory) objectOf(c analysis.Container, ref func() *ir.Expr) *ir.Expr {
	if c.Global {
		return nil
	}
	return ref()
}

// elementAccess answers a question about element i of the array at arr: as for the variable which owns the array, if one does,
// else immutable.
func (m *memory) elementAccess(t types.Type, arr, i *ir.Expr, q question) *ir.Expr {
	result := m.unowned(q, t)
	for _, c := range m.prog.OwnersLast(t) {
		switch {
		case c.How == analysis.InArray && c.Depth == 1 && !m.prog.Escapes.Vars[c.Variable]: // found by the variable
		case c.How == analysis.InArray, c.How == analysis.InSlice:
			if here, pred := m.asElement(c, arr, i, q); here.Op != ir.OpFalse {
				result = ir.Ite(here, pred(), result)
			}
		}
	}
	return result
}

// asElement says where element i of the array at arr is one that c holds, and what the condition on accesses to it is there. Of arrays inside each other the outermost index counts.
func (m *memory) asElement(c analysis.Container, arr, i *ir.Expr, q question) (here *ir.Expr, answer func() *ir.Expr) {
	here = ir.True
	outwards := func() {
		here = ir.And(here, ir.Eq(ir.Apply(m.kind, arr), elemKind))
		arr, i = ir.Apply(m.parent, arr), ir.Apply(m.pos, arr)
	}
	if c.How == analysis.InArray {
		for range c.Depth - 1 {
			outwards()
		}
		here = ir.And(here, ir.Eq(ir.Apply(m.kind, arr), m.kindOfVar(c.Variable)))
		object := m.objectOf(c, func() *ir.Expr { return ir.Apply(m.parent, arr) })
		return here, func() *ir.Expr { return m.access(c.Variable, object, []*ir.Expr{i}, q) }
	}
	for range c.Depth {
		outwards()
	}
	return ir.And(here, m.owned(arr, c.Variable, c.Elem)), func() *ir.Expr { return m.ownedAccess(c.Variable, arr, i, q) }
}

// owned is ownedBy where arrays of these elements may be parts of something, too.
func (m *memory) owned(arr *ir.Expr, v *types.Var, elem string) *ir.Expr {
	if m.prog.MayBePart(elem) {
		return ir.And(ir.Eq(ir.Apply(m.kind, arr), rootKind), m.ownedBy(arr, v))
	}
	return m.ownedBy(arr, v)
}

// ownedBy is the condition that the array at arr is the backing store of a variable v of some object.
func (m *memory) ownedBy(arr *ir.Expr, v *types.Var) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(m.binding().owner), arr), m.kindOfVar(v))
}

// ownedAccess answers a question about element i of an array that the variable v owns; of a map, about all of it.
func (m *memory) ownedAccess(v *types.Var, arr, i *ir.Expr, q question) *ir.Expr {
	var object *ir.Expr
	if v.IsField() {
		object = ir.Select(ir.V(m.binding().object), arr)
	}
	if i == nil { // the store of a map
		return m.access(v, object, nil, q)
	}
	at := ir.Sub(i, ir.Select(ir.V(m.binding().offset), arr))
	return m.access(v, object, []*ir.Expr{at}, q)
}

// guardClauses returns what is written about a variable, for messages.
func (m *memory) guardClauses(g *annot.Guard) []*ir.Clause {
	if g == nil {
		return nil
	}
	var out []*ir.Clause
	read := g.Read
	if isMixed(g) { // anybody may read
		read = nil
	}
	for _, cs := range [][]*annot.Clause{read, g.Write, g.ElemRead, g.ElemWrite} {
		for _, c := range cs {
			clause := &ir.Clause{Span: m.clauseSpan(c), Text: c.Text}
			if !slices.ContainsFunc(out, func(o *ir.Clause) bool { return o.Span == clause.Span }) {
				out = append(out, clause)
			}
		}
	}
	return out
}

// isMixed reports whether a variable is written through sync/atomic under a condition, so that there are states in which it may be
// read without.
func isMixed(g *annot.Guard) bool { return g != nil && g.AtomicOnly && len(g.Write) > 0 }
