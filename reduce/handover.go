package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Local objects change hands where a function is called or returns: arguments that a requires clause calls local, and
// results that an ensures clause calls so. What is said of these references is up to the clauses. But other objects come
// with them that no clause names: the rest of the object that a reference points into, and what is stored in them. The
// receiver may publish all of it, and then has to know that it satisfies its invariants. So these hold of it whenever
// local objects change hands. Of what an exported function returns they hold altogether: callers that are not checked may
// publish it.

// handed says that inv holds of the local objects that come with refs and more, the objects of refs themselves aside.
func (w *world) handed(inv *ir.Invariant, refs, more []*ir.Expr, new *ir.Expr) *ir.Expr {
	this := ir.V(inv.This)
	o := w.base(this)
	var with, named, any []*ir.Expr
	for _, r := range slices.Concat(refs, more) {
		with = append(with, ir.And(ir.Ne(r, ir.Nil), ir.Eq(o, w.base(r))))
		any = append(any, w.isMine(r))
	}
	for _, r := range refs {
		named = append(named, ir.Eq(this, r))
	}
	if w.stored != nil {
		with = append(with, ir.And(ir.Or(any...), ir.Select(ir.V(w.stored), o)))
	}
	comes := ir.And(w.has(o, ir.Mine), new, ir.Or(with...), ir.Not(ir.Or(named...)))
	return w.ofType(inv, ir.Implies(comes, inv.Cond))
}

// ownInvariants lists the invariants that local objects may have to satisfy.
func (w *world) ownInvariants() []*ir.Invariant {
	if w.fn.Status == nil {
		return nil
	}
	var invs []*ir.Invariant
	for _, inv := range w.fn.Invariants {
		if inv.This != nil {
			invs = append(invs, inv)
		}
	}
	return invs
}

func (t *translation) assumeHanded(refs []*ir.Expr) {
	if refs = t.unshared(refs); len(refs) == 0 {
		return
	}
	for _, inv := range t.ownInvariants() {
		t.assume(t.handed(inv, refs, nil, ir.True))
	}
}

// assertHanded asserts the invariants of what the function may have built or changed.
func (t *translation) assertHanded(span ir.Span, refs, more []*ir.Expr) {
	refs, more = t.unshared(refs), t.unshared(more)
	if len(refs)+len(more) == 0 {
		return
	}
	for _, inv := range t.ownInvariants() {
		touched := func(v *ir.Var) bool { return t.written[v] }
		if mentions(inv.Cond, touched) || t.written[t.fn.Status] || t.stored != nil && t.written[t.stored] {
			t.assert(span, t.handed(inv, refs, more, ir.True), invariantCheck(ir.InvariantAtPublish, inv))
		}
	}
}

// unshared leaves out the references that certainly lead to nothing local.
func (t *translation) unshared(refs []*ir.Expr) []*ir.Expr {
	return slices.DeleteFunc(slices.Clone(refs), func(r *ir.Expr) bool { return t.certain.shared(t.world, r) })
}

// assumeReceived assumes, after a step of a callee, the invariants of what it has handed over: objects that were not the
// goroutine's own before.
func (t *translation) assumeReceived(refs []*ir.Expr, was view) {
	for _, inv := range t.ownInvariants() {
		t.assume(t.handed(inv, refs, nil, was.of(ir.Not(t.has(t.base(ir.V(inv.This)), ir.Mine)))))
	}
}

// lent are the references that the function gets: its arguments.
func (w *world) lent() []*ir.Expr { return referencesOf(w.fn.Params) }

// returned are those that it gives back.
func (w *world) returned() []*ir.Expr { return referencesOf(w.fn.Results) }

// passed are the references that a step of a callee may take or return: those that its outcome mentions.
func (w *world) passed(s *ir.Step) []*ir.Expr {
	read := map[*ir.Var]bool{}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			read[d.Dst] = true
			allVars(d.Src, read)
		case *ir.Assume:
			allVars(d.Cond, read)
		case *ir.Havoc:
			for _, v := range d.Vars {
				read[v] = true
			}
		}
	}
	return w.referencesIn(read)
}

// required are the references of which some callee requires that they be local. What comes with these is asserted at
// every call: the callee may say nothing more about them.
func (w *world) required() []*ir.Expr {
	read := map[*ir.Var]bool{}
	note := func(a *ir.Assert) {
		if mentions(a.Cond, func(v *ir.Var) bool { return v == w.fn.Status }) {
			allVars(a.Cond, read)
		}
	}
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Assert:
				note(s)
			case *ir.Step:
				for _, p := range s.Pre {
					note(p)
				}
			}
		}
	}
	return w.referencesIn(read)
}

func (w *world) referencesIn(read map[*ir.Var]bool) []*ir.Expr {
	var vs []*ir.Var
	for _, list := range [][]*ir.Var{w.fn.Params, w.fn.Locals} {
		for _, v := range list {
			if read[v] {
				vs = append(vs, v)
			}
		}
	}
	return referencesOf(vs)
}

func referencesOf(vs []*ir.Var) []*ir.Expr {
	var refs []*ir.Expr
	for _, v := range vs {
		more, _ := references(ir.V(v))
		refs = append(refs, more...)
	}
	return refs
}
