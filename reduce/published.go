package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Candidates about loops that publish objects which were local on entry. Others may change those from then on, so what
// is proposed of all that was local or shared on entry fails for them. What is proposed here leaves them out.

// keptOfShared: of a loop that publishes objects which were local on entry, others may have changed those. What was
// shared is as it was all the same, where exclusive access kept them from writing it: so a goroutine still has its
// locks, and its right to close a channel.
func (t *translation) keptOfShared(l *cut, m *ir.Var) []candidate {
	same, r := ir.Eq(here(m), l.entry.of(here(m))), t.rules[m]
	var kept *ir.Expr
	switch m.Heap.Class {
	case ir.Holder, ir.Token:
		kept = ir.Eq(here(m), t.tid)
	case ir.Plain, ir.Atomic:
		kept = ir.And(r.shared, r.sole[read])
	case ir.Immutable:
		if m.Heap.Object == nil {
			return nil
		}
		kept = t.has(t.base(m.Heap.Object), ir.Shared)
	default:
		return nil
	}
	if kept.Op == ir.OpFalse {
		return nil
	}
	return []candidate{{name: m.Name + " is as on entry to the loop for what was shared", cond: t.everywhere(m, ir.Implies(l.entry.of(kept), same))}}
}

// leftLocal: what was local on entry is not given away, and what the loop does not publish by a name that it had
// before, and was stored nowhere, is as it was. So is what bookkeeping says of it: whose it is.
func (t *translation) leftLocal(l *cut) []candidate {
	s := t.fn.Status
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	exists := ir.Implies(l.entry.of(t.has(ir.V(o), ir.Mine)), t.has(ir.V(o), ir.Mine, ir.Shared))
	published := t.publishedBefore(l)
	apart := t.apartFrom(ir.V(o), published)
	cs := []candidate{
		{name: "local objects are not given away", cond: ir.Forall([]*ir.Var{o}, exists, s)},
		{name: "local objects that are not published are still local", cond: ir.Forall([]*ir.Var{o}, ir.Implies(l.entry.of(apart), apart), s)},
	}
	for _, m := range t.fn.Heap {
		if m.Heap.Class != ir.Immutable || m.Heap.Object == nil || !l.changed[m] {
			continue
		}
		apart := t.apartFrom(t.base(m.Heap.Object), published)
		same := ir.Eq(here(m), l.entry.of(here(m)))
		cs = append(cs, candidate{name: m.Name + " is as on entry to the loop for what is not published", cond: t.everywhere(m, ir.Implies(l.entry.of(apart), same))})
	}
	return cs
}

// sharedStays: where steps of a loop make what was shared the goroutine's own, as a Wait for all who know it does, what
// was shared on entry is shared or the goroutine's own. So it may be read as before.
func (t *translation) sharedStays(l *cut) []candidate {
	if !t.takesBack(l) {
		return nil
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	stays := ir.Implies(l.entry.of(t.has(ir.V(o), ir.Shared)), t.has(ir.V(o), ir.Mine, ir.Shared))
	return []candidate{{name: "shared objects are not given away", cond: ir.Forall([]*ir.Var{o}, stays, t.fn.Status)}}
}

// takesBack reports whether a step of the loop revises the ownership of all objects.
func (t *translation) takesBack(l *cut) bool {
	for _, b := range t.order {
		if !t.body[l.head][b] {
			continue
		}
		for _, s := range b.Stmts {
			step, ok := s.(*ir.Step)
			if ok && slices.ContainsFunc(step.Do, func(s ir.Stmt) bool {
				a, ok := s.(*ir.Assign)
				return ok && a.Dst == t.fn.Status && a.Src.Op == ir.OpVar
			}) {
				return true
			}
		}
	}
	return false
}

// apartFrom says of an object that it is local, stored nowhere, and none of those that the references lead into.
func (t *translation) apartFrom(object *ir.Expr, refs []*ir.Expr) *ir.Expr {
	all := []*ir.Expr{t.has(object, ir.Mine)}
	for _, r := range refs {
		all = append(all, ir.Ne(object, t.base(r)))
	}
	if t.stored != nil {
		all = append(all, ir.Not(ir.Select(ir.V(t.stored), object)))
	}
	return ir.And(all...)
}

// publishedBefore returns the references that steps of a loop publish, of those that are the same at each iteration.
func (t *translation) publishedBefore(l *cut) []*ir.Expr {
	given := t.assigned[l.head]
	var all []*ir.Expr
	for _, b := range t.order {
		if !t.body[l.head][b] {
			continue
		}
		for _, s := range b.Stmts {
			var refs []*ir.Expr
			switch s := s.(type) {
			case *ir.Step:
				refs = s.Publish
			case *ir.Spawn:
				refs = s.Publish
			}
			for _, r := range refs {
				if given.evaluable(r, false) && !mentions(r, func(v *ir.Var) bool { return l.changed[v] }) && !containsExpr(all, r) {
					all = append(all, r)
				}
			}
		}
	}
	return all
}
