package annot

import (
	"go/token"
	"go/types"
)

// A latch is a channel that guards a variable: whoever may close it writes the variable before, and once it is closed anybody reads it.
type latch struct {
	channel *types.Var
	right   *Binary // the condition of writing, of which the left operand says who may close the channel
	clause  *Clause
}

// guardChannel resolves a channel that guards something, nil if x is none. It is a field next to what it guards, or a variable.
func (e *exprChecker) guardChannel(x syntax) (Expr, *types.Var) {
	ch := e.expr(x)
	if isMath(ch.Type()) {
		return nil, nil
	}
	if _, ok := ch.Type().Underlying().(*types.Chan); !ok {
		return nil, nil
	}
	var v *types.Var
	switch ch := ch.(type) {
	case *Select:
		if _, ok := ch.X.(*This); ok {
			v = ch.Field
		}
	case *Var:
		v = ch.Obj
	}
	if v == nil || v.Pkg() != e.src.Types {
		e.fail(x, CodeType, "a channel that guards something is a field of the same struct, or a variable of the package",
			"%s is neither", String(ch))
	}
	return ch, v
}

// guardGroup resolves a WaitGroup that guards something, nil if x is none. It is a field next to what it guards.
func (e *exprChecker) guardGroup(x syntax) Expr {
	g := e.expr(x)
	if isMath(g.Type()) || !IsWaitGroup(g.Type()) {
		return nil
	}
	s, ok := g.(*Select)
	if ok {
		_, ok = s.X.(*This)
	}
	if !ok || s.Field.Pkg() != e.src.Types || s.Field.Embedded() {
		e.fail(x, CodeType, "a WaitGroup that guards something is a field of the same struct, with a name", "%s is not", String(g))
	}
	return g
}

// closing is the condition of having the right to close the open channel, or of owing the Done of a WaitGroup.
func closing(x syntax, ch Expr) *Binary {
	n, tid := node(x, types.Typ[types.Bool]), node(x, TidType{})
	right := &Binary{n, token.EQL, &Builtin{tid, "closer", []Expr{ch}}, &Tid{tid}}
	return &Binary{n, token.LAND, right, &Unary{n, token.NOT, &Builtin{n, "closed", []Expr{ch}}}}
}

// closed is the condition that the channel is closed, or that the Done of the WaitGroup is paid.
func closed(x syntax, ch Expr) Expr {
	return &Builtin{node(x, types.Typ[types.Bool]), "closed", []Expr{ch}}
}

// finishLatches has the directives of a channel say who may write what it guards. Unless they say what it carries, it carries nothing: so
// whoever receives from it knows that it is closed.
func (c *checker) finishLatches() {
	for _, l := range c.latches {
		g := c.out.Guards[l.channel]
		if g == nil {
			g = &Guard{Pos: l.clause.Start}
			c.out.Guards[l.channel] = g
		}
		for i, may := range g.Closes {
			if i == 0 {
				l.right.X = may.Expr
			} else {
				l.right.X = &Binary{Node{l.right.Pos(), l.right.End(), types.Typ[types.Bool]}, token.LAND, l.right.X, may.Expr}
			}
		}
		if len(g.Carries) == 0 && !g.Transfers {
			g.Carries = []*Clause{literally(false, l.clause)}
		}
	}
}
