package heap

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// storeOwner names the heap variable that says who owns an array.
const storeOwner = "store.owner"

// variable returns the heap variable of a field or package variable, where its type is t; nil if the type is not
// supported.
func (m *Memory) variable(v *types.Var, t types.Type, keys []*ir.Sort) *ir.Var {
	id, label := m.variableID(v, t)
	if f := m.Families[id]; f != nil {
		return f
	}
	guard := m.Facts.Guard(v)
	ghost := m.Facts.Ghosts[v]
	f := m.spaceFor(id, label, t, keys, guard != nil && guard.AtomicOnly || ghost)
	if f == nil {
		return nil
	}
	if analysis.IsGeneric(v.Type()) && f.Heap.Values != nil { // slices of whatever type: there may be any number of elements of size zero
		f.Heap.Values = func(x *ir.Expr) []*ir.Expr { return m.wellFormed(x, types.NewStruct(nil, nil)) }
	}
	m.fields[f] = v.IsField()
	if v.IsField() && v.Pkg() != nil && m.Facts.Packages[v.Pkg().Path()] == nil {
		m.theirs[f] = true
	}
	f.Heap.Mixed = isMixed(guard)
	f.Heap.Runs = m.Facts.RunBy(v)
	if f.Heap.Ghost = ghost; ghost {
		f.Heap.Values = nil // an annotation may write down what is no slice, with its end before its beginning
	} else { // what a ghost mentions nobody can reach through it
		m.pointsInto(f, t)
	}
	f.Heap.Span = ir.Span{Start: m.Facts.Fset.Position(v.Pos()), End: m.Facts.Fset.Position(v.Pos())}
	f.Heap.Guards = m.GuardClauses(guard)
	if owner := m.Facts.OwnerType(v); owner != nil && v.IsField() {
		if is := m.IsPlaceOf(owner); is != nil {
			f.Heap.Is = Existing(is, ir.V(f.Heap.Keys[0]))
		}
	}
	if _, isMap := v.Type().Underlying().(*types.Map); m.Facts.OwnsStore(v) && !ghost {
		m.owners[f] = v
		if isMap {
			m.sayBound(f)
		}
	}
	access := func(keys []*ir.Expr, q Question) *ir.Expr {
		var this *ir.Expr
		if v.IsField() {
			this, keys = keys[0], keys[1:]
		}
		return m.access(v, this, keys, q)
	}
	switch {
	case m.Facts.OwnsChannel(v):
		f.Heap.Always = m.channelLaw(v, f)
	case m.Facts.Open[v]:
		f.Heap.Always = m.neverClosed(f)
	}
	if analysis.IsChan(v.Type()) && m.Facts.UnaccountedChannels() && !m.Facts.UnaccountedIn(v) {
		f.Heap.Always = ir.And(cmp.Or(f.Heap.Always, ir.True), m.accounted(f))
	}
	if lockState(f) {
		m.protectLock(f, guard, access)
		return f
	}
	m.protect(f, access)
	if owner := m.Facts.OwnerType(v); guard == nil && owner != nil {
		if m.Facts.IsRegional(owner) {
			f.Heap.Guards = m.guardsOfRegions()
		}
		f.Heap.Said = m.saidOfObjects(owner)
	}
	return f
}

// saidOfObjects returns the directives by which nobody writes the fields of a struct type, for messages.
func (m *Memory) saidOfObjects(t types.Type) (notes []ir.Note) {
	name := analysis.StructName(t)
	if name == nil {
		return nil
	}
	if spec := m.Facts.TypeSpec(name); spec != nil {
		for _, c := range []*annot.Clause{spec.Immutable, spec.Concurrent} {
			if c != nil {
				notes = append(notes, ir.Note{Span: m.ClauseSpan(c), Text: c.Text})
			}
		}
	}
	return notes
}

// placeKey names the places of a type that are reached through addresses: those of types with one key may be the same. A
// type parameter is told from all other types. That its argument is one of them is seen where a caller has the function's body in place.
func (m *Memory) placeKey(t types.Type) string {
	if analysis.IsTypeParam(t) {
		return "type parameter " + m.ShortType(t)
	}
	return analysis.TypeKey(t)
}

// cells returns the heap variable of all variables of type t that are reached through their address.
func (m *Memory) cells(t types.Type) *ir.Var {
	id := "cell " + m.placeKey(t)
	if f := m.Families[id]; f != nil {
		return f
	}
	f := m.spaceFor(id, "*"+m.ShortType(t), t, []*ir.Sort{ir.Ref}, false)
	if f == nil {
		return nil
	}
	m.pointsInto(f, t)
	m.protect(f, func(keys []*ir.Expr, q Question) *ir.Expr { return m.inherited(t, keys[0], q) })
	return f
}

