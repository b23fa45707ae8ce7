package reduce

import "github.com/calvin-go/calvin/ir"

// localInvariantCandidates: local objects are already as their types promise of shared ones. So are those that an iteration prepares
// and a later one publishes, such as the node of a push that tries again, a list that is built before it is published, and what
// earlier iterations have made in vain.
func (t *translation) localInvariantCandidates(l *cut) []candidate {
	if t.fn.Status == nil || !l.changed[t.fn.Status] && !t.writesInvariants(l) || !t.mayOwn(l) {
		return nil
	}
	var cs []candidate
	for _, inv := range t.fn.Invariants {
		if inv.This == nil || inv.Always == t.check.invariants() { // publication asserts it in the other check
			continue
		}
		own := t.has(t.base(ir.V(inv.This)), ir.Mine)
		cs = append(cs, candidate{
			name: "invariant " + inv.Text + " of local objects",
			cond: t.ofType(inv, ir.Implies(own, inv.Cond)),
		})
	}
	return cs
}

// writesInvariants reports whether the loop may change what an invariant of objects speaks of.
func (t *translation) writesInvariants(l *cut) bool {
	for _, inv := range t.fn.Invariants {
		if inv.This != nil && mentions(inv.Cond, func(v *ir.Var) bool { return l.changed[v] }) {
			return true
		}
	}
	return false
}
