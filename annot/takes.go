package annot

import (
	"go/ast"
	"go/types"
)

const takesForm = "a goroutine takes over the right to close a channel, or a Done that it owes a sync.WaitGroup"

// takesStmt reads takes WHAT, ... at the beginning of a function literal.
func (c *checker) takesStmt(t *target, d *directive, s *Stmt) bool {
	lit, ok := t.spot.owner.(*ast.FuncLit)
	if !ok || t.spot.prev != nil {
		c.errorf(d, CodePlace, "it is the first thing in a function literal, or stands with the declaration of a function",
			"takes stands in the midst of a function")
		return false
	}
	items, later := c.taken(d, t.scope(oneState))
	s.Lit, s.Takes, s.Unsupported = lit, items, reasons(later)
	return items != nil
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
	if t, ok := deref(e.Type()); ok && isWaitGroup(t) {
		e = &Star{Node{e.Pos(), e.End(), t}, e}
	}
	switch e := e.(type) {
	case *Var, *Index, *Star, *Select:
		if _, ok := e.Type().Underlying().(*types.Chan); ok || isWaitGroup(e.Type()) {
			return e
		}
	}
	c.fail(x, CodeType, takesForm, "%s cannot be taken over", c.describe(e))
	return nil
}

func isWaitGroup(t types.Type) bool { return isNamed(t, "sync", "WaitGroup") }
