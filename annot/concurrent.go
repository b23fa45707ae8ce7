package annot

import (
	"go/token"
	"go/types"
)

// closedCall checks closed(ch).
func (c *exprChecker) closedCall(x *callX) Expr {
	ch := c.channel(x, "closed(ch) asks whether the channel ch is closed")
	return &Builtin{node(x, types.Typ[types.Bool]), "closed", []Expr{ch}}
}

// closerCall checks closer(ch): the goroutine that alone may close ch.
func (c *exprChecker) closerCall(x *callX) Expr {
	ch := c.channel(x, "closer(ch) is the goroutine that alone may close the channel ch")
	return &Builtin{node(x, TidType{}), "closer", []Expr{ch}}
}

func (c *exprChecker) channel(x *callX, form string) Expr {
	c.args(x, x.fun.(*nameX).name+"(ch)", 1)
	ch := c.value(x.args[0])
	if isMath(ch.Type()) {
		c.fail(x.args[0], CodeType, form, "%s is not a channel", c.describe(ch))
	}
	if _, ok := ch.Type().Underlying().(*types.Chan); !ok {
		c.fail(x.args[0], CodeType, form, "%s is not a channel", c.describe(ch))
	}
	return ch
}

// doneCall checks done(once).
func (c *exprChecker) doneCall(x *callX) Expr {
	c.args(x, "done(once)", 1)
	e := c.expr(x.args[0])
	if t, ok := deref(e.Type()); ok && LockOf(t) == Once {
		e = star(Node{e.Pos(), e.End(), t}, e)
	}
	if isMath(e.Type()) || LockOf(e.Type()) != Once {
		c.fail(x.args[0], CodeType, "done(once) asks whether the function of the sync.Once has returned",
			"%s is not a sync.Once", c.describe(e))
	}
	if !isLocation(e) {
		c.fail(x.args[0], CodeType, "", "%s is a copy of a sync.Once, not the sync.Once itself", String(e))
	}
	return &Builtin{node(x, types.Typ[types.Bool]), "done", []Expr{e}}
}

// mayWriteOnce is the condition of writing what a Once initialises: its function, run by the goroutine, has not returned.
func (e *exprChecker) mayWriteOnce(x syntax, lock Expr) Expr {
	n := node(x, types.Typ[types.Bool])
	return &Binary{n, token.LAND, &Held{n, lock, false}, &Unary{n, token.NOT, &Builtin{n, "done", []Expr{lock}}}}
}

// mayReadOnce is the condition of reading what a Once initialises.
func (e *exprChecker) mayReadOnce(x syntax, lock Expr) Expr {
	n := node(x, types.Typ[types.Bool])
	return or(e.mayWriteOnce(x, lock), &Builtin{n, "done", []Expr{lock}})
}
