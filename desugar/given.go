package desugar

import (
	"github.com/calvin-go/calvin/ir"
)

// reachesOwn says that what a step publishes, and what it stores in local objects, was not handed to another goroutine
// before. Whoever hands an object over may keep a reference to it, but nobody may come to it by that: what is read from
// others is taken for shared, and what is read from a local object for shared or local.
func (t *translator) reachesOwn(publish []*ir.Expr, do []ir.Stmt) []*ir.Assert {
	if t.mem.Status == nil || !t.prog.HandsOver() {
		return nil
	}
	var pre []*ir.Assert
	own := func(reached, object *ir.Expr) {
		theirs := ir.Eq(ir.Select(ir.V(t.mem.Status), object), ir.N(ir.Theirs, ir.Int))
		if cond := ir.Implies(reached, ir.Not(theirs)); cond.Op != ir.OpTrue {
			pre = append(pre, t.assertion(cond, ir.Check{Kind: ir.GivenAway}))
		}
	}
	for _, ref := range publish {
		own(ir.Ne(ref, ir.Nil), ir.Apply(t.mem.Base, ref))
	}
	for _, s := range do {
		if object, marked := t.mem.Marks(s); object != nil {
			own(ir.And(marked, ir.Ne(object, ir.Nil)), object)
		}
	}
	return pre
}
