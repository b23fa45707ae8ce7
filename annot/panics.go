package annot

import "slices"

// asksPanics reports whether the contract asks whether the function panics: where it says what the function does, what
// it may panic for, or what values it is called with. What a contract says of locks and rights alone does not.
func (s *FuncSpec) asksPanics() bool {
	if s.Panics || s.Pure || s.Performs != nil || len(s.PanicsIf) > 0 {
		return true
	}
	return slices.ContainsFunc(s.Requires, func(c *Clause) bool {
		return slices.ContainsFunc(Conjuncts(c.Expr), func(e Expr) bool { return aboutRights(e) == "" })
	})
}

// panicsIf reads a condition under which the function may panic. It is about values at the call: where locks stand, who closes
// a channel and whose an object is, callers cannot be asked to deny.
func (r *contractReader) panicsIf(d *directive) {
	cl, later := r.clause(d, r.scope(false, "panics_if is about one state, the one on entry"))
	if cl != nil {
		if what := aboutRights(cl.Expr); what != "" {
			r.errorf(span{cl.Start, cl.End}, CodeType, "panics_if is about values; say in requires which locks or rights the caller must have", "panics_if cannot depend on %s", what)
			return
		}
	}
	r.spec.PanicsIf = appendClause(r.spec.PanicsIf, cl)
	r.later(later)
}

// aboutRights names the first part of a condition that is about what goroutines hold or have a right to.
func aboutRights(e Expr) (what string) {
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Held, *Holder:
			what = "a lock"
		case *Local:
			what = "what is local"
		case *Builtin:
			if x.Name == "closed" || x.Name == "closer" || x.Name == "done" {
				what = x.Name
			}
		}
		return what == ""
	})
	return what
}

// panicsAlone reports the contracts that contradict panics_if: of what has a value wherever annotations call it, and of what a
// goroutine takes over, which a panic would not give back.
func (r *contractReader) panicsAlone() {
	if len(r.spec.PanicsIf) == 0 {
		return
	}
	at := span{r.spec.PanicsIf[0].Start, r.spec.PanicsIf[0].End}
	switch {
	case r.spec.Pure:
		r.errorf(at, CodeConflict, "say with requires where it may be called", "%s is pure, and so does not panic", r.t.fn.Name())
	case len(r.spec.Takes) > 0:
		r.errorf(at, CodeConflict, "", "%s takes something over, and a panic would not give it back", r.t.fn.Name())
	}
}
