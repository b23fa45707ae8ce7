package desugar

import (
	"cmp"
	"errors"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
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

// believeBuilders lists that whoever calls a function elsewhere has to himself what its inferred annotations require to be local: nobody has read them.
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
	if !t.Mem.Need.Regions {
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

// takesOver reports whether a function, in the check by itself, counts on its caller to leave it what a parameter leads to, or a goroutine on its starter.
func (t *translator) takesOver(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && t.refines == nil && (t.prog.TakesOver(p) || t.prog.TakenAtStart(p))
}

// A lent value is one that a callee counts on its caller to have, with the place where the caller has found it, if there is one: that tells the
// region also if the value is nil.
type lent struct {
	typed
	at     *heap.Place
	inside *heap.Place // the guarded struct of which it is the address
	looked bool        // the callee only looks at it: see LooksAt
	text   string      // what messages call it; "" for what has no name
}

// source is the place that tells the region.
func (v lent) source() *heap.Place { return cmp.Or(v.at, v.inside) }

// lendRegions is handOver for a call that is a step of its own. What the callee counts on its caller to have the goroutine may use until the
// call has returned: the locks that it holds it holds throughout. A callee that writes it may make all of it one: so it is in one region already, or
// the goroutine's own, and then no more is known of its region afterwards. What it only looks at is no part of that. It returns what is lent.
func (t *translator) lendRegions(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) []lent {
	if t.refines != nil || len(args) != len(fn.Params) {
		t.handOver(spec, args, parameters(fn))
		return nil
	}
	var published []*ir.Expr
	var all []lent
	for i, p := range fn.Params {
		if !t.prog.CountsOn(p) {
			published = append(published, t.Mem.Publishable(args[i], p.Type())...)
			continue
		}
		v := lent{typed: typed{args[i], p.Type()}, looked: t.prog.LooksAt(p) && t.countsOnGuard(fn) == nil, text: t.PathOf(inv.Argv[i])}
		if load, ok := inv.Argv[i].(*ssa.UnOp); ok {
			if at, ok := t.Place(load.X); ok && !at.IsLocal() && at.Family != nil && !t.prog.IsHandedOver(at.Variable) {
				v.at = &at
			}
		}
		v.inside = t.guardedStruct(inv.Argv[i])
		all = append(all, v)
	}
	t.joinGuarded(fn, args, all)
	t.Publish(published)
	if len(all) == 0 || !t.Mem.KeepsRegions() {
		return nil
	}
	writes := t.prog.WritesPlain(fn)
	var used []lent
	for _, v := range all {
		if !v.looked {
			used = append(used, v)
		}
		t.probe(v, writes && !v.looked)
		for _, cond := range t.Mem.NotByElement(v.expr, v.typ) {
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
		}
		t.lendsNothingElse(v)
	}
	if !writes || len(used) == 0 {
		return all
	}
	for i, v := range used {
		for _, cond := range t.Mem.InOneRegion(v.expr, v.typ, v.source(), used[0].expr, used[0].typ, used[0].source(), i > 0) {
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
		}
	}
	if t.linksNothing(fn, used) {
		return all
	}
	if do := t.Mem.LeaveTo(t.lentRefs(used)); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
	}
	return all
}

// linksNothing reports whether a callee that is lent values cannot make what they lead to part of anything: it has no references that could lead there, and the callee returns none that
// may. So each of these objects is in the region that it was in.
func (t *translator) linksNothing(fn *ssa.Function, all []lent) bool {
	for r := range fn.Signature.Results().Variables() {
		if t.prog.LeadsToRegional(r.Type()) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(v lent) bool { return !t.Mem.HoldsNoReferences(v.typ) })
}

// guardedStruct returns the place of a struct that lies in another one by value, if a lock of that guards it, and v is its address. What it leads to is in the guard's region.
func (t *translator) guardedStruct(v ssa.Value) *heap.Place {
	at, ok := v.(*ssa.FieldAddr)
	if !ok || t.prog.GroupOf(analysis.FieldOf(at)) == nil {
		return nil
	}
	p, ok := t.Place(at)
	if !ok || p.IsLocal() || p.Variable == nil || p.Owner == nil || t.prog.IsHandedOver(p.Variable) {
		return nil
	}
	return &p
}

// lendsNothingElse checks that nothing of the goroutine's own is stored in what a callee is lent but what is in the same region: the callee
// takes all else for shared, and may let others know.
func (t *translator) lendsNothingElse(v lent) {
	outside, back := t.prog.LeadsOutside(v.typ)
	if !outside {
		return
	}
	refs := t.Mem.RegionalRefs(v.expr, v.typ)
	conds := t.Mem.NothingElseStored(refs)
	if back && t.Mem.Status != nil {
		for _, ref := range refs {
			conds = append(conds, ir.Or(ir.Eq(ref, ir.Nil), ir.Not(t.Mem.Mine(ref))))
		}
	}
	for _, cond := range conds {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
	}
}

func (t *translator) lentRefs(all []lent) (refs []*ir.Expr) {
	for _, v := range all {
		refs = append(refs, t.Mem.RegionalRefs(v.expr, v.typ)...)
	}
	return refs
}

// probe emits an access to what a value leads to, as a callee makes any number of: to where it was found, which the same condition allows, and
// to a part of it. Of a struct it is to what each of its fields leads to.
func (t *translator) probe(v lent, write bool) {
	if st, ok := v.typ.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			field := lent{typed: typed{ir.GetField(v.expr, i), st.Field(i).Type()}, text: v.text}
			if len(t.Mem.RegionalRefs(field.expr, field.typ)) > 0 {
				t.probe(field, write)
			}
		}
		return
	}
	span, text := t.Statement(t.Frame)
	text = "what " + cmp.Or(v.text, text) + " leads to"
	if v.at != nil {
		t.Step(&ir.Step{Mover: ir.NonMover, Access: []ir.Access{{Map: v.at.Family, Index: v.at.Keys, Write: write, Span: span, Text: text}}})
	}
	parts, err := t.partsBehind(v.typed, write)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "call of a function that is not looked at here, with %s", t.Mem.AType(v.typ))
		return
	}
	isNil := ir.Eq(t.Mem.RegionalRefs(v.expr, v.typ)[0], ir.Nil)
	t.SaveAll()
	ways := []func(){func() { t.Assume(isNil) }}
	for _, p := range parts {
		ways = append(ways, func() {
			t.Assume(ir.Not(isNil), p.where)
			if p.access.Map != nil {
				p.access.Write, p.access.Span, p.access.Text = write, span, text
				t.Step(&ir.Step{Mover: ir.NonMover, Access: []ir.Access{p.access}})
			}
		})
	}
	t.Choose("lent", ways...)
}

