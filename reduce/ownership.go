package reduce

import (
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// ownershipLaws: objects of the goroutine under check stay so and are the only such; a shared object stays shared; an
// object that exists goes on existing.
func (w *world) ownershipLaws(pre view) []*ir.Expr {
	if w.fn.Status == nil {
		return nil
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	stays := func(code int64) *ir.Expr {
		return ir.Implies(pre.of(w.has(ir.V(o), code)), w.has(ir.V(o), code))
	}
	each := func(v *ir.Var, cond *ir.Expr) *ir.Expr { return ir.Forall([]*ir.Var{o}, cond, v) }
	laws := []*ir.Expr{
		each(w.fn.Status, stays(ir.Shared)),
		each(w.fn.Status, ir.Eq(w.has(ir.V(o), ir.Mine), pre.of(w.has(ir.V(o), ir.Mine)))),
		each(w.fn.Status, ir.Implies(w.has(ir.V(o), ir.Unallocated), pre.of(w.has(ir.V(o), ir.Unallocated)))),
	}
	if w.stored != nil {
		stored := ir.Select(ir.V(w.stored), ir.V(o))
		laws = append(laws, each(w.stored,
			ir.Implies(pre.of(w.has(ir.V(o), ir.Mine)), ir.Eq(stored, pre.of(stored)))))
	}
	return laws
}

// entryOwnership: on entry the goroutine has no local objects but those that the function can reach, its arguments and
// what is stored in them. Local objects of its callers that are out of reach count as another goroutine's.
func (t *translation) entryOwnership() {
	if t.fn.Status == nil {
		return
	}
	var args, local []*ir.Expr
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	for _, p := range t.fn.Params {
		refs, all := references(ir.V(p))
		if !all {
			return
		}
		for _, r := range refs {
			args = append(args, ir.And(ir.Ne(r, ir.Nil), ir.Eq(ir.V(o), t.base(r))))
			local = append(local, t.isMine(r))
		}
	}
	if t.stored != nil {
		args = append(args, ir.And(ir.Select(ir.V(t.stored), ir.V(o)), ir.Or(local...)))
	}
	t.assume(ir.Forall([]*ir.Var{o}, ir.Implies(t.has(ir.V(o), ir.Mine), ir.Or(args...)), t.fn.Status))
}

// gives reports whether the function hands objects of its own to other goroutines.
func (w *world) gives() bool {
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Step); ok && len(s.Give) > 0 {
				return true
			}
		}
	}
	return false
}

// assertUnlocked asserts that the goroutine holds no lock in the objects that the step hands over: whoever gets them takes
// their locks for free, and may overwrite them. Nor may it take one later, which check 1 asserts.
func (t *translation) assertUnlocked(s *ir.Step) {
	if !t.check.invariants() {
		return
	}
	for _, m := range t.fn.Heap {
		if !isLock(m) || m.Heap.Object == nil {
			continue
		}
		var in []*ir.Expr
		for _, r := range s.Give {
			in = append(in, ir.And(ir.Ne(r, ir.Nil), ir.Eq(t.base(m.Heap.Object), t.base(r))))
		}
		if len(in) == 0 {
			return
		}
		given := ir.Or(in...)
		cond := forKeys(m, ir.Implies(given, ir.Ne(here(m), t.tid)))
		if m.Heap.Class == ir.Readers {
			cond = t.forLocks(m, t.tid, ir.Implies(given, ir.Not(here(m))))
		}
		t.assert(s.Span, cond, ir.Check{Kind: ir.GivenHeld, Subject: strings.Join(t.writtenAs(m), ", ")})
	}
}

// references returns the references in a value, and whether these are all.
func references(v *ir.Expr) (refs []*ir.Expr, all bool) {
	switch v.Sort.Kind {
	case ir.KindRef:
		return []*ir.Expr{v}, true
	case ir.KindTuple:
		all = true
		for i := range v.Sort.Fields {
			more, ok := references(ir.GetField(v, i))
			refs, all = append(refs, more...), all && ok
		}
		return refs, all
	case ir.KindArray:
		_, all := references(&ir.Expr{Op: ir.OpNil, Sort: v.Sort.Elem})
		return nil, all && v.Sort.Elem.Kind != ir.KindRef
	}
	return nil, true
}
