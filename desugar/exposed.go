package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// exposes checks that callers which are not checked get no slice or map that a guard owns, unless they may read it, and
// nothing else that leads to what is guarded.
func (t *translator) exposes(fn *ssa.Function, values []*ir.Expr) {
	if ret, ok := t.Frame.At.(*ssa.Return); ok {
		for _, owner := range t.prog.ExposedBehind(ret) {
			t.Emit(t.Assertion(returnsNothing(fn, values), t.exposedCheck(owner)))
		}
	}
	for _, owner := range t.prog.Exposed(fn) {
		check := t.exposedCheck(owner)
		for i, v := range values {
			if v == nil || i >= fn.Signature.Results().Len() {
				continue
			}
			mayRead := !t.prog.HasAtomicElements(owner) // nobody at all may read those plainly
			for _, cond := range t.Mem.NotOwned(v, fn.Signature.Results().At(i).Type(), owner, mayRead) {
				t.Emit(t.Assertion(cond, check))
			}
		}
	}
}

// exposesSent returns the same checks for a send of x, which is e, to code that is not checked: what is sent others may
// use as long as they like, whatever the goroutine holds now.
func (t *translator) exposesSent(c channel, x ssa.Value, e *ir.Expr) (pre []*ir.Assert) {
	check := func(owner *types.Var, cond *ir.Expr) {
		subject := "what " + t.Mem.Label(owner) + " holds"
		pre = append(pre, t.Assertion(ir.Or(ir.Eq(c.ref, ir.Nil), cond), ir.Check{Kind: ir.LeavesRegion, Subject: subject}))
	}
	owners, behind := t.prog.ExposedSent(x)
	for _, owner := range owners {
		for _, cond := range t.Mem.NotOwned(e, c.elem, owner, false) {
			check(owner, cond)
		}
	}
	for _, owner := range behind {
		check(owner, ir.Eq(e, heap.ZeroOf(e.Sort)))
	}
	return pre
}

// exposesStored checks that an instruction stores nothing where callers which are not checked look that leads to what is guarded.
func (t *translator) exposesStored(instr ssa.Instruction, v ssa.Value) {
	if t.Frame.Caller != nil {
		return
	}
	for _, owner := range t.prog.ExposedStored(instr) {
		cond := ir.False
		if e := t.Expr(v); e != nil {
			cond = ir.Eq(e, heap.ZeroOf(e.Sort))
		}
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion, Subject: "what " + t.Mem.Label(owner) + " holds"}))
	}
}

// returnsNothing says that all results that may lead to memory are nil, or zero. An error is not taken for one.
func returnsNothing(fn *ssa.Function, values []*ir.Expr) *ir.Expr {
	nothing := ir.True
	for i, v := range values {
		if i >= fn.Signature.Results().Len() {
			break
		}
		typ := fn.Signature.Results().At(i).Type()
		if _, isBasic := typ.Underlying().(*types.Basic); isBasic || analysis.IsError(typ) {
			continue
		}
		if v == nil {
			return ir.False
		}
		nothing = ir.And(nothing, ir.Eq(v, heap.ZeroOf(v.Sort)))
	}
	return nothing
}

// exposedCheck is the check that a variable's slice, map, or address is not returned.
func (t *translator) exposedCheck(owner *types.Var) ir.Check {
	check := ir.Check{Kind: ir.Exposed, Subject: t.Mem.Label(owner)}
	if clauses := t.Mem.GuardClauses(t.prog.Guard(owner)); len(clauses) > 0 {
		check.Clause = clauses[0]
	}
	return check
}

// isExposed is the condition that exposes finds fault with a result.
func (t *translator) isExposed(fn *ssa.Function, v *ir.Expr, typ types.Type) *ir.Expr {
	var all []*ir.Expr
	for _, owner := range t.prog.Exposed(fn) {
		all = append(all, t.Mem.NotOwned(v, typ, owner, true)...)
	}
	return ir.Not(ir.And(all...))
}