// A partBehind is a location of what a value leads to, if a condition holds; none where nothing can be touched.
type partBehind struct {
	where  *ir.Expr
	access ir.Access
}

// partsBehind returns a location of what a value leads to. What an interface leads to its dynamic type tells. Types are one case of which the same is said as to
// who may access a value, and the last case is that of all types that are in no other.
func (t *translator) partsBehind(v typed, write bool) ([]partBehind, error) {
	if _, ok := v.typ.Underlying().(*types.Interface); !ok {
		part, err := t.partOf(v)
		return []partBehind{{ir.True, part}}, err
	}
	held := t.Stable(t.Mem.RegionalRefs(v.expr, v.typ)[0])
	dynamic := t.Mem.Dynamic.DynamicType(v.expr)
	var parts []partBehind
	var first []types.Type // of each case
	empty := ir.False      // where there is nothing inside
	for _, ptr := range t.prog.CarriedBy(v.typ) {
		if analysis.IsGeneric(ptr) {
			return nil, errors.New("types that may be one")
		}
		is := ir.Eq(dynamic, t.Mem.Dynamic.Of(ptr).Term)
		same := func(other types.Type) bool {
			return t.Mem.SameAccess(analysis.Deref(ptr), analysis.Deref(other), held, write)
		}
		if i := slices.IndexFunc(first, same); i >= 0 {
			parts[i].where = ir.Or(parts[i].where, is)
			continue
		}
		switch part, err := t.partOf(typed{held, ptr}); err {
		case nil:
			first, parts = append(first, ptr), append(parts, partBehind{is, part})
		case errNothingInside:
			empty = ir.Or(empty, is)
		default:
			return nil, err
		}
	}
	if len(parts) == 0 {
		return nil, errors.New("nothing behind")
	}
	others := ir.Not(empty)
	for _, p := range parts[:len(parts)-1] {
		others = ir.And(others, ir.Not(p.where))
	}
	parts[len(parts)-1].where = others
	if empty.Op != ir.OpFalse {
		parts = append(parts, partBehind{where: empty})
	}
	return parts, nil
}

