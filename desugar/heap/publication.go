package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Publishable returns the references in a value of type t: whoever can read the value can reach them.
func (m *Memory) Publishable(v *ir.Expr, t types.Type) []*ir.Expr {
	if analysis.IsSyncValue(t) {
		if elem := AtomicElem(t); elem != nil {
			return m.Publishable(v, elem)
		}
		return nil
	}
	if analysis.IsReflectValue(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan:
		return m.noteRegional(v, t)
	case *types.Slice:
		return m.noteRegional(m.SliceArr(v), t)
	case *types.Interface:
		if m.Facts.Carries(t) {
			return m.noteRegional(m.Dynamic.Held(v), t)
		}
	case *types.Struct:
		var refs []*ir.Expr
		for i := range u.NumFields() {
			refs = append(refs, m.Publishable(ir.GetField(v, i), u.Field(i).Type())...)
		}
		return refs
	case *types.Array:
		var refs []*ir.Expr
		for i := range min(u.Len(), MaxUnrolled) {
			refs = append(refs, m.Publishable(ir.Select(v, ir.N(i, IntSort)), u.Elem())...)
		}
		return refs
	}
	return nil
}

// HandOver says what storing v at p does to the ownership of what v refers to: stored into an object that is still
// local it is marked, stored anywhere else it is published; and a slice stored into a variable that owns its backing
// store is bound to it, once and for all.
func (m *Memory) HandOver(p Place, v *ir.Expr) (own []ir.Stmt, pre []*ir.Assert, publish []*ir.Expr) {
	if m.Status != nil {
		local := ir.False
		if len(p.Keys) > 0 && p.Keys[0].Sort.Kind == ir.KindRef {
			local = m.Mine(p.Keys[0])
		}
		for _, ref := range Lent(m.Publishable(v, p.Type)) {
			if m.Need.Regions && m.fromWithin(ref, p) {
				pre = append(pre, m.staysAsItIs(ref, local))
				continue
			}
			publish = append(publish, ir.Ite(local, ir.Nil, ref))
			if local.Op != ir.OpFalse {
				base := ir.Apply(m.Base, ref)
				mark := ir.Or(local, ir.Select(ir.V(m.Stored), base))
				own = append(own, &ir.Assign{Dst: m.Stored, Src: ir.Store(ir.V(m.Stored), []*ir.Expr{base}, mark)})
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
	joins, asserts := m.join(p, v)
	return append(own, joins...), append(pre, asserts...), publish
}

// Take makes the object that v refers to the goroutine's own, under the condition given. In transit it is nobody's.
func (m *Memory) Take(v *ir.Expr, typ types.Type, given *ir.Expr) []ir.Stmt {
	var stmts []ir.Stmt
	for _, r := range m.Publishable(v, typ) {
		comes := ir.And(given, ir.Ne(r, ir.Nil))
		status := ir.Select(ir.V(m.Status), r)
		isBase := ir.Eq(ir.Apply(m.Base, r), r)
		stmts = append(stmts,
			&ir.Assume{Cond: ir.Implies(comes, ir.And(isBase, ir.Eq(status, ir.N(ir.Theirs, ir.Int))))},
			&ir.Assign{Dst: m.Status, Src: ir.Ite(comes, ir.Store(ir.V(m.Status), []*ir.Expr{r}, ir.N(ir.Mine, ir.Int)), ir.V(m.Status))},
			&ir.Assign{Dst: m.Stored, Src: ir.Ite(comes, ir.Store(ir.V(m.Stored), []*ir.Expr{r}, ir.False), ir.V(m.Stored))})
	}
	return append(stmts, m.receive(v, typ, given)...)
}

// Held returns what holds of every value that a goroutine has got hold of: slices are well formed, and what it refers
// to exists and is not another goroutine's.
func (m *Memory) Held(v *ir.Expr, typ types.Type) []*ir.Expr {
	status := m.Status
	m.Status = nil
	facts := m.Known(v, typ, ir.False)
	m.Status = status
	if status == nil {
		return facts
	}
	for _, ref := range m.Publishable(v, typ) {
		facts = append(facts, ir.Or(m.IsShared(ref), m.Mine(ref), m.isBorrowed(ref)))
	}
	return facts
}