// IsCell reports whether f is the heap variable of variables that are reached through their address, of the types with a key.
func (m *Memory) IsCell(f *ir.Var, key string) bool { return m.Families["cell "+key] == f }

// elements returns the heap variable of the elements of slices of t, and of arrays of t known by their address.
func (m *Memory) elements(t types.Type) *ir.Var {
	id := "elements " + m.placeKey(t)
	if f := m.Families[id]; f != nil {
		return f
	}
	f := m.spaceFor(id, "[]"+m.ShortType(t), t, []*ir.Sort{ir.Ref, IntSort}, false)
	if f == nil {
		return nil
	}
	m.pointsInto(f, t)
	m.protect(f, func(keys []*ir.Expr, q Question) *ir.Expr { return m.elementAccess(t, keys[0], keys[1], q) })
	return f
}

// pointsInto notes the references in the values of a heap variable of places of type t.
func (m *Memory) pointsInto(f *ir.Var, t types.Type) {
	for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(t) {
		t = a.Elem()
	}
	elem := f.Sort
	for range f.Heap.Keys {
		elem = elem.Elem
	}
	if len(m.Publishable(ir.V(&ir.Var{Sort: elem}), t)) > 0 {
		f.Heap.Points = func(v *ir.Expr) []*ir.Expr { return m.Publishable(v, t) }
	}
}

// spaceFor makes the heap variable (two for an RWMutex) for places of type t with the given keys; array dimensions
// become further keys. It returns nil if t is not supported.
func (m *Memory) spaceFor(id, label string, t types.Type, keys []*ir.Sort, atomic bool) *ir.Var {
	for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(t) {
		keys, t = append(slices.Clone(keys), IntSort), a.Elem()
	}
	class := ir.Plain
	if atomic || AtomicElem(t) != nil {
		class = ir.Atomic
	}
	if IsStateless(t) {
		return nil
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
		return m.family(id, label, keys, ContentSort, ir.Atomic)
	}
	s, err := m.Sort(t)
	if err != nil {
		return nil
	}
	f := m.family(id, label, keys, s, class)
	if st, ok := t.Underlying().(*types.Slice); ok {
		f.Heap.Values = func(v *ir.Expr) []*ir.Expr { return m.wellFormed(v, st.Elem()) }
	}
	return f
}

// capturedFamily returns the heap variable of the captured variable v, by activation.
func (m *Memory) capturedFamily(v *types.Var) *ir.Var {
	at := m.Facts.Fset.Position(v.Pos())
	id := at.String() + ":" + v.Name()
	if f := m.Families[id]; f != nil {
		return f
	}
	guard := m.Facts.Guard(v)
	f := m.spaceFor(id, v.Name(), v.Type(), []*ir.Sort{ir.Ref}, guard != nil && guard.AtomicOnly)
	if f == nil {
		return nil
	}
	f.Heap.Mixed = isMixed(guard)
	f.Name, f.Label = fmt.Sprintf("%s@%d:%d", v.Name(), at.Line, at.Column), v.Name()
	if r := m.readers[f]; r != nil {
		r.Name, r.Label = f.Name+".readers", f.Label+".readers"
	}
	if d := m.dones[f]; d != nil {
		d.Name, d.Label = f.Name+".done", f.Label+".done"
	}
	m.pointsInto(f, v.Type())
	f.Heap.Span = ir.Span{Start: at, End: at}
	f.Heap.Guards = m.GuardClauses(guard)
	if m.Facts.OwnsChannel(v) {
		f.Heap.Always = m.channelLaw(v, f)
	}
	if m.Facts.OwnsStore(v) {
		m.owners[f] = v
		if _, isMap := v.Type().Underlying().(*types.Map); isMap {
			m.sayBound(f)
		}
	}
	m.protect(f, func(keys []*ir.Expr, q Question) *ir.Expr { return m.capturedAccess(guard, keys[0], q) })
	return f
}

// IsTheirs reports whether a heap variable has a field of a struct of a package that is not checked.
func (m *Memory) IsTheirs(f *ir.Var) bool { return m.theirs[f] }

// IsField reports whether a heap variable has a field of structs, at the references of these.
func (m *Memory) IsField(f *ir.Var) bool { return m.fields[f] }

// CapturedFamilies makes the heap variables of all variables of the package that are captured under predicates.
func (m *Memory) CapturedFamilies(info *analysis.PkgInfo) {
	var vars []*types.Var
	for v := range info.Annot.Guards {
		if !v.IsField() && !analysis.IsPackageVar(v) && !IsAddressed(v.Type()) && analysis.ArrayType(v.Type()) == nil {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, v := range vars {
		m.capturedFamily(v)
	}
}
