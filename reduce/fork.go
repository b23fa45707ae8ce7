package reduce

import "github.com/calvin-go/calvin/ir"

// A compare-and-swap succeeds or fails, a select has one case or another: two steps of which the execution takes one. What
// comes before the step, whichever it is, is the same, and need not be in the program once for each: a third of the
// conditions for Michael and Scott's queue were said and proved twice.

// forks returns the steps with which the successors of b begin, if there are several, no way leads to them but by b, and all
// are one operation in the source. Otherwise it returns nil.
func (fl *flow) forks(b *ir.Block) []*ir.Step {
	if len(b.Succs) < 2 {
		return nil
	}
	var steps []*ir.Step
	for _, to := range b.Succs {
		if to.Loop != nil || len(fl.preds[to]) != 1 || len(to.Stmts) == 0 {
			return nil
		}
		s, ok := to.Stmts[0].(*ir.Step)
		if !ok || s.Span != b.Succs[0].Stmts[0].(*ir.Step).Span {
			return nil
		}
		steps = append(steps, s)
	}
	return steps
}

// leave has others run before the steps that may come next.
func (a *access) leave(b *ir.Block) {
	steps := a.forks(b)
	for _, s := range steps {
		if a.undisturbed(s) {
			return
		}
	}
	if len(steps) > 0 {
		a.environment(steps[0].Span)
	}
	for _, s := range steps {
		a.disturbed[s] = true
	}
}

// leave ends the block before the steps that may come next, if it has to end before each.
func (a *abstraction) leave(b *ir.Block) {
	steps := a.forks(b)
	for _, s := range steps {
		if !a.phases.mayYield(s, a.phase) || a.leftMover(s).Op != ir.OpFalse {
			return
		}
	}
	if len(steps) == 0 {
		return
	}
	a.yieldBefore(steps[0])
	for _, to := range b.Succs {
		a.begun[to] = true
	}
}
