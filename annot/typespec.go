package annot

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
		switch d.verb.name {
		case "invariant":
			cl, later := c.clause(d, t.scope(noOld))
			spec.Invariants = appendClause(spec.Invariants, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "transition":
			cl, later := c.clause(d, t.scope(""))
			spec.Transitions = appendClause(spec.Transitions, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "ghost":
			c.guardGhost(t, d)
		}
	}
}

func appendClause(cls []*Clause, cl *Clause) []*Clause {
	if cl == nil {
		return cls
	}
	return append(cls, cl)
}
