package annot

import "go/types"

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
