package reduce

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// entryLocks says that the goroutine holds no lock on entry but those that requires names: the law of one Holder or
// Readers variable, or True where a quantified requires could name any lock. Every call asserts the counterpart: where calls
// are steps of their own it is about those locks alone that the function may wait for, and its callers may hold others.
func (w *world) entryLocks(m *ir.Var) *ir.Expr { return w.heldOnly(m) }

// heldOnly is entryLocks with further exceptions, conditions on Keys.
func (w *world) heldOnly(m *ir.Var, named ...*ir.Expr) *ir.Expr {
	required := append([]*ir.Expr(nil), w.fn.Given...)
	for _, c := range w.fn.Requires {
		required = append(required, c.Cond)
	}
	for _, e := range required {
		locks, all := locksIn(m, e)
		if all {
			return ir.True
		}
		named = append(named, locks...)
	}
	if w.fn.Called {
		return w.acquiresOnly(m, named)
	}
	if m.Heap.Class == ir.Readers {
		return w.forLocks(m, w.tid, ir.Implies(here(m), ir.Or(named...)))
	}
	return forKeys(m, ir.Implies(ir.Eq(here(m), w.tid), ir.Or(named...)))
}

// acquiresOnly is heldOnly of the locks that the function may wait for.
func (w *world) acquiresOnly(m *ir.Var, named []*ir.Expr) *ir.Expr {
	var all []*ir.Expr
	for _, set := range w.fn.Acquires {
		if set.Map != m {
			continue
		}
		index, held := set.Keys, ir.Eq(here(m), w.tid)
		if m.Heap.Class == ir.Readers {
			index, held = append(slices.Clone(index), w.tid), here(m)
		}
		cond := atIndex(m, ir.Implies(held, ir.Or(named...)), index)
		all = append(all, ir.Forall(set.Bound, ir.Or(set.Except, cond), m))
	}
	return ir.And(all...)
}

// locksIn finds the locks of m that e mentions, each as the condition that m's Keys are it (a reader aside). All
// means that e may mention any.
func locksIn(m *ir.Var, e *ir.Expr) (locks []*ir.Expr, all bool) {
	n := len(m.Heap.Keys)
	if m.Heap.Class == ir.Readers {
		n--
	}
	ir.Walk(e, func(x *ir.Expr) bool {
		switch {
		case x.Op == ir.OpVar && x.Var == m: // the map as a whole, or a lock without keys
			all = true
		case x.Op == ir.OpSelect && x.Args[0].Op == ir.OpVar && x.Args[0].Var == m && len(x.Args) > n:
			var same []*ir.Expr
			for i, k := range x.Args[1 : n+1] {
				same = append(same, ir.Eq(ir.V(m.Heap.Keys[i]), k))
				all = all || mentions(k, func(v *ir.Var) bool { return v.Kind == ir.BoundVar })
			}
			locks = append(locks, ir.And(same...))
			return false
		}
		return true
	})
	return locks, all
}

// assumeEntryLocks assumes entryLocks of every lock.
func (t *translation) assumeEntryLocks() {
	for _, m := range t.fn.Heap {
		if isLock(m) {
			t.assume(t.entryLocks(m))
		}
	}
}

func isLock(m *ir.Var) bool { return m.Heap.Class == ir.Holder || m.Heap.Class == ir.Readers }

// holdsNone says that goroutine g holds no lock of m.
func (w *world) holdsNone(m *ir.Var, g *ir.Expr) *ir.Expr {
	if m.Heap.Class == ir.Readers {
		return w.forLocks(m, g, ir.Not(here(m)))
	}
	return forKeys(m, ir.Ne(here(m), g))
}

// retained lists the locks of which the function must not keep one that it did not hold on entry.
func (w *world) retained() []*ir.Var {
	if !w.fn.KeepsLocks {
		return nil
	}
	var ms []*ir.Var
	for _, m := range w.fn.Heap {
		if isLock(m) && w.written[m] && !w.promised(m) {
			ms = append(ms, m)
		}
	}
	return ms
}

// promised reports whether an action of the specification says that it modifies locks of m.
func (w *world) promised(m *ir.Var) bool {
	if w.fn.Spec == nil {
		return false
	}
	for _, a := range w.fn.Spec.Nodes {
		for _, mod := range a.Modifies {
			if mod.Map == m {
				return true
			}
		}
	}
	return false
}

// keptLocks is the condition that m's Keys are a lock of which the function's annotations say how it leaves it.
func (w *world) keptLocks(m *ir.Var) *ir.Expr {
	kept := ir.False
	for _, c := range w.fn.Returns {
		locks, all := locksIn(m, c.Cond)
		if all { // m is one lock, and has no keys
			return ir.True
		}
		kept = ir.Or(append(locks, kept)...)
	}
	return kept
}

// assertReleased asserts at a return that no lock is kept, but where an annotation says so, and that all is as it says.
// Entry is the state on entry.
func (t *translation) assertReleased(span ir.Span, entry view) {
	for _, c := range t.fn.Returns {
		t.assert(span, c.Cond, ir.Check{Kind: ir.LockAtReturn, Clause: c, Needed: c.Text})
	}
	for _, m := range t.retained() {
		exists := ir.True
		if m.Heap.Is != nil {
			exists = m.Heap.Is
		}
		if len(m.Heap.Keys) > 0 && m.Heap.Keys[0].Sort.Kind == ir.KindRef {
			object := ir.V(m.Heap.Keys[0])
			exists = ir.And(exists, ir.Ne(object, ir.Nil))
			if t.fn.Status != nil {
				exists = ir.And(exists, ir.Not(t.has(t.base(object), ir.Unallocated)))
			}
		}
		kept := t.keptLocks(m)
		cond := forKeys(m, ir.Implies(ir.And(exists, ir.Eq(here(m), t.tid)), ir.Or(entry.of(ir.Eq(here(m), t.tid)), kept)))
		if m.Heap.Class == ir.Readers {
			cond = t.forLocks(m, t.tid, ir.Implies(ir.And(exists, here(m)), ir.Or(entry.of(here(m)), kept)))
		}
		t.assert(span, cond, ir.Check{Kind: ir.HeldAtReturn, Subject: strings.Join(t.writtenAs(m), ", ")})
	}
}
