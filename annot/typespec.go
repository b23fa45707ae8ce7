package annot

import "go/types"

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
			spec.Unsupported = append(spec.Unsupported, Unsupported{d.pos, "ghost variables"})
		}
	}
}

func appendClause(cls []*Clause, cl *Clause) []*Clause {
	if cl == nil {
		return cls
	}
	return append(cls, cl)
}

// declareGhost reads ghost NAME TYPE.
func (c *checker) declareGhost(t *target, d *directive) {
	type decl struct {
		name *nameX
		typ  syntax
	}
	x, err := parse(d.args, d.argsPos, func(p *parser) decl { return decl{p.name("the name of the ghost"), p.typ()} })
	if err != nil {
		c.report(err, d)
		return
	}
	c.with(d, t.scope(noOld), func(e *exprChecker) {
		typ := e.typ(x.typ)
		scope := t.scope(noOld)
		field, _ := scope.field(c.src.Types, x.name.name)
		if field != nil || t.named == nil && c.src.Types.Scope().Lookup(x.name.name) != nil {
			e.fail(x.name, CodeConflict, "", "%s is declared already", x.name.name)
		}
		if c.ghost(t.this, x.name.name) != nil {
			e.fail(x.name, CodeConflict, "", "ghost %s is declared already", x.name.name)
		}
		v := types.NewVar(x.name.start, c.src.Types, x.name.name, typ)
		if t.named != nil {
			v = types.NewField(x.name.start, c.src.Types, x.name.name, typ, false)
		}
		c.out.Ghosts = append(c.out.Ghosts, &Ghost{Pos: x.name.start, Owner: t.named, Var: v})
	})
}
