package vcgen

import "slices"

// quantifiers writes what only the second attempt at a goal is given, once all else is written: nobody else needs its text.
type quantifiers struct {
	*goalGenerator
	shared  *writer // of what the program as a whole says
	program *Further
	goals   map[*Goal]*Further
	// How many sorts, other declarations, and constants of opaque sorts there were before.
	hadSorts, hadGlobals, hadOpaques int
}

// newQuantifiers prepares for it; w has written the prefix.
func (gg *goalGenerator) newQuantifiers(w *writer) *quantifiers {
	return &quantifiers{
		goalGenerator: gg, shared: gg.newWriter(w), goals: map[*Goal]*Further{},
		hadSorts: len(gg.sorts.decls), hadGlobals: len(gg.globals), hadOpaques: len(gg.opaques),
	}
}

// further is VC.Further. What it needs besides comes first: sorts and constants that all else does without.
func (q *quantifiers) further(goal *Goal) (*Further, error) {
	return stoppable(q.generator, func() (*Further, error) {
		if q.program == nil {
			hyps := q.shared.universals(q.prefix)
			q.program = &Further{Decls: q.shared.decls.texts(), Hyps: hyps}
		}
		own := q.goals[goal]
		if own == nil {
			own = q.of(q.scopes[goal])
			q.goals[goal] = own
		}
		if q.err != nil {
			return nil, q.err
		}
		f := &Further{
			Decls: slices.Concat(q.sorts.decls[q.hadSorts:], q.globals[q.hadGlobals:], q.program.Decls, own.Decls),
			Hyps:  slices.Concat(q.program.Hyps, own.Hyps),
		}
		if len(q.opaques) > q.hadOpaques {
			f.Hyps = slices.Concat(q.distinct(), f.Hyps)
		}
		return f, nil
	})
}

// of writes what the scope of a goal has, and the one that it builds on.
func (q *quantifiers) of(s *goalScope) *Further {
	if s == nil {
		return &Further{} // of a goal that is not the VC's
	}
	q.writer.needs = nil
	var hyps []string
	if s.head != nil {
		hyps = q.writer.universals(s.head.scope)
	}
	hyps = append(hyps, q.writer.universals(s.scope)...)
	return &Further{Decls: q.writer.needs.all(), Hyps: hyps}
}

// universals writes what a scope has of quantifiers, and of divisions.
func (w *writer) universals(s *scope) []string {
	var texts []string
	for _, e := range s.divisions {
		texts = append(texts, w.passage(e, func() string { return w.exactly(e) }))
	}
	for _, u := range s.universals {
		texts = append(texts, w.passage(u.quantifier, func() string { return w.universal(u) }))
	}
	return texts
}
