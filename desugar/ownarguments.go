package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// What a contract does not say of: that others come to know an object that was the caller's own. By a store they do, which
// the contract lists; but also by a channel, a goroutine that is started, a pool, or code that is not at hand.

// passesOwn is the condition that an argument of a call, or what it holds, is not shared yet.
func (t *translator) passesOwn(inv *emit.Invocation) *ir.Expr {
	if t.Mem.Status == nil {
		return nil
	}
	own := ir.False
	for i, arg := range inv.Argv {
		e := t.ExprOf(inv.Args[i])
		if e == nil {
			continue // noted where the arguments are translated
		}
		p := t.unwrapped(arg, passed{expr: e, typ: inv.TypeOf(i)})
		for _, r := range t.Mem.Publishable(p.expr, p.typ) {
			own = ir.Or(own, ir.And(ir.Ne(r, ir.Nil), ir.Not(t.Mem.IsShared(r))))
		}
	}
	if own.Op == ir.OpFalse {
		return nil
	}
	return t.Save(own) // as it is before the call publishes it
}
