package annot

import (
	"go/token"
	"go/types"
)

// address checks &x: where a variable, a field or an element is.
func (c *exprChecker) address(x *unaryX) Expr {
	e := c.expr(x.x)
	if why := c.notAddressable(e); why != "" {
		c.fail(x, CodeType, "a lock is named by the variable itself: held(c.mu)", "%s has no address: %s", c.describe(e), why)
	}
	return &Unary{node(x, types.NewPointer(e.Type())), token.AND, e}
}

// notAddressable says why an expression has no address, nothing if it has one.
func (c *exprChecker) notAddressable(e Expr) string {
	if isMath(e.Type()) || c.isGhost(e) {
		return "it is a ghost"
	}
	switch x := e.(type) {
	case *Index:
		if _, ok := x.X.Type().Underlying().(*types.Map); ok {
			return "it is an entry of a map"
		}
	case *Objects:
		return "it is not a variable"
	}
	if !isLocation(e) {
		return "it is not a variable"
	}
	return ""
}

// addressOf is &x of a struct or array that is a variable: what local says of it is meant of the variable. It returns nil for
// other values.
func (c *exprChecker) addressOf(e Expr) Expr {
	switch e.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		if c.notAddressable(e) == "" {
			return &Unary{Node{e.Pos(), e.End(), types.NewPointer(e.Type())}, token.AND, e}
		}
	}
	return nil
}

// star is *e; of an address the variable itself.
func star(n Node, e Expr) Expr {
	if at, ok := e.(*Unary); ok && at.Op == token.AND {
		return at.X
	}
	return &Star{n, e}
}
