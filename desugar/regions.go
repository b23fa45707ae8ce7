package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// regionsOfParameters says in which regions is what parameters lead to, in the check of the function by itself. In a function that
// takes the place of all its calls it is the caller's, or the one that the function counts on its caller to guard: each call is checked with what the
// caller has. In any other function it is in none, which is checked at each call.
func (t *translator) regionsOfParameters(fn *ssa.Function) {
	counts := t.refines == nil && t.prog.CallersSynchronise(fn)
	var guarded func(v *ir.Expr, typ types.Type) []*ir.Expr
	for i, p := range fn.Params {
		if groups := t.prog.LocksExpected(fn, p); guarded == nil && len(groups) > 0 {
			guarded = func(v *ir.Expr, typ types.Type) []*ir.Expr { return t.Mem.InGroup(v, typ, groups[0], ir.V(t.Out.Params[i])) }
		}
	}
	for i, p := range fn.Params {
		v := ir.V(t.Out.Params[i])
		if _, err := t.Mem.Sort(p.Type()); err != nil { // reported already
			continue
		}
		facts := t.Mem.Unowned
		if counts && (t.prog.LeadsToRegional(p.Type()) || t.prog.WritesThrough(p)) {
			facts = t.Mem.CallersOwn
			if guarded != nil {
				facts = guarded
			}
		}
		t.Out.Given = append(t.Out.Given, facts(v, p.Type())...)
	}
	for i, fv := range fn.FreeVars {
		if _, err := t.Mem.Sort(fv.Type()); err == nil {
			t.Out.Given = append(t.Out.Given, t.Mem.Unowned(ir.V(t.Out.Params[len(fn.Params)+i]), fv.Type())...)
		}
	}
}

// expectLocks notes what the guards say of the variables that the function uses and counts on its callers to guard.
func (t *translator) expectLocks(fn *ssa.Function) {
	if t.refines != nil {
		return
	}
	for i, p := range fn.Params {
		for _, g := range t.prog.LocksExpected(fn, p) {
			object := ir.V(t.Out.Params[i])
			at := t.Span(g.Variable.Pos(), g.Variable.Pos())
			t.Out.Requires = append(t.Out.Requires, &ir.Clause{
				Span: at, Text: "what guards " + p.Name() + "." + g.Variable.Name(), Cond: t.Mem.MayWrite(g.Variable, object),
			})
		}
	}
}

// resultsLeave checks that what a function returns is in nobody's region, where its callers count on that: those that do not see its
// body.
func (t *translator) resultsLeave(fn *ssa.Function, values []*ir.Expr) {
	if !t.Mem.Need.Regions || t.refines == nil && t.prog.CallersSynchronise(fn) {
		return
	}
	for i, v := range values {
		if v == nil || i >= fn.Signature.Results().Len() {
			continue
		}
		typ := fn.Signature.Results().At(i).Type()
		if t.isRegional(typ) {
			refs := t.Mem.Publishable(v, typ)
			for _, a := range t.Leaving(refs) {
				t.Emit(a)
			}
		}
	}
}

// lendLocals checks that local objects which a callee gets are in nobody's region, and takes them for such from then on.
func (t *translator) lendLocals(refs []*ir.Expr) {
	if !t.Mem.Need.Regions || len(refs) == 0 {
		return
	}
	for _, cond := range t.Mem.InNoRegion(refs) {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
	}
	if do := t.Mem.Settle(refs, ir.True); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
	}
}

// keptBy returns the references that an argument has as those which code that is not at hand may keep. What a function of the standard library
// is known not to keep may be in a region.
func (t *translator) keptBy(inv *emit.Invocation, p passed, refs []*ir.Expr) []*ir.Expr {
	if inv.Common.StaticCallee() == nil {
		return refs
	}
	switch handlingOf(inv) {
	case printsRest, encodesRest, decodesRest, compares:
		return heap.Lent(refs)
	}
	if row := library.Of(inv.Name); row != nil && !row.Keeps(p.arg) {
		return heap.Lent(refs)
	}
	return refs
}

// resultInNoRegion notes that what code which is not at hand returns is in no region, unless it was passed what is in one.
func (t *translator) resultInNoRegion(inv *emit.Invocation, v emit.Value, typ types.Type) {
	if !t.Mem.Need.Regions {
		return
	}
	given := ir.True
	for _, p := range t.passed(inv) {
		if p.expr != nil {
			given = ir.And(given, ir.And(t.Mem.InNoRegion(t.Mem.RegionalRefs(p.expr, p.typ))...))
		}
	}
	t.inNoRegion(v, typ, given)
}

func (t *translator) inNoRegion(v emit.Value, typ types.Type, given *ir.Expr) {
	if tuple, ok := typ.(*types.Tuple); ok {
		for i, part := range v.Parts {
			t.inNoRegion(part, tuple.At(i).Type(), given)
		}
		return
	}
	if v.Expr == nil {
		return
	}
	for _, fact := range t.Mem.Unowned(v.Expr, typ) {
		t.Assume(ir.Implies(given, fact))
	}
}

func (t *translator) isRegional(typ types.Type) bool {
	return t.prog.LeadsToRegional(typ) || analysis.LeadsToMemory(typ)
}
