package reduce

import "github.com/calvin-go/calvin/ir"

// unchanged says that the block has changed nothing of m, but what the exempt clauses list, and objects that nobody
// else has seen: allocated since the function was called, and not shared when the block began.
func (a *abstraction) unchanged(m *ir.Var, exempt []*ir.Modify) *ir.Expr {
	old := a.old()
	any := []*ir.Expr{a.private(m)}
	for _, mod := range exempt {
		if mod.Map != m {
			continue
		}
		if mod.In != nil {
			any = append(any, old.of(mod.In))
			continue
		}
		any = append(any, old.of(covers(mod)))
	}
	return forKeys(m, ir.Or(append(any, ir.Eq(here(m), old.of(here(m))))...))
}

// covers says, in the state before, that the modifies clause, which lists an index, covers the location at Keys.
func covers(mod *ir.Modify) *ir.Expr {
	var same []*ir.Expr
	for i, x := range mod.Index {
		same = append(same, ir.Eq(ir.V(mod.Map.Heap.Keys[i]), x))
	}
	return ir.And(same...)
}

func (a *abstraction) private(m *ir.Var) *ir.Expr {
	if !a.allocates || m.Heap.Object == nil {
		return ir.False
	}
	o := a.base(m.Heap.Object)
	return ir.And(
		a.functionEntry().of(a.has(o, ir.Unallocated)),
		ir.Not(a.old().of(a.has(o, ir.Shared))))
}

// framed lists the heap variables of which the action leaves something alone that the function may change.
func (a *abstraction) framed(act *ir.Action) []*ir.Var {
	if act.ModifiesAll {
		return nil
	}
	return a.changeable()
}

// changeable lists the heap variables that the function changes, but for bookkeeping, which is no part of what
// specifications speak of.
func (a *abstraction) changeable() []*ir.Var {
	var ms []*ir.Var
	for _, m := range a.fn.Heap {
		if a.written[m] && !m.Heap.Class.IsBookkeeping() {
			ms = append(ms, m)
		}
	}
	return ms
}

// skips says that the block has changed nothing.
func (a *abstraction) skips() *ir.Expr {
	var all []*ir.Expr
	for _, m := range a.changeable() {
		all = append(all, a.unchanged(m, nil))
	}
	return ir.And(all...)
}

// apart says that the block may count as skip.
func (a *abstraction) apart() *ir.Expr {
	if a.purity == nil {
		return a.skips()
	}
	return ir.And(a.skips(), a.purity.dead)
}

// satisfies says that the block is the action: when holds of the state before it, ensures relates that state and the
// current one, and nothing else has changed. Safe leaves out what is said of the function's results.
func (a *abstraction) satisfies(act *ir.Action, safe bool) *ir.Expr {
	var all []*ir.Expr
	for _, c := range act.When {
		if !safe || !a.aboutResults(c.Cond) {
			all = append(all, a.old().of(c.Cond))
		}
	}
	for _, c := range act.Ensures {
		if !safe || !a.aboutResults(c.Cond) {
			all = append(all, a.readOld(c.Cond))
		}
	}
	mods := act.Modifies
	if safe {
		mods = a.widened(mods)
	}
	for _, m := range a.framed(act) {
		all = append(all, a.unchanged(m, mods))
	}
	return ir.And(all...)
}

// widened lets modifies clauses that depend on results cover all of their maps.
func (a *abstraction) widened(mods []*ir.Modify) []*ir.Modify {
	var wide []*ir.Modify
	for _, mod := range mods {
		for _, x := range where(mod) {
			if a.aboutResults(x) {
				mod = &ir.Modify{Span: mod.Span, Text: mod.Text, Map: mod.Map}
				break
			}
		}
		wide = append(wide, mod)
	}
	return wide
}

// aboutResults reports whether e mentions what the function returns.
func (w *world) aboutResults(e *ir.Expr) bool {
	return mentions(e, func(v *ir.Var) bool {
		for _, r := range w.fn.Results {
			if r == v {
				return true
			}
		}
		return false
	})
}

// anyAboutResults reports whether the specification depends on results.
func (w *world) anyAboutResults() bool {
	for _, act := range w.fn.Spec.Nodes {
		for _, c := range append(append([]*ir.Clause(nil), act.When...), act.Ensures...) {
			if w.aboutResults(c.Cond) {
				return true
			}
		}
		for _, mod := range act.Modifies {
			for _, x := range where(mod) {
				if w.aboutResults(x) {
					return true
				}
			}
		}
	}
	return false
}

// where lists the terms that say which locations a modifies clause covers.
func where(mod *ir.Modify) []*ir.Expr {
	if mod.In != nil {
		return []*ir.Expr{mod.In}
	}
	return mod.Index
}
