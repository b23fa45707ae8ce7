package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A callee without a contract is inlined. Where a function would become too large by that, or calls itself, the large ones
// among its callees are outlined: such a call is a step of its own, as one of code that is not at hand is, at which other
// goroutines may run any number of times. Afterwards all memory that is shared and that anybody could write in some state
// has any value: what kept others from writing it may have been given up meanwhile, and taken back. Locks that the goroutine
// holds are held throughout, as the callee cannot give them back. Nothing is taken on trust: the callee is checked by itself, as one
// of which every caller knows nothing else than
//
//   - that it is given shared objects, and pointers that are not nil where it does not expect nil;
//   - what it requires or counts on its callers to hold, and that it holds no other lock of those that it may take;
//   - that it returns shared objects, and keeps no lock.
//
// Of a generic function it is what is checked in its place that every caller knows so. The call may be of an instance
// over the abstract types of the caller, which is the same but for their names.
//
// A function with a specification is not cut up so: it would have to take effect within a step.

// isOutlined reports whether a call is a step of its own, in the function under translation.
func (t *translator) isOutlined(inv *emit.Invocation, fn *ssa.Function) bool {
	if !t.outlines || !t.prog.Outlined[fn] || !t.prog.AgreesWithChecked(fn) || t.prog.CheckedFor(fn) != fn && t.lendsPart(inv, fn) {
		return false
	}
	if t.onlyRecursive && !t.prog.IsRecursive(fn) {
		return false
	}
	// A function that is passed is read where it is called: it may unlock what is locked here.
	return !slices.ContainsFunc(inv.Args, func(a emit.Value) bool { return a.Fn != nil })
}

// lendsPart reports whether a call lends the address of a part of an object: the object's region is not that of what
// the part leads to, so that it could not be shown that the caller may lend it.
func (t *translator) lendsPart(inv *emit.Invocation, fn *ssa.Function) bool {
	for i, p := range fn.Params {
		switch inv.Argv[i].(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if t.prog.CountsOn(p) {
				return true
			}
		}
	}
	return false
}

// callOutlined translates a call of a function that is outlined.
func (t *translator) callOutlined(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) emit.Value {
	if spec == nil {
		spec = &annot.FuncSpec{}
	}
	args, results, out, ok := t.contractOperands(inv, fn, spec)
	if !ok || !t.demand(inv, fn, spec, args) {
		return t.Unknown(inv.Result)
	}
	t.demandGuards(fn, args)
	t.demandMessages(inv, fn)
	t.takeOver(givenBy(t, inv, fn, args), inv)
	t.staysConfined(givenBy(t, inv, fn, args), inv)
	if speaksOfClosing(spec) {
		t.outOfAccount(inv, analysis.FunctionName(fn))
	}
	t.lockFree(inv, fn, spec, args)
	lent := t.lendRegions(inv, fn, spec, args)
	t.doubtNew(inv, fn)
	if !t.prog.InfoOf(fn).Annot.Annotated {
		t.Assumption(inv.Pos, "%s, in a package without annotations, respects those of others, leaves the locks held "+
			"here alone, and returns without a panic", analysis.FunctionName(fn))
	}
	c := &foreignCall{everything: true, flags: true, refs: t.lentRefs(lent), step: &ir.Step{Mover: ir.NonMover, MayStall: true, Foreign: true, Relies: true}}
	made := t.madeBy(fn, c.refs, results)
	var isNew *ir.Expr
	if made != nil {
		c.step.Transfers = true
		c.step.Do, isNew = t.Mem.MakeWithin(made)
	}
	t.Step(c.step)
	t.foreignCalls = append(t.foreignCalls, c)
	switch {
	case t.addsToCallers(fn) && t.countsOnGuard(fn) != nil:
		t.getBackGuarded(fn, args, results)
	case t.addsToCallers(fn) && len(c.refs) > 0:
		t.getBackFrom(fn, lent, results)
	case made != nil:
		t.getMade(fn, results, isNew)
		t.Emit(t.Mem.Floats(made)...)
	default:
		t.getBack(results, fn.Signature, spec)
	}
	t.newResults(inv, fn, spec, out)
	return tuple(out, inv.Result)
}

// madeBy returns the reference to an object that a callee has made and returns, with all that is stored in it; nil if
// there is none, or several. The callee has added it to what it counts on its callers for, and was lent nothing of
// that.
func (t *translator) madeBy(fn *ssa.Function, lent []*ir.Expr, results []*ir.Var) (made *ir.Expr) {
	if !t.addsToCallers(fn) || t.countsOnGuard(fn) != nil || len(lent) > 0 {
		return nil
	}
	for i, r := range results {
		typ := fn.Signature.Results().At(i).Type()
		refs := t.Mem.RegionalRefs(ir.V(r), typ)
		if len(refs) == 0 {
			continue
		}
		if made != nil || t.prog.OpaqueResult(fn, i) || !t.prog.SeemsToMake(fn, i) || !t.prog.SeemsToMake(t.prog.CheckedFor(fn), i) {
			return nil // it may be what others have, too, or lead to the other one
		}
		made = refs[0]
	}
	if made == nil || !t.Mem.KeepsRegions() || !t.Mem.KeepsOwnership() {
		return nil
	}
	return made
}

// getMade is getBack for a callee that returns an object which it has made.
func (t *translator) getMade(fn *ssa.Function, results []*ir.Var, isNew *ir.Expr) {
	for i, r := range results {
		t.Assume(t.Mem.KnownParam(ir.V(r), fn.Signature.Results().At(i).Type(), true)...)
	}
	t.Assume(isNew)
}

// newResults puts slices of new arrays in the place of results of which the callee's text shows that they are such, or
// nil. A contract would say more of them.
func (t *translator) newResults(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec, out []emit.Value) {
	if spec.Performs != nil {
		return
	}
	for i := range out {
		if t.prog.ReturnsNewSlice(fn, i) {
			out[i] = *t.nilOrNew(inv, elementOf(fn.Signature.Results().At(i).Type()))
		}
	}
}

// doubtNew notes which objects a call makes known to others only because the callee is not looked at here: new ones among the
// arguments, or a result that the callee may have made.
func (t *translator) doubtNew(inv *emit.Invocation, fn *ssa.Function) {
	for _, arg := range inv.Argv {
		if leadsToNew(arg) {
			t.Doubt(inv.Pos, "%s is new, and %s, which receives it, is too large to analyse here", t.LocationBase(arg), analysis.FunctionName(fn))
		}
	}
	for r := range fn.Signature.Results().Variables() {
		if ptr, ok := r.Type().Underlying().(*types.Pointer); ok && makes(fn, ptr.Elem()) {
			t.Doubt(inv.Pos, "what %s returns may be new, but %[1]s is too large to analyse here", analysis.FunctionName(fn))
		}
	}
}

// leadsToNew reports whether v points to or into an object that the function has made, by itself or by way of a variable.
func leadsToNew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v.Heap
	case *ssa.FieldAddr:
		return leadsToNew(v.X)
	case *ssa.MakeInterface:
		return leadsToNew(v.X)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		var only ssa.Value
		for _, use := range *a.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == a {
				if only != nil {
					return false
				}
				only = s.Val
			}
		}
		return only != nil && leadsToNew(only)
	}
	return false
}

// makes reports whether fn makes an object of the type.
func makes(fn *ssa.Function, typ types.Type) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && a.Heap && types.Identical(analysis.Deref(a.Type()), typ) {
				return true
			}
		}
	}
	return false
}
