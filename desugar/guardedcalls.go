package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A function that takes no lock may count on its callers to hold the guard of what a parameter points to. Where a call
// is a step of its own, the caller shows that it does, and that what it lends besides belongs to the same guard. The
// callee's own check begins with that, and adds what it has made to the guard's region.

// A guardCounted is the guard group of what a parameter points to.
type guardCounted struct {
	param int
	group *analysis.Group
}

// countsOnGuard returns the guard that a function of which some calls are steps of their own counts on its callers for; nil if on none.
func (t *translator) countsOnGuard(fn *ssa.Function) *guardCounted {
	if t.refines != nil || !t.prog.Outlined[fn] {
		return nil
	}
	for i, p := range fn.Params {
		for _, g := range t.prog.LocksExpected(fn, p) {
			return &guardCounted{i, g}
		}
	}
	return nil
}

// guardExpected says that the goroutine may use the variables of a guard group of an object. A function that is called
// with its body in place is checked there again. Any other may do no more than read if that is all that the guard has
// to allow.
func (t *translator) guardExpected(fn *ssa.Function, p *ssa.Parameter, g *analysis.Group, object *ir.Expr) *ir.Clause {
	if t.prog.ExpectsGoroutine(fn, p, g) {
		c := t.prog.Guard(g.Variable).Confined
		return t.runsHere(analysis.Confined{Confinement: c, From: p}, t.Mem.Field(t.Mem.Deref(object, analysis.Deref(p.Type())), c.Goroutine))
	}
	at := t.Span(g.Variable.Pos(), g.Variable.Pos())
	cond := t.Mem.MayWrite
	if t.prog.Outlined[fn] && !t.prog.WritesPlain(fn) {
		cond = t.Mem.MayRead
	}
	return &ir.Clause{Span: at, Text: "what guards " + p.Name() + "." + g.Variable.Name(), Cond: cond(g.Variable, object)}
}

// demandGuards checks at a call that the guards hold which the callee counts on its callers for.
func (t *translator) demandGuards(fn *ssa.Function, args []*ir.Expr) {
	on := t.countsOnGuard(fn)
	if on == nil {
		return
	}
	c := t.guardExpected(fn, fn.Params[on.param], on.group, args[on.param])
	t.Emit(t.Assertion(c.Cond, ir.Check{Kind: ir.RequiresAtCall, Subject: analysis.FunctionName(fn), Clause: c, Needed: c.Text}))
}

// joinGuarded makes part of the guard's region what a callee is lent that is the goroutine's own, and checks that the rest is.
func (t *translator) joinGuarded(fn *ssa.Function, args []*ir.Expr, all []lent) {
	on := t.countsOnGuard(fn)
	if on == nil || len(all) == 0 || !t.Mem.KeepsRegions() {
		return
	}
	for _, v := range all {
		t.joinGroup(t.Mem.RegionalRefs(v.expr, v.typ), on.group, args[on.param])
		for _, cond := range t.Mem.InGroup(v.expr, v.typ, on.group, args[on.param]) {
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
		}
	}
}

func (t *translator) joinGroup(refs []*ir.Expr, g *analysis.Group, object *ir.Expr) {
	if do := t.Mem.JoinGroup(refs, g, object); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do, Publish: heap.Lent(refs)})
	}
}

// joinResult adds what a function returns, if it is the goroutine's own, to what the function counts on its callers to
// have, and says where it must be then. What a pointer leads to is there; the rest may be in none (returnsIn).
func (t *translator) joinResult(fn *ssa.Function, i int, v *ir.Expr) []*ir.Expr {
	typ := fn.Signature.Results().At(i).Type()
	refs := t.Mem.RegionalRefs(v, typ)
	if t.prog.OpaqueResult(fn, i) {
		t.Publish(heap.Lent(refs))
		return t.Mem.InNoRegion(refs)
	}
	if on := t.countsOnGuard(fn); on != nil {
		object := ir.V(t.Out.Params[on.param])
		t.joinGroup(refs, on.group, object)
		return t.inGuard(fn, v, typ, on.group, object)
	}
	if do := t.Mem.JoinCallers(refs); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do, Publish: heap.Lent(refs)})
	}
	return t.Mem.OfCaller(refs, !t.returnsIn(fn, typ))
}

// returnsIn reports whether what a function returns by a value of a type is in the region of what the function is lent,
// and never in none: what a pointer leads to, or what an interface may hold, if the function is lent what such
// interfaces lead to.
func (t *translator) returnsIn(fn *ssa.Function, typ types.Type) bool {
	if _, ok := typ.Underlying().(*types.Pointer); ok {
		return true
	}
	return t.prog.Carries(typ) && slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		return t.prog.CountsOn(p) && t.prog.LeadsToCarrier(p.Type())
	})
}

// inGuard says that what a function returns leads into a guard's region, or, where it need not, in none.
func (t *translator) inGuard(fn *ssa.Function, v *ir.Expr, typ types.Type, g *analysis.Group, object *ir.Expr) []*ir.Expr {
	facts := t.Mem.InGroup(v, typ, g, object)
	if t.returnsIn(fn, typ) {
		return facts
	}
	for i, none := range t.Mem.Unowned(v, typ) {
		facts[i] = ir.Or(facts[i], none)
	}
	return facts
}

// getBackGuarded is getBackFrom for a callee that counts on its callers for a guard.
func (t *translator) getBackGuarded(fn *ssa.Function, args []*ir.Expr, results []*ir.Var) {
	on := t.countsOnGuard(fn)
	for i, r := range results {
		typ := fn.Signature.Results().At(i).Type()
		t.Assume(t.Mem.KnownParam(ir.V(r), typ, true)...)
		if t.prog.OpaqueResult(fn, i) {
			t.Assume(t.Mem.Unowned(ir.V(r), typ)...)
			continue
		}
		t.Assume(t.inGuard(fn, ir.V(r), typ, on.group, args[on.param])...)
	}
}