var errNothingInside = errors.New("nothing inside")

// partOf returns a location of what a value leads to.
func (t *translator) partOf(v typed) (ir.Access, error) {
	var whole heap.Place
	switch u := v.typ.Underlying().(type) {
	case *types.Pointer:
		whole = t.Mem.Deref(v.expr, u.Elem())
	case *types.Slice:
		whole = t.Mem.Elem(v.expr, u.Elem(), ir.V(t.Anything(heap.IntSort)))
	case *types.Map:
		s, err := t.Mem.MapStore(v.typ)
		if err != nil {
			return ir.Access{}, err
		}
		return ir.Access{Map: s.Count, Index: []*ir.Expr{v.expr}}, nil
	default:
		return ir.Access{}, errors.New("several references")
	}
	leaves, err := t.Mem.Leaves(whole, false)
	if err == nil && len(leaves) == 0 {
		err = errNothingInside
	}
	if err != nil {
		return ir.Access{}, err
	}
	return ir.Access{Map: leaves[0].Family, Index: leaves[0].Keys}, nil
}

// getBackFrom is getBack for a callee that may return what it was lent, or what it has added to that.
func (t *translator) getBackFrom(fn *ssa.Function, all []lent, results []*ir.Var) {
	nothing := ir.True // where nothing was lent, what is returned is new, and in a region that nobody here knows
	for _, v := range all {
		if v.source() != nil {
			nothing = ir.False
			break
		}
		for _, ref := range t.Mem.RegionalRefs(v.expr, v.typ) {
			nothing = ir.And(nothing, ir.Eq(ref, ir.Nil))
		}
	}
	for i, r := range results {
		typ := fn.Signature.Results().At(i).Type()
		t.Assume(t.Mem.KnownParam(ir.V(r), typ, true)...)
		if t.prog.OpaqueResult(fn, i) {
			t.Assume(t.Mem.Unowned(ir.V(r), typ)...)
			continue
		}
		inRegion := t.returnsIn(fn, typ)
		var in []*ir.Expr
		for k, fact := range t.Mem.Unowned(ir.V(r), typ) {
			if inRegion {
				fact = ir.And(nothing, t.amongCallers(ir.V(r), typ, k))
			}
			for _, v := range all {
				fact = ir.Or(fact, t.Mem.InRegionWith(ir.V(r), typ, k, v.expr, v.typ, v.source()))
			}
			in = append(in, fact)
		}
		t.Assume(in...)
	}
}

// amongCallers says of what a callee returns that was lent nothing, and so of what is new, that it is in the region of what the function under translation counts on its callers for:
// the callee adds it to that of nobody else, so that it may as well be part of this one. True if the function counts on nobody.
func (t *translator) amongCallers(result *ir.Expr, typ types.Type, k int) *ir.Expr {
	if !t.addsToCallers(t.outermost().Fn) {
		return ir.True
	}
	return t.Mem.AmongCallers(t.Mem.RegionalRefs(result, typ)[k])
}

// addsToCallers reports whether a function adds what is new, and it returns, to what it counts on its callers for. Who calls a method by way of an interface does not see its body, and
// counts on nothing of it.
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

// keptBy returns the references that an argument has as those which code that is not at hand may keep. What a function of the standard library
// is known not to keep may be in a region.
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

// comparesOnly are the functions that do nothing with what they are passed, and with elements of slices, but to compare it by ==. So they look at nothing behind a
// pointer that an interface holds.
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
	for i, arg := range inv.Argv {
		if row.Keeps(i) || row.Writes(i) && !t.writesItsOwn(inv, row, i, arg.Type()) {
			return true
		}
	}
	return false
}

// writesItsOwn reports whether what a method of the standard library writes to an argument is nothing that it has been passed: it writes bytes, or what
// its receiver hides, and keeps nothing.
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
