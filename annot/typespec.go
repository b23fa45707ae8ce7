package annot

import "slices"

// typeSpec reads the directives about a type or about the package's variables.
func (c *checker) typeSpec(t *target) {
	spec := c.out.Package
	switch {
	case t.named != nil:
		spec = &TypeSpec{}
		c.out.Named[t.named] = spec
	case spec == nil:
		spec = &TypeSpec{}
		c.out.Package = spec
	}
	for _, d := range t.dirs {
		if d.gvisor != "" {
			c.alias(t, spec, d)
			continue
		}
		switch d.verb.name {
		case "invariant":
			cl, later := c.clause(d, promise(t, noOld))
			spec.Invariants = appendClause(spec.Invariants, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "transition":
			cl, later := c.clause(d, promise(t, ""))
			if cl != nil && !SpeaksOfBefore(cl.Expr) {
				spec.Always = append(spec.Always, cl)
				cl = nil
			}
			spec.Transitions = appendClause(spec.Transitions, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "ghost":
			c.guardGhost(t, d)
		}
	}
}

// promise is the scope of a condition that all goroutines may rely on.
func promise(t *target, old string) scope {
	s := t.scope(old)
	s.local = "a condition that all goroutines rely on cannot depend on which of them owns an object"
	return s
}

// SpeaksOfBefore reports whether e mentions the state before a step.
func SpeaksOfBefore(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		_, old := x.(*Old)
		found = found || old
		return !found
	})
	return found
}

// Promises returns the conditions on single states: those that hold at yield points, and those that hold always.
func (s *TypeSpec) Promises() []*Clause { return slices.Concat(s.Invariants, s.Always) }

func appendClause(cls []*Clause, cl *Clause) []*Clause {
	if cl == nil {
		return cls
	}
	return append(cls, cl)
}
