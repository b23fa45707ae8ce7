package reduce

import "github.com/calvin-go/calvin/ir"

// panics ends an execution in a panic that the contract allows, or with the goroutine. Whoever recovers a panic, a
// caller or code of others, goes on with what is there: so locks are as they were on entry, the invariants hold, and
// none of the contract's actions has happened.
func (a *abstraction) panics(r *ir.Return) {
	a.assertInvariants(r.Span)
	if a.fn.Exported {
		a.assertHanded(r.Span, nil, a.lent())
	} else {
		a.assertHanded(r.Span, a.lent(), nil)
	}
	a.assertReleased(r.Span, a.functionEntry())
	if a.fn.Spec != nil {
		judged := a.judge(a.exact)
		a.assert(r.Span, a.exact.atBegin(judged.free()), ir.Check{Kind: ir.ActsBeforePanic, Clause: &a.fn.Spec.Clause, Shows: a.blockSights()})
	}
}
