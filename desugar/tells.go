package desugar

import (
	"github.com/calvin-go/calvin/ir"
)

// What a contract does not say of: that others come to know an object that was the caller's own. By a store they do, which
// the contract lists; but also by a channel, a goroutine that is started, a pool, or code that is not at hand.

// passesOwn is the condition that an argument of a call, or what it holds, is not shared yet.
func (t *translator) passesOwn(inv *invocation) *ir.Expr {
	if t.mem.Status == nil {
		return nil
	}
	own := ir.False
	for i, arg := range inv.argv {
		e := t.exprOf(inv.args[i])
		if e == nil {
			continue // noted where the arguments are translated
		}
		p := t.unwrapped(arg, passed{expr: e, typ: arg.Type()})
		for _, r := range t.mem.Publishable(p.expr, p.typ) {
			own = ir.Or(own, ir.And(ir.Ne(r, ir.Nil), ir.Not(t.mem.IsShared(r))))
		}
	}
	if own.Op == ir.OpFalse {
		return nil
	}
	return t.save(own) // as it is before the call publishes it
}
