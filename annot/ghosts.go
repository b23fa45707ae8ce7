package annot

import (
	"go/token"
	"go/types"
	"strings"
)

// declareGhost reads ghost NAME TYPE, and keeps what may follow about who may set the ghost: the names that it mentions
// may be those of ghosts that are declared further down.
func (c *checker) declareGhost(t *target, d *directive) {
	type decl struct {
		name  *nameX
		typ   syntax
		guard *nameX
	}
	x, err := parsePart(d.args, d.argsPos, func(p *parser) decl {
		x := decl{name: p.name("the name of the ghost"), typ: p.typ()}
		if t := p.peek(); guardsGhost[t.text] {
			x.guard = p.name("a guard")
			return x
		}
		p.end()
		return x
	})
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
		c.recordObject(x.name, v)
		c.out.Ghosts = append(c.out.Ghosts, &Ghost{Pos: x.name.start, Owner: t.named, Var: v})
		if x.guard != nil {
			c.recordWord(x.guard, nil)
			c.ghostGuards[d] = ghostGuard{v, d.after(x.guard)}
		}
	})
}

// guardsGhost has the directives that may end a ghost's declaration.
var guardsGhost = map[string]bool{"accessible_if": true, "guarded_by": true}

// A ghostGuard is what the declaration of a ghost says about who may set it.
type ghostGuard struct {
	ghost *types.Var
	guard *directive
}

// after makes a directive of the rest of d's arguments, from the verb on.
func (d *directive) after(verb *nameX) *directive {
	rest := d.args[verb.end-d.argsPos:]
	skip := len(rest) - len(strings.TrimLeft(rest, " \t"))
	g := *d
	g.verb, g.verbEnd = verbNamed(verb.name), verb.end
	g.args, g.argsPos = rest[skip:], verb.end+token.Pos(skip)
	return &g
}

// guardGhost reads what the declaration of a ghost says about who may set it.
func (c *checker) guardGhost(t *target, d *directive) {
	g, ok := c.ghostGuards[d]
	if !ok {
		return
	}
	r := &guardReader{checker: c, t: t, v: g.ghost, guard: &Guard{Pos: g.guard.pos}}
	r.read(g.guard)
	r.finish()
	c.out.Guards[g.ghost] = r.guard
}

// ghost returns the ghost variable name of the type t (a type or a pointer to it), of the package if t is nil; or nil.
func (c *checker) ghost(t types.Type, name string) *Ghost {
	var owner *types.TypeName
	if t != nil {
		t, _ = deref(t)
		n, ok := types.Unalias(t).(*types.Named)
		if !ok {
			return nil
		}
		owner = n.Origin().Obj()
	}
	for _, g := range c.out.Ghosts {
		if g.Owner == owner && g.Var.Name() == name {
			return g
		}
	}
	return nil
}

// isGhost reports whether e is a ghost variable, or an element of one.
func (c *checker) isGhost(e Expr) bool {
	switch e := e.(type) {
	case *Var:
		return c.ghost(nil, e.Obj.Name()) != nil && c.ghost(nil, e.Obj.Name()).Var == e.Obj
	case *Select:
		g := c.ghost(e.X.Type(), e.Field.Name())
		return g != nil && g.Var == e.Field
	case *Index:
		return c.isGhost(e.X)
	}
	return false
}
