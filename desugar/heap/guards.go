package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// access answers a question about the variable v of the object this, or, given indices, about its element there.
func (m *Memory) access(v *types.Var, this *ir.Expr, indices []*ir.Expr, q Question) *ir.Expr {
	g := m.Facts.Guard(v)
	if g != nil {
		m.noteUnsupported(v, g)
	}
	q.settled = q.settled || len(indices) == 0 && !m.Facts.Changing[m.Facts.Field(v)]
	switch {
	case g != nil && len(indices) > 0 && (g.ElemRead != nil || g.ElemWrite != nil):
		return m.predicate(g.ElemRead, g.ElemWrite, this, v, g.Index, indices[0], q)
	case g != nil && (g.Read != nil || g.Write != nil):
		return m.predicate(g.Read, g.Write, this, v, nil, nil, q)
	case g != nil && g.AtomicOnly:
		return q.note(v)
	case m.Facts.Ghosts[v], analysis.IsSyncValue(v.Type()), len(indices) > 0 && isSyncElem(v.Type()):
		return q.atomic()
	case g != nil && g.Immutable, this == nil && !v.IsField():
		return m.unsaid(q, m.Facts.IsAnnotated(v.Pkg()))
	}
	if this != nil && m.Facts.SetInMessages(v) {
		return m.inMessage(v, this, q)
	}
	if owner := m.Facts.OwnerType(v); owner != nil && this != nil {
		return m.inherited(owner, this, q)
	}
	return m.unsaid(q, m.Facts.IsAnnotated(v.Pkg()))
}

// MayWrite is the condition under which the goroutine may write a variable of an object.
func (m *Memory) MayWrite(v *types.Var, this *ir.Expr) *ir.Expr {
	return m.access(v, this, nil, Question{who: m.Tid, write: true})
}

// MayRead is the condition under which the goroutine may read a variable of an object.
func (m *Memory) MayRead(v *types.Var, this *ir.Expr) *ir.Expr {
	return m.access(v, this, nil, Question{who: m.Tid})
}

// SameAccess reports whether the same is said of values of two struct types at ref as to whether the goroutine may
// write them, or read them.
func (m *Memory) SameAccess(a, b types.Type, ref *ir.Expr, write bool) bool {
	if analysis.StructName(a) == nil || analysis.StructName(b) == nil {
		return types.Identical(a, b)
	}
	for _, who := range []*ir.Expr{m.Tid, ir.V(&ir.Var{Name: "other", Sort: ir.Tid, Kind: ir.BoundVar})} {
		for _, write := range []bool{false, write} {
			q := Question{who: who, write: write}
			if !ir.Equal(m.inherited(a, ref, q), m.inherited(b, ref, q)) {
				return false
			}
		}
	}
	return true
}

func isSyncElem(t types.Type) bool {
	a := analysis.ArrayType(t)
	return a != nil && analysis.IsSyncValue(analysis.UltimateElem(a))
}

// predicate joins the clauses of a guard: readable where writable.
func (m *Memory) predicate(read, write []*annot.Clause, this *ir.Expr, v *types.Var, index *annot.Bound, at *ir.Expr, q Question) *ir.Expr {
	if q.isSaid() {
		return q.note(v)
	}
	here := Context{Tid: q.who, This: this}
	if index != nil {
		here.Bound = map[*annot.Bound]*ir.Expr{index: at}
	}
	return m.permits(here, read, write, q)
}

// permits answers a question by the clauses of a guard. A guard without clauses for an access denies it.
func (m *Memory) permits(at Context, read, write []*annot.Clause, q Question) *ir.Expr {
	mayWrite := ir.B(write != nil)
	if write != nil {
		mayWrite = m.holds(at, write)
	}
	if q.write || read == nil {
		return mayWrite
	}
	mayRead := m.holds(at, read)
	if ir.Equal(mayRead, mayWrite) { // messages would name it twice
		return mayWrite
	}
	return ir.Or(mayRead, mayWrite)
}

