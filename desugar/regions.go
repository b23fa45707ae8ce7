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

// regionsOfParameters says in which regions is what parameters lead to, in the check of the function by itself. In a
// function that takes the place of all its calls it is the caller's, or the one that the function counts on its caller
// to guard: each call is checked with what the caller has. In any other function it is in none, which is checked at
// each call.
func (t *translator) regionsOfParameters(fn *ssa.Function) {
	var guarded func(v *ir.Expr, typ types.Type) []*ir.Expr
	for i, p := range fn.Params {
		groups := t.prog.LocksExpected(fn, p)
		if t.refines == nil && len(groups) == 0 {
			groups = t.prog.LocksRequired(fn, p)
		}
		if guarded == nil && len(groups) > 0 {
			guarded = func(v *ir.Expr, typ types.Type) []*ir.Expr {
				g := t.prog.GroupFor(groups, typ)
				if g == nil {
					return t.Mem.CallersOwn(v, typ)
				}
				return t.Mem.InGroup(v, typ, g, ir.V(t.Out.Params[i]))
			}
		}
	}
	for i, p := range fn.Params {
		v := ir.V(t.Out.Params[i])
		if _, err := t.Mem.Sort(p.Type()); err != nil { // reported already
			continue
		}
		counts := t.refines == nil && t.prog.SynchronisedFor(p)
		facts := t.Mem.Unowned
		if t.isLent(p) {
			facts = t.Mem.Lent
			t.Out.Taken = append(t.Out.Taken, t.Mem.LentBehind(v, p.Type())...)
			t.believeLenders(fn, p)
		} else if t.takesOver(p) {
			facts = t.Mem.LeftWhole
			if t.prog.CalledByOthers(fn) {
				t.Assumption(p.Pos(), "whoever calls %s leaves %s to it for good", analysis.FunctionName(fn), p.Name())
			}
		} else if t.splits(p) {
			facts = t.Mem.WholeSlice
			if t.prog.CalledByOthers(fn) {
				t.Assumption(p.Pos(), "whoever calls %s elsewhere has %s to itself, and passes it once", analysis.FunctionName(fn), p.Name())
			}
		} else if counts && t.prog.LetsKnow(p) {
			if !t.prog.Outlined[fn] { // else a call is not checked with its body in place
				facts = t.Mem.LeftToAll
			}
			if t.prog.CalledByOthers(fn) {
				t.Assumption(p.Pos(), "whoever calls %s leaves %s to it for good", analysis.FunctionName(fn), p.Name())
			}
		} else if counts && t.prog.CountsOn(p) {
			facts = t.Mem.CallersOwn
			if t.prog.IsVariable(p) && !t.prog.IsRegional(analysis.Deref(p.Type())) {
				facts = t.Mem.CallersVariable
			} else if guarded != nil {
				facts = guarded
			}
		} else if !counts && guarded != nil && t.prog.IsRequired(p) {
			facts = guarded
		}
		t.Out.Given = append(t.Out.Given, facts(v, p.Type())...)
		t.believeInputs(fn, p, v, p.Type())
		if t.refines == nil && t.prog.CountsOnMessages(fn) && (analysis.IsMessage(p.Type()) || counts && !t.prog.Outlined[fn] && t.prog.HasMessages(p.Type())) {
			t.Out.Given = append(t.Out.Given, t.Mem.Gets(v, p.Type())...)
		}
	}
	for i, fv := range fn.FreeVars {
		if _, err := t.Mem.Sort(fv.Type()); err == nil {
			t.Out.Given = append(t.Out.Given, t.Mem.Unowned(ir.V(t.Out.Params[len(fn.Params)+i]), fv.Type())...)
		}
	}
}

// believeBuilders lists that whoever calls a function elsewhere has to himself what its inferred annotations require to
// be local: nobody has read them.
func (t *translator) believeBuilders(fn *ssa.Function) {
	if t.refines != nil || t.contract == nil || !t.contract.Inferred || !t.prog.CalledByOthers(fn) {
		return
	}
	local, vars := analysis.LocalParams(t.contract), t.parameterVars(fn)
	for i, p := range fn.Params {
		if vars[i] != nil && local[vars[i]] {
			t.Assumption(p.Pos(), "whoever calls %s elsewhere has %s to itself", analysis.FunctionName(fn), p.Name())
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
			t.Out.Requires = append(t.Out.Requires, t.guardExpected(fn, p, g, ir.V(t.Out.Params[i])))
		}
	}
}

