package annot

import (
	"go/ast"
	"go/types"
)

const takesForm = "a goroutine takes over the right to close a channel, a Done of a sync.WaitGroup that it must call, a captured " +
	"variable, elements s[i], s[i:j] of a slice, or the struct *p"

// takesStmt reads takes WHAT, ... at the beginning of a function literal.
func (c *checker) takesStmt(t *target, d *directive, s *Stmt) bool {
	lit := c.beginning(t, d)
	if lit == nil {
		return false
	}
	in := t.scope(oneState)
	in.inside = lit
	items, later := c.taken(d, in)
	s.Lit, s.Takes, s.Unsupported = lit, items, reasons(later)
	return items != nil
}

// beginning returns the function literal that the directive is the first thing in, or nil after an error.
func (c *checker) beginning(t *target, d *directive) *ast.FuncLit {
	lit, ok := t.point.owner.(*ast.FuncLit)
	if !ok || t.point.prev != nil {
		c.errorf(d, CodePlace, "put it first in a function literal, or before the declaration of a function",
			"%s stands in the middle of a function", d.verb.name)
		return nil
	}
	return lit
}

// requiresStmt reads requires P at the beginning of a function literal.
func (c *checker) requiresStmt(t *target, d *directive, s *Stmt) bool {
	s.Lit = c.beginning(t, d)
	return s.Lit != nil && c.condition(t, d, s)
}

// taken reads the list of what is taken over; nil after an error.
func (c *checker) taken(d *directive, s scope) ([]*Clause, []Unsupported) {
	xs, err := parse(d.args, d.argsPos, (*parser).exprs)
	if err != nil {
		c.report(err, d)
		return nil, nil
	}
	var items []*Clause
	later, ok := c.with(d, s, func(e *exprChecker) {
		for _, x := range xs {
			items = append(items, d.clause(x, e.takes(x)))
		}
	})
	if !ok {
		return nil, later
	}
	return items, later
}

// takes checks one thing that is taken over.
func (c *exprChecker) takes(x syntax) Expr {
	e := c.expr(x)
	if isMath(e.Type()) {
		c.fail(x, CodeType, takesForm, "%s cannot be taken over", c.describe(e))
	}
	if t, ok := deref(e.Type()); ok && IsWaitGroup(t) {
		e = star(Node{e.Pos(), e.End(), t}, e)
	}
	switch e := e.(type) {
	case *Var, *Index, *Star, *Select:
		if _, ok := e.Type().Underlying().(*types.Chan); ok || IsWaitGroup(e.Type()) {
			return e
		}
	}
	switch e := e.(type) {
	case *Var:
		if c.isCaptured(e.Obj) {
			return e
		}
	case *Index:
		if _, ok := e.X.Type().Underlying().(*types.Slice); ok {
			return e
		}
	case *Slice:
		if _, ok := e.X.Type().Underlying().(*types.Slice); ok {
			return e
		}
	case *Star:
		_, isVar := e.X.(*Var)
		if _, ok := e.Type().Underlying().(*types.Struct); ok && isVar {
			return e
		}
	}
	c.fail(x, CodeType, takesForm, "%s cannot be taken over", c.describe(e))
	return nil
}

// isCaptured reports whether v is a variable of a function around the literal at whose beginning the directive stands.
func (c *exprChecker) isCaptured(v *types.Var) bool {
	return c.inside != nil && v.Pos() < c.inside.Pos() && v.Parent() != c.src.Types.Scope()
}