// ClauseSpan is where a clause is written.
func (m *Memory) ClauseSpan(c *annot.Clause) ir.Span {
	return ir.Span{Start: m.Facts.Fset.Position(c.Start), End: m.Facts.Fset.Position(c.End)}
}

// inherited answers a question about a value of type t at ref that carries no annotation of its own: what it says of the
// variable which holds it, if one does, else immutable; a value of a type of sync/atomic anybody may access.
func (m *Memory) inherited(t types.Type, ref *ir.Expr, q Question) *ir.Expr {
	inner, outer, owners := m.holders(t)
	named, other := m.byName(owners)
	held := func(unheld *ir.Expr) *ir.Expr {
		if other != nil {
			element := ir.Eq(ir.Apply(m.Kind, ref), ElemKind)
			unheld = ir.Ite(element, m.ownedByOthers(other, ir.Apply(m.Parent, ref), q, unheld), unheld)
		}
		return m.heldBy(named, ref, q, m.heldBy(inner, ref, q, unheld))
	}
	return m.heldBy(outer, ref, q, m.inItsRegion(t, ref, q, held))
}

// holders returns what values of type t are parts of: what may be part of an object in a region, and what is not. The
// latter decides first who may access a value that it holds. Then the variables that own the arrays which the values
// are in: these decide before inner ones, as an array that is owned is an object of its own, and part of nothing.
func (m *Memory) holders(t types.Type) (inner, outer []analysis.Container, owners *analysis.Holders) {
	owners = m.Facts.HoldersOf(analysis.TypeKey(t))
	for _, c := range owners.Parts {
		if m.Facts.StandsOutside(c) {
			outer = append(outer, c)
		} else {
			inner = append(inner, c)
		}
	}
	return inner, outer, owners
}

// heldBy answers a question about a value at ref: what one of the containers says of it, if it holds the value, else
// the answer given. A value that is a variable is in one container alone, so it does not matter in which order these
// are asked: those that say the same are one case. There may be dozens of them, in each of which there are as many
// again, where most types of a package hold a position.
func (m *Memory) heldBy(by []analysis.Container, ref *ir.Expr, q Question, result *ir.Expr) *ir.Expr {
	kind := ir.Apply(m.Kind, ref)
	var cases alternatives
	for _, c := range by {
		var here *ir.Expr
		var pred func() *ir.Expr
		parent := func() *ir.Expr { return ir.Apply(m.Parent, ref) }
		switch c.How {
		case analysis.Direct:
			cases.add(ir.Eq(kind, m.KindOfVar(c.Variable)), m.access(c.Variable, m.objectOf(c, parent), nil, q))
		case analysis.InArray, analysis.InSlice:
			var inside *ir.Expr
			inside, pred = m.asElement(c, parent(), ir.Apply(m.Pos, ref), q)
			here = ir.And(ir.Eq(kind, ElemKind), inside)
		}
		if here != nil && here.Op != ir.OpFalse {
			result = ir.Ite(here, pred(), result)
		}
	}
	return cases.or(result)
}

// alternatives are conditions that exclude each other, with what is answered where each holds.
type alternatives []struct{ here, answer *ir.Expr }

// add adds a condition to those with the same answer.
func (a *alternatives) add(here, answer *ir.Expr) {
	for i := range *a {
		if x := &(*a)[i]; ir.Equal(x.answer, answer) {
			x.here = ir.Or(x.here, here)
			return
		}
	}
	*a = append(*a, struct{ here, answer *ir.Expr }{here, answer})
}

// or is the answer, which is otherwise where none of the conditions holds.
func (a alternatives) or(otherwise *ir.Expr) *ir.Expr {
	for _, x := range a {
		otherwise = ir.Ite(x.here, x.answer, otherwise)
	}
	return otherwise
}