// resultsLeave checks that what a function returns is in nobody's region, where its callers count on that: those that do not see its
// body. A local result comes with all that is stored in it.
func (t *translator) resultsLeave(fn *ssa.Function, values []*ir.Expr) {
	if t.seemsToMake(fn) && !t.Mem.KeepsRegions() || !t.Mem.Need.Regions {
		return
	}
	counts, local := t.addsToCallers(fn), localResults(t.contract)
	inPlace := counts || t.refines == nil && t.contract != nil && t.contract.Performs == nil && t.prog.CalledByName(fn)
	if inPlace && !t.prog.CalledByOthers(fn) && !t.prog.Outlined[fn] {
		return
	}
	for i, v := range values {
		if v == nil || i >= fn.Signature.Results().Len() {
			continue
		}
		typ := fn.Signature.Results().At(i).Type()
		refs := t.Mem.RegionalRefs(v, typ)
		var conds []*ir.Expr
		if !counts || t.prog.Outlined[fn] { // who calls it believes that nobody writes what it returns
			t.LetRead(refs)
		}
		switch {
		case counts && t.prog.Outlined[fn]: // what is new is added to what the caller has
			conds = t.joinResult(fn, i, v)
		case counts:
			conds = t.Mem.OfCaller(refs, true)
			for k, taken := range t.Mem.TakenOrNobodys(refs) {
				conds[k] = ir.Or(conds[k], taken)
			}
		case local[i]:
			conds = t.Mem.InOwnRegion(refs, false)
		default:
			conds = t.Mem.InNoRegion(refs)
		}
		for _, cond := range conds {
			cond = ir.Or(cond, t.isExposed(fn, v, typ)) // one finding is enough
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.Exposed, Subject: t.Returned(i)}))
		}
	}
}

// seemsToMake reports whether callers of a function believe of some result that it is new, with all that is stored in it.
func (t *translator) seemsToMake(fn *ssa.Function) bool {
	if !t.addsToCallers(fn) {
		return false
	}
	for i := range fn.Signature.Results().Len() {
		if t.prog.SeemsToMake(fn, i) {
			return true
		}
	}
	return false
}

// takesOver reports whether a function, in the check by itself, counts on its caller to leave it what a parameter leads
// to, or a goroutine on its starter.
func (t *translator) takesOver(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && t.refines == nil && (t.prog.TakesOver(p) || t.prog.TakenAtStart(p))
}

// addsToCallers reports whether a function adds what is new, and it returns, to what it counts on its callers for. Who
// calls a method by way of an interface does not see its body, and counts on nothing of it.
func (t *translator) addsToCallers(fn *ssa.Function) bool {
	return t.refines == nil && t.prog.CallersSynchronise(fn) && !t.prog.IsBehindUnshared(fn)
}

// leaveLocals checks that local objects which a callee gets are not part of anything, with all that is stored in them, and takes them for
// anything's from then on.
func (t *translator) leaveLocals(refs []*ir.Expr) {
	if !t.Mem.Need.Regions || len(refs) == 0 {
		return
	}
	for _, cond := range t.Mem.InOwnRegion(refs, true) {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
	}
	if do := t.Mem.LeaveTo(refs); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
	}
}

// localArguments returns what the function's callers leave to it.
func (t *translator) localArguments(fn *ssa.Function) (left []heap.Left) {
	local, vars := analysis.LocalParams(t.contract), t.parameterVars(fn)
	for i, p := range fn.Params {
		sole := t.takesOver(p) || t.splits(p)
		if _, err := t.Mem.Sort(p.Type()); err == nil && (vars[i] != nil && local[vars[i]] || sole) {
			left = append(left, heap.Left{Expr: ir.V(t.Out.Params[i]), Type: p.Type(), Sole: sole && !local[vars[i]]})
		} else if err == nil && t.isLent(p) {
			left = append(left, heap.Left{Expr: ir.V(t.Out.Params[i]), Type: p.Type(), Lent: true})
		}
	}
	for _, v := range t.takenAtStart {
		left = append(left, heap.Left{Expr: v.expr, Type: v.typ, Sole: true})
	}
	return left
}

// keptBy returns the references that an argument has as those which code that is not at hand may keep. What a function
// of the standard library is known not to keep may be in a region.
func (t *translator) keptBy(inv *emit.Invocation, p passed, refs []*ir.Expr) []*ir.Expr {
	if inv.Common.StaticCallee() == nil {
		return refs
	}
	if comparesOnly[inv.Name] {
		return heap.Lent(refs)
	}
	if t.prog.Carries(p.typ) { // what it holds, and what is done to that, is not known here
		return refs
	}
	fn := analysis.Object(inv.Common.StaticCallee())
	if fn != nil && fn.Signature().Recv() != nil && p.arg > 0 && isWriter(fn) { // which must not retain it
		return heap.Lent(refs)
	}
	switch handlingOf(inv) {
	case printsRest:
		if fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "log") {
			return heap.Lent(refs)
		}
		return refs
	case encodesRest, decodesRest, compares:
		return heap.Lent(refs)
	}
	if row := library.Of(inv.Name); row != nil && !row.Keeps(p.arg) || t.completeRow(inv) != nil {
		return heap.Lent(refs)
	}
	return refs
}

