package reduce

import "github.com/calvin-go/calvin/ir"

// environment is E_A: any number of steps of other goroutines. Shared state takes arbitrary values, but for what no
// other goroutine may change, and transitions relate before and after. One havoc stands for many steps because
// exclusive access is stable (Predicates) and transitions are transitive.
func (t *translation) environment(span ir.Span) {
	if t.fn.Initial {
		return // nobody else is there
	}
	free := t.exposed()
	if len(free) == 0 {
		return
	}
	pre := t.saved("pre", free)
	laws := t.laws(pre, free)
	t.saveRead("pre", free, laws)
	t.havoc(free)
	for _, l := range laws {
		t.assume(l)
	}
	t.assumeWorld()
	t.mark(&ir.Mark{Span: span, Kind: ir.MarkEnv, Shows: t.shown()})
}

// exposed lists the state that other goroutines may change at all.
func (w *world) exposed() []*ir.Var {
	var vs []*ir.Var
	for _, m := range w.fn.Heap {
		if w.rules[m].kept.Op != ir.OpTrue {
			vs = append(vs, m)
		}
	}
	return append(vs, w.ownership()...)
}

// laws relates the state before, read through pre, and after steps of other goroutines.
func (w *world) laws(pre view, free []*ir.Var) []*ir.Expr {
	var all []*ir.Expr
	for _, m := range free {
		if m.Heap != nil {
			all = append(all, w.frame(m, pre)...)
		}
	}
	all = append(all, w.ownershipLaws(pre)...)
	for _, inv := range w.fn.Transitions {
		if !inv.Always {
			all = append(all, w.ofObjects(inv, pre, ir.ResolveOld(inv.Cond, now, pre)))
		}
	}
	return all
}

// frame says what others leave alone of m: what they may not write; the locks that the goroutine under check holds,
// which neither are taken from it nor given to it.
func (w *world) frame(m *ir.Var, pre view) []*ir.Expr {
	same := ir.Eq(here(m), pre.of(here(m)))
	kept := pre.of(w.rules[m].kept)
	switch m.Heap.Class {
	case ir.Holder, ir.Token:
		held := ir.Eq(here(m), w.tid)
		return []*ir.Expr{w.everywhere(m, ir.Implies(kept, same)), w.everywhere(m, ir.Implies(held, pre.of(held)))}
	case ir.Readers:
		return []*ir.Expr{w.forLocks(m, w.tid, same), w.everywhere(m, ir.Implies(pre.of(w.rules[m].mine), same))}
	}
	return []*ir.Expr{w.everywhere(m, ir.Implies(kept, same))}
}

// everywhere is forKeys for what others leave alone: integer keys range over all integers there, so that nobody has to
// know that a sum of indices is an int before a location is seen to be unchanged. Others cannot change a location that
// does not exist.
func (w *world) everywhere(m *ir.Var, cond *ir.Expr) *ir.Expr {
	keys := w.wide[m]
	if keys == nil {
		for _, k := range m.Heap.Keys {
			if k.Sort.Kind == ir.KindInt && k.Sort.Bits > 0 {
				k = &ir.Var{Name: k.Name, Label: k.Label, Sort: ir.Int, Kind: ir.BoundVar}
			}
			keys = append(keys, k)
		}
		w.wide[m] = keys
	}
	return ir.Forall(keys, atIndex(m, cond, exprs(keys)), m)
}

// forLocks quantifies a condition on a Readers variable over its locks, with goroutine t the reader.
func (w *world) forLocks(m *ir.Var, t, cond *ir.Expr) *ir.Expr {
	keys := m.Heap.Keys
	last := len(keys) - 1
	cond = ir.Subst(cond, map[*ir.Var]*ir.Expr{keys[last]: t})
	return ir.Forall(keys[:last:last], cond, m)
}

// assumeWorld assumes what is true of every state: an RWMutex with a writer has no readers; a Once is not done while its
// function runs; nobody else holds a lock of an object of ours; and what heap variables and transitions say that always
// holds. That Status has one of its four values is not said: nothing rests on it, and it would be a tenth of the conditions.
func (t *translation) assumeWorld() {
	if !t.fn.Initial { // it has yet to become true
		t.assumeAlways()
	}
	for _, m := range t.fn.Heap {
		if m.Heap.Always != nil {
			t.assume(forKeys(m, m.Heap.Always))
		}
	}
	for _, m := range t.fn.Heap {
		t.assumeLatch(m)
		if m.Heap.Class == ir.Readers && m.Heap.Writer != nil {
			keys := exprs(m.Heap.Keys[:len(m.Heap.Keys)-1])
			t.assume(t.forLocks(m, t.tid, ir.Implies(here(m), ir.Eq(at(m.Heap.Writer, keys...), ir.Free))))
		}
	}
	if t.fn.Status != nil {
		for _, m := range t.fn.Heap {
			if m.Heap.Class == ir.Holder {
				ours := ir.Or(ir.Eq(here(m), ir.Free), ir.Eq(here(m), t.tid))
				t.assume(forKeys(m, ir.Implies(t.rules[m].mine, ours)))
				if keys := m.Heap.Keys; len(keys) > 0 && keys[0].Sort.Kind == ir.KindRef { // a lock that is held exists
					exists := ir.Not(t.has(t.base(ir.V(keys[0])), ir.Unallocated))
					t.assume(forKeys(m, ir.Implies(ir.Eq(here(m), t.tid), exists)))
				}
			}
		}
		for _, m := range t.fn.Heap {
			t.assumeLocality(m)
		}
	}
}

// assumeLocality: what a shared object refers to is shared, as whoever makes a reference readable by others publishes
// its object in the same step; what an object of ours refers to is shared too, or one of ours that is marked as stored.
// What was taken over may refer to rows.
func (t *translation) assumeLocality(m *ir.Var) {
	if m.Heap.Points == nil {
		return
	}
	r := t.rules[m]
	var all []*ir.Expr
	for _, p := range m.Heap.Points(here(m)) {
		shared := ir.Or(ir.Eq(p, ir.Nil), t.has(t.base(p), ir.Shared))
		all = append(all, ir.Implies(r.shared, shared))
		if t.stored != nil && r.mine.Op != ir.OpFalse {
			ours := ir.And(t.has(t.base(p), ir.Mine), ir.Select(ir.V(t.stored), t.base(p)))
			for _, row := range t.fn.Rows {
				ours = ir.Or(ours, ir.Eq(p, row))
			}
			all = append(all, ir.Implies(r.mine, ir.Or(shared, ours)))
		}
	}
	t.assume(forKeys(m, ir.And(all...)))
}