func (m *Memory) objectOf(c analysis.Container, ref func() *ir.Expr) *ir.Expr {
	if c.Global {
		return nil
	}
	return ref()
}

// elementAccess answers a question about element i of the array at arr: as for the variable which owns the array, if one does,
// else immutable.
func (m *Memory) elementAccess(t types.Type, arr, i *ir.Expr, q Question) *ir.Expr {
	inner, outer, owners := m.holders(t)
	named, other := m.byName(owners)
	if m.Facts.ImmutableArrays(t) {
		result := m.elementsOf(named, arr, i, q, m.elementsOf(inner, arr, i, q, m.ownedByOthers(other, arr, q, m.unowned(q, t))))
		return m.elementsOf(outer, arr, i, q, result)
	}
	result := m.ownedByOthers(other, arr, q, m.inNoRegionAt(arr, q, m.unowned(q, t)))
	result = m.elementsOf(named, arr, i, q, m.elementsOf(inner, arr, i, q, result))
	return m.elementsOf(outer, arr, i, q, m.orRegion(arr, q, result))
}

// elementsOf is heldBy for an element of an array.
func (m *Memory) elementsOf(by []analysis.Container, arr, i *ir.Expr, q Question, result *ir.Expr) *ir.Expr {
	for _, c := range by {
		switch {
		case c.How == analysis.InArray && c.Depth == 1 && !m.Facts.Escapes.Vars[c.Variable]: // found by the variable
		case c.How == analysis.InArray, c.How == analysis.InSlice:
			if here, pred := m.asElement(c, arr, i, q); here.Op != ir.OpFalse {
				result = ir.Ite(here, pred(), result)
			}
		}
	}
	return result
}

// asElement says where element i of the array at arr is one that c holds, and what the condition on accesses to it is
// there. Of arrays inside each other the outermost index counts.
func (m *Memory) asElement(c analysis.Container, arr, i *ir.Expr, q Question) (here *ir.Expr, answer func() *ir.Expr) {
	here = ir.True
	outwards := func() {
		here = ir.And(here, ir.Eq(ir.Apply(m.Kind, arr), ElemKind))
		arr, i = ir.Apply(m.Parent, arr), ir.Apply(m.Pos, arr)
	}
	if c.How == analysis.InArray {
		for range c.Depth - 1 {
			outwards()
		}
		here = ir.And(here, ir.Eq(ir.Apply(m.Kind, arr), m.KindOfVar(c.Variable)))
		object := m.objectOf(c, func() *ir.Expr { return ir.Apply(m.Parent, arr) })
		return here, func() *ir.Expr { return m.access(c.Variable, object, []*ir.Expr{i}, q) }
	}
	for range c.Depth {
		outwards()
	}
	return ir.And(here, m.owned(arr, c.Variable, c.Elem)), func() *ir.Expr { return m.ownedAccess(c.Variable, arr, i, q) }
}

// owned is ownedBy where arrays of these elements may be parts of something, too.
func (m *Memory) owned(arr *ir.Expr, v *types.Var, elem string) *ir.Expr {
	if m.Facts.MayBePart(elem) {
		return ir.And(ir.Eq(ir.Apply(m.Kind, arr), RootKind), m.OwnedBy(arr, v))
	}
	return m.OwnedBy(arr, v)
}

// OwnedBy is the condition that the array at arr is the backing store of a variable v of some object.
func (m *Memory) OwnedBy(arr *ir.Expr, v *types.Var) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(m.binding().Owner), arr), m.KindOfVar(v))
}

// hasObject reports whether a variable lies in an object: it is a field, or a variable of a function that goroutines share.
func hasObject(v *types.Var) bool { return v.IsField() || !analysis.IsPackageVar(v) }

// OwnedIn is OwnedBy for the variable of one object.
func (m *Memory) OwnedIn(arr *ir.Expr, v *types.Var, object *ir.Expr) *ir.Expr {
	return ir.And(m.OwnedBy(arr, v), ir.Eq(ir.Select(ir.V(m.binding().object), arr), object))
}

