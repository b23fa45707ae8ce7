package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// held is what is certain, without a solver, of the locks that the goroutine holds at a point: most code locks and
// unlocks in plain sight. Where exclusive access follows from it, no case of figure 8 but one can happen, and the
// program has no code for the others: on the examples a tenth of the size.
type held []heldLock

// A heldLock is one location of a Holder variable, at constants and locals.
type heldLock struct {
	m     *ir.Var
	index []*ir.Expr
}

func (l heldLock) is(o heldLock) bool {
	return l.m == o.m && slices.EqualFunc(l.index, o.index, ir.Equal)
}

// heldAround is what is held before and after a step.
type heldAround struct{ before, after held }

// noteHeld records what is held at the start of each block and around each step.
func (w *world) noteHeld(fl *flow) {
	w.heldIn = w.findHeld(fl)
	w.heldAt = map[*ir.Step]heldAround{}
	for _, b := range fl.order {
		h := w.heldIn[b]
		for _, s := range b.Stmts {
			next := h.after(w, s)
			if s, ok := s.(*ir.Step); ok {
				w.heldAt[s] = heldAround{h, next}
			}
			h = next
		}
	}
}

// findHeld returns, for the start of each block, the locks that are held there on every way: a forward analysis, started
// from the assumption that everything is.
func (w *world) findHeld(fl *flow) map[*ir.Block]held {
	in := map[*ir.Block]held{fl.order[0]: w.requiredLocks()}
	known := map[*ir.Block]bool{fl.order[0]: true}
	out := map[*ir.Block]held{}
	for changed := true; changed; {
		changed = false
		for i, b := range fl.order {
			if i > 0 {
				meet, any := held(nil), false
				for _, p := range fl.preds[b] {
					if !known[p] {
						continue
					}
					if !any {
						meet, any = slices.Clone(out[p]), true
						continue
					}
					meet = slices.DeleteFunc(meet, func(l heldLock) bool { return !out[p].has(l) })
				}
				if known[b] && len(meet) == len(in[b]) {
					continue
				}
				in[b], known[b] = meet, any
			} else if out[b] != nil {
				continue
			}
			o := in[b]
			for _, s := range b.Stmts {
				o = o.after(w, s)
			}
			out[b] = append(held{}, o...)
			changed = true
		}
	}
	return in
}

// requiredLocks are those that a requires clause says are held: other goroutines do not take them.
func (w *world) requiredLocks() held {
	var h held
	for _, c := range w.fn.Requires {
		conjuncts := []*ir.Expr{c.Cond}
		if c.Cond.Op == ir.OpAnd {
			conjuncts = c.Cond.Args
		}
		for _, e := range conjuncts {
			if l, ok := w.lockHeldIn(e); ok {
				h = append(h, l)
			}
		}
	}
	return h
}

// lockHeldIn recognises "the holder of a lock is tid".
func (w *world) lockHeldIn(e *ir.Expr) (heldLock, bool) {
	if e.Op != ir.OpEq {
		return heldLock{}, false
	}
	for i := range 2 {
		at := e.Args[i]
		if !ir.Equal(e.Args[1-i], w.tid) {
			continue
		}
		var l heldLock
		if at.Op == ir.OpSelect {
			l.index, at = at.Args[1:], at.Args[0]
		}
		if at.Op != ir.OpVar || at.Var.Heap == nil || at.Var.Heap.Class != ir.Holder ||
			len(l.index) != len(at.Var.Heap.Keys) {
			return heldLock{}, false
		}
		l.m = at.Var
		local := !slices.ContainsFunc(l.index, func(e *ir.Expr) bool {
			return mentions(e, func(v *ir.Var) bool { return v.Kind == ir.HeapVar || v.Kind == ir.BoundVar })
		})
		return l, local
	}
	return heldLock{}, false
}

func (h held) has(l heldLock) bool { return slices.ContainsFunc(h, l.is) }

// after is what is held after the statement. Other goroutines neither take locks nor give any.
func (h held) after(w *world, s ir.Stmt) held {
	switch s := s.(type) {
	case *ir.Assign:
		return h.assigned(w, s)
	case *ir.Havoc:
		for _, v := range s.Vars {
			h = h.without(v)
		}
	case *ir.Step:
		for _, d := range s.Do {
			h = h.after(w, d)
		}
	}
	return h
}

// assigned: a lock whose holder becomes tid is held from then on; any other change of a holder may be of any lock of
// the variable.
func (h held) assigned(w *world, s *ir.Assign) held {
	if s.Dst.Heap == nil || s.Dst.Heap.Class != ir.Holder {
		return h.without(s.Dst)
	}
	l := heldLock{m: s.Dst}
	value := s.Src
	if value.Op == ir.OpStore && value.Args[0].Op == ir.OpVar && value.Args[0].Var == s.Dst {
		n := len(value.Args)
		l.index, value = value.Args[1:n-1], value.Args[n-1]
	}
	if len(l.index) != len(s.Dst.Heap.Keys) || !ir.Equal(value, w.tid) {
		return h.without(s.Dst)
	}
	heap := func(e *ir.Expr) bool {
		return mentions(e, func(v *ir.Var) bool { return v.Kind == ir.HeapVar || v.Kind == ir.BoundVar })
	}
	if slices.ContainsFunc(l.index, heap) || h.has(l) {
		return h
	}
	return append(slices.Clip(h), l)
}

// without drops what depends on the variable, a local or a Holder variable.
func (h held) without(v *ir.Var) held {
	return slices.DeleteFunc(slices.Clone(h), func(l heldLock) bool {
		return l.m == v || slices.ContainsFunc(l.index, func(e *ir.Expr) bool {
			return mentions(e, func(x *ir.Var) bool { return x == v })
		})
	})
}

// simplify replaces in a condition on the current state what is certain of the locks.
func (h held) simplify(w *world, e *ir.Expr) *ir.Expr {
	if len(h) == 0 || len(e.Args) == 0 {
		return e
	}
	if l, ok := w.lockHeldIn(e); ok && h.has(l) {
		return ir.True
	}
	if e.Op == ir.OpForall || e.Op == ir.OpExists || e.Op == ir.OpOld {
		return e
	}
	args := make([]*ir.Expr, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i] = h.simplify(w, a)
		changed = changed || args[i] != a
	}
	if !changed {
		return e
	}
	return ir.Rebuild(e, args)
}

// condition says that the lock is held.
func (l heldLock) condition(w *world) *ir.Expr { return ir.Eq(at(l.m, l.index...), w.tid) }
