package annot

import (
	"cmp"
	"slices"
)

// performsLine reads the argument of performs: a regular expression over actions.
func (r *contractReader) performsLine(d *directive) {
	x, err := parse(d.args, d.argsPos, (*parser).spec)
	if err != nil {
		r.report(err, d)
		for _, a := range r.declared {
			a.used = true // for all we know
		}
		return
	}
	r.declareInline(d, x)
	root := r.resolve(x)
	if root == nil {
		return
	}
	p := &Performs{Start: x.Pos(), End: x.End(), Text: d.text(x.Pos(), x.End()), Root: root}
	for _, a := range r.declared {
		p.Actions = append(p.Actions, a.action)
	}
	slices.SortFunc(p.Actions, func(a, b *Action) int { return cmp.Compare(a.Start, b.Start) })
	r.spec.Performs = p
}

// declareInline reads the actions written inside the specification.
func (r *contractReader) declareInline(d *directive, x syntax) {
	switch x := x.(type) {
	case *parenX:
		r.declareInline(d, x.x)
	case *specSeqX:
		r.declareInline(d, x.a)
		r.declareInline(d, x.b)
	case *specChoiceX:
		r.declareInline(d, x.a)
		r.declareInline(d, x.b)
	case *specStarX:
		r.declareInline(d, x.a)
	case *specInlineX:
		a := r.inlineAction(d, x)
		if x.name != nil {
			r.declareAction(x.name, a)
			if b := r.action(x.name.name); b.action == a {
				b.used = true
			}
			return
		}
		r.declared = append(r.declared, &declaredAction{action: a, used: true})
	}
}

// inlineAction reads the papers' action (mods) { P }. P relates both states. A conjunct that reads the state under old
// alone is what the action waits for: it becomes a when clause.
func (r *contractReader) inlineAction(d *directive, x *specInlineX) *Action {
	a := &Action{Start: x.start, End: x.end}
	r.recordOwn(x, "action", nil)
	if x.name != nil {
		a.Name = x.name.name
	}
	later, _ := r.with(d, r.scope(true, "the locations are those of the state before the action"), func(e *exprChecker) {
		for _, m := range x.mods {
			a.Modifies = append(a.Modifies, e.location(m))
		}
	})
	r.later(later)
	for _, y := range conjuncts(x.body) {
		later, _ := r.with(d, r.scope(true, ""), func(e *exprChecker) {
			cl := d.clause(y, e.predicate(y))
			if before, ok := preState(cl.Expr); ok {
				cl.Expr = before
				a.When = append(a.When, cl)
				return
			}
			a.Ensures = append(a.Ensures, cl)
		})
		r.later(later)
	}
	return a
}

// resolve turns the parsed specification into a Spec; nil after an error.
func (r *contractReader) resolve(x syntax) Spec {
	switch x := x.(type) {
	case *parenX:
		return r.resolve(x.x)
	case *specSkipX:
		r.recordOwn(x, "skip", nil)
		return &SpecSkip{}
	case *specStarX:
		if a := r.resolve(x.a); a != nil {
			return &SpecStar{a}
		}
	case *specSeqX:
		if a, b := r.resolve(x.a), r.resolve(x.b); a != nil && b != nil {
			return &SpecSeq{a, b}
		}
	case *specChoiceX:
		if a, b := r.resolve(x.a), r.resolve(x.b); a != nil && b != nil {
			return &SpecChoice{a, b}
		}
	case *specInlineX:
		for _, a := range r.declared {
			if a.action.Start == x.start {
				return &SpecAction{a.action}
			}
		}
	case *specNameX:
		if a := r.action(x.name); a != nil {
			r.recordAction(&x.nameX, r.t.fn)
			a.used = true
			return &SpecAction{a.action}
		}
		if r.nameless {
			return nil // it may be the one whose name is in error
		}
		hint := didYouMean(x.name, r.actionNames())
		if hint == "" {
			hint = "declare it with //calvin:action " + x.name
		}
		r.errorf(x, CodeAction, hint, "action %s is not declared", x.name)
	}
	return nil
}

func (r *contractReader) actionNames() []string {
	var names []string
	for _, a := range r.declared {
		if a.name != nil {
			names = append(names, a.name.name)
		}
	}
	return names
}