// NotOwned says of the slices and maps in a value of type t, or in the struct that it points to, that the variable does
// not own them; or, if mayRead, that the goroutine may read what it owns.
func (m *Memory) NotOwned(v *ir.Expr, t types.Type, owner *types.Var, mayRead bool) (all []*ir.Expr) {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		_, isMap := u.(*types.Map)
		if _, ownsMap := owner.Type().Underlying().(*types.Map); isMap != ownsMap {
			return nil
		}
		arr, _ := m.StoreOf(v)
		var object *ir.Expr
		if hasObject(owner) {
			object = ir.Select(ir.V(m.binding().object), arr)
		}
		not := ir.Or(ir.Eq(arr, ir.Nil), ir.Not(m.OwnedBy(arr, owner)))
		if mayRead {
			not = ir.Or(not, m.MayRead(owner, object))
		}
		return []*ir.Expr{not}
	case *types.Struct:
		for i := range u.NumFields() {
			all = append(all, m.NotOwned(ir.GetField(v, i), u.Field(i).Type(), owner, mayRead)...)
		}
	case *types.Pointer:
		st, ok := u.Elem().Underlying().(*types.Struct)
		if !ok || analysis.IsSyncValue(u.Elem()) {
			return nil
		}
		for f := range st.Fields() {
			switch f.Type().Underlying().(type) {
			case *types.Slice, *types.Map:
				if m.Facts.OwnsStore(m.Facts.Field(f)) { // whoever gets the object keeps to the guard
					continue
				}
				at := m.Field(m.Deref(v, u.Elem()), f)
				for _, cond := range m.NotOwned(ir.Select(ir.V(at.Family), at.Keys...), f.Type(), owner, mayRead) {
					all = append(all, ir.Or(ir.Eq(v, ir.Nil), cond))
				}
			}
		}
	}
	return all
}

// ownedAccess answers a question about element i of an array that the variable v owns; of a map, about all of it.
func (m *Memory) ownedAccess(v *types.Var, arr, i *ir.Expr, q Question) *ir.Expr {
	var object *ir.Expr
	if hasObject(v) {
		object = ir.Select(ir.V(m.binding().object), arr)
	}
	if g := m.Facts.Guard(v); object != nil && !v.IsField() {
		if i != nil && len(g.ElemRead)+len(g.ElemWrite) > 0 {
			at := map[*annot.Bound]*ir.Expr{g.Index: ir.Sub(i, ir.Select(ir.V(m.binding().offset), arr))}
			return m.permits(Context{Tid: q.who, Vars: m.capturedIn(object), Bound: at}, g.ElemRead, g.ElemWrite, q)
		}
		return m.capturedAccess(g, object, q)
	}
	if i == nil { // the store of a map
		return m.access(v, object, nil, q)
	}
	at := ir.Sub(i, ir.Select(ir.V(m.binding().offset), arr))
	return m.access(v, object, []*ir.Expr{at}, q)
}

// GuardClauses returns what is written about a variable, for messages.
func (m *Memory) GuardClauses(g *annot.Guard) []*ir.Clause {
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
			clause := &ir.Clause{Span: m.ClauseSpan(c), Text: c.Text}
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

// capturedAccess answers a question about a variable of the activation with that object.
func (m *Memory) capturedAccess(g *annot.Guard, owner *ir.Expr, q Question) *ir.Expr {
	switch {
	case g == nil || g.Immutable || g.Read == nil && g.Write == nil && !g.AtomicOnly:
		return m.unsaid(q, g != nil)
	case g.AtomicOnly && !isMixed(g), q.isSaid():
		return ir.True
	}
	return m.permits(Context{Tid: q.who, Vars: m.capturedIn(owner)}, g.Read, g.Write, q)
}