// comparesOnly are the functions that do nothing with what they are passed, and with elements of slices, but to compare
// it by ==. So they look at nothing behind a pointer that an interface holds.
var comparesOnly = map[string]bool{"slices.Contains": true, "slices.Equal": true, "slices.Index": true}

// joinArguments makes one the regions of what a call of code that is not at hand passes, if that may store some of it in the rest.
func (t *translator) joinArguments(inv *emit.Invocation) {
	if !t.mayRestore(inv) {
		return
	}
	var all []typed
	for _, p := range t.passed(inv) {
		if p.expr != nil && t.prog.LeadsToRegional(p.typ) {
			all = append(all, typed{p.expr, p.typ})
		}
	}
	if len(all) < 2 || !t.Mem.KeepsRegions() {
		return
	}
	s := &ir.Step{Mover: ir.BothMover}
	for _, v := range all[1:] {
		do, conds := t.Mem.JoinContents(all[0].expr, all[0].typ, v.expr, v.typ)
		s.Do = append(s.Do, do...)
		for _, cond := range conds {
			s.Pre = append(s.Pre, t.Assertion(cond, ir.Check{Kind: ir.OtherRegion}))
		}
	}
	t.Step(s)
}

// mayRestore reports whether code that is not at hand may store something in what it is passed.
func (t *translator) mayRestore(inv *emit.Invocation) bool {
	switch handlingOf(inv) {
	case printsRest, encodesRest, compares, readsAll, touchesNone:
		return false
	case decodesRest:
		if t.decodesInto(inv) != nil {
			return false
		}
	}
	if t.prog.KeepsNothing(inv.Common) {
		return false
	}
	row := library.Of(inv.Name)
	if row == nil {
		row = t.completeRow(inv)
	}
	if row == nil || inv.Common.IsInvoke() {
		return true
	}
	for i := range inv.Argv {
		if row.Keeps(i) || row.Writes(i) && !t.writesItsOwn(inv, row, i, inv.TypeOf(i)) {
			return true
		}
	}
	return false
}

// writesItsOwn reports whether what a method of the standard library writes to an argument is nothing that it has been
// passed: it writes bytes, or what its receiver hides, and keeps nothing.
func (t *translator) writesItsOwn(inv *emit.Invocation, row *library.Row, i int, typ types.Type) bool {
	fn := inv.Common.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || library.Of(row.Name) == nil {
		return false
	}
	recv := analysis.Deref(fn.Signature.Recv().Type())
	return analysis.IsUnsynchronised(recv) && !analysis.IsLinked(recv) && (i == 0 || analysis.IsByteSlice(typ))
}

// resultInNoRegion notes that what code which is not at hand returns is in no region, unless it was passed what is in one.
func (t *translator) resultInNoRegion(inv *emit.Invocation, v emit.Value, typ types.Type) {
	if t.messageResult(inv, v, typ) || !t.Mem.Need.Regions {
		return
	}
	// The rest are objects of the standard library, which lead to no memory of which anybody knows, but by what interfaces hold.
	ours, all := ir.True, ir.True
	for _, p := range t.passed(inv) {
		if p.expr != nil {
			none := ir.And(t.Mem.InNoRegion(t.Mem.RegionalRefs(p.expr, p.typ))...)
			all = ir.And(all, none)
			if !t.isRegionalPointer(p.typ) {
				ours = ir.And(ours, none)
			}
		}
	}
	t.inNoRegion(v, typ, ours, all)
}

func (t *translator) inNoRegion(v emit.Value, typ types.Type, ours, all *ir.Expr) {
	if tuple, ok := typ.(*types.Tuple); ok {
		for i, part := range v.Parts {
			t.inNoRegion(part, tuple.At(i).Type(), ours, all)
		}
		return
	}
	if v.Expr == nil {
		return
	}
	given := ours
	if t.isRegionalPointer(typ) || t.prog.LeadsToCarrier(typ) {
		given = all
	}
	for _, fact := range t.Mem.Unowned(v.Expr, typ) {
		t.Assume(ir.Implies(given, fact))
	}
}
