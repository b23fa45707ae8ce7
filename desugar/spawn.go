package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// spawn translates a go statement. The function that the new goroutine runs is checked by itself; here only what it
// may rely on counts, and that whatever it can reach is shared from now on.
func (t *translator) spawn(g *ssa.Go) {
	inv := t.Invocation(&g.Call, nil)
	inv.Pos = g.Pos()
	t.start(inv, nil)
}

// start translates the start of a goroutine, by Go of a WaitGroup if group is not nil.
func (t *translator) start(inv *emit.Invocation, group *ir.Expr) {
	if t.Mem.Alone {
		t.Unsupported(inv.Pos, "go statement during package initialisation")
	}
	if b, ok := inv.Common.Value.(*ssa.Builtin); ok {
		t.startBuiltin(inv, b)
		return
	}
	if inv.Common.IsInvoke() || inv.Callee.Fn == nil {
		t.startUnknown(inv)
		return
	}
	fn := inv.Callee.Fn.Fn
	switch {
	case isDone(fn) && group == nil:
		t.startDone(inv)
		return
	case !t.prog.Spawned[fn] || t.prog.InfoOf(fn) == nil:
		t.Unsupported(inv.Pos, "go statement with a function that is not checked by itself: %s", fn.RelString(t.pkg.Ssa.Pkg))
		return
	case fn.Blocks == nil:
		t.Unsupported(inv.Pos, "go statement with a function without a body")
	case t.prog.CgoName(fn) != "":
		t.Unsupported(inv.Pos, "go statement with %s: Calvin does not look at C", t.prog.CgoName(fn))
	}
	t.nonNilArguments(inv, fn, nil)
	args, ok := t.arguments(inv)
	if !ok {
		t.Unsupported(inv.Pos, "go statement: an argument has no translation")
		return
	}
	s := &ir.Spawn{Func: analysis.FunctionName(fn)}
	s.Span, s.Text = t.Statement(t.Frame)
	s.Goroutine = &ir.Var{Name: t.Unique("goroutine"), Label: "goroutine", Sort: ir.Tid, Kind: ir.ConstVar}
	var taken []*ir.Expr
	var leaving []*ir.Assert
	gets := func(refs []*ir.Expr, name string) {
		refs = emit.NotNil(refs)
		s.Publish = append(s.Publish, refs...)
		for _, a := range t.Leaving(refs) {
			a.Check.Subject = name
			leaving = append(leaving, a)
		}
	}
	for i, p := range fn.Params {
		switch {
		case i >= len(args):
		case t.takesMemoryOf(fn, p):
			taken = append(taken, t.Mem.RegionalRefs(args[i], p.Type())...)
		case t.prog.TakenAtStart(p):
			t.giveAtStart(fn, args[i], t.PathOf(inv.Argv[i]))
		default:
			gets(t.Mem.Publishable(args[i], p.Type()), t.PathOf(inv.Argv[i]))
		}
	}
	for i, b := range inv.Callee.Fn.Bindings {
		if t.takesMemoryOf(fn, fn.FreeVars[i]) {
			taken = append(taken, t.regionalIn(b, fn.FreeVars[i].Type())...)
		} else if t.capturesTaken(fn.FreeVars[i]) {
			v, ok := t.loadGiven(b, fn.FreeVars[i])
			if e := t.ExprOf(v); ok && e != nil {
				t.giveAtStart(fn, e, fn.FreeVars[i].Name())
			} else {
				t.Unsupported(inv.Pos, "go statement: %s has no translation", fn.FreeVars[i].Name())
			}
		} else {
			refs := t.reaches(b, fn.FreeVars[i].Type())
			gets(refs, fn.FreeVars[i].Name())
			t.bare(fn.FreeVars[i], refs)
		}
	}
	s.Requires = append(t.ReachesOwn(s.Publish, nil), leaving...)
	if t.Mem.Need.Regions {
		for _, cond := range t.Mem.InNoRegion(taken) {
			s.Requires = append(s.Requires, t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
		}
	}
	t.Emit(t.Mem.Published(s.Publish)...)
	t.LetRead(t.Mem.Regional(s.Publish))
	t.inputsUnowned(s, inv, fn, args)
	t.startRequires(s, inv, fn, args)
	t.meetExpectations(s, givenBy(t, inv, fn, args))
	t.handOn(givenBy(t, inv, fn, args), ir.V(s.Goroutine), group)
	t.confine(givenBy(t, inv, fn, args), ir.V(s.Goroutine))
	t.Emit(s)
}

// capturesTaken reports whether the goroutine has to itself what a captured variable leads to.
func (t *translator) capturesTaken(fv *ssa.FreeVar) bool {
	if !t.prog.TakenAtStart(fv) {
		return false
	}
	cell := capturedAlloc(fv)
	return cell != nil && t.Usage(cell).EffectivelyFinal
}

// giveAtStart gives an object to a goroutine that is about to start, after checking that it is this one's own, and stored nowhere.
func (t *translator) giveAtStart(fn *ssa.Function, ref *ir.Expr, text string) {
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
		return
	}
	refs := []*ir.Expr{ref}
	own := t.Assertion(ir.Or(ir.Eq(ref, ir.Nil), t.wholeAndUnstored(ref)), ir.Check{Kind: ir.NotGiven, Subject: analysis.FunctionName(fn), Detail: text})
	t.Step(&ir.Step{Mover: ir.BothMover, Pre: []*ir.Assert{own}, Publish: emit.NotNil(refs), Give: refs})
}

// startBuiltin translates the start of a goroutine that runs a function of the language. A panic there nobody recovers.
// It ends the program at some later time: so what follows is checked as well. It is no panic that the function itself
// documents.
func (t *translator) startBuiltin(inv *emit.Invocation, b *ssa.Builtin) {
	switch b.Name() {
	case "print", "println": // they look at no memory
	case "panic":
		panics := ir.Check{Kind: ir.ExplicitPanic, Subject: panicText(inv.Argv[0])}
		t.Choose("panic elsewhere", func() { t.Emit(t.Assertion(ir.False, panics)) }, func() {})
	default:
		t.Unsupported(inv.Pos, "go statement with %s", b.Name())
	}
}

// startUnknown translates the start of a goroutine that runs code which is not at hand: a function value, or a method of an
// interface. As at a call of it (foreign.go) it is believed to keep to the annotations; what it is passed is shared from then on.
func (t *translator) startUnknown(inv *emit.Invocation) {
	e := t.ExprOf(inv.Callee)
	if e == nil || t.holdsLiteral(inv.Common.Value) {
		t.Unsupported(inv.Pos, "go statement with a function value")
		return
	}
	subject := t.Text(inv.Common.Value)
	name := "function value " + subject
	if m := inv.Common.Method; m != nil {
		if t.prog.ByInterface(inv.Common) != nil || t.prog.models[m.FullName()] != nil {
			t.Unsupported(inv.Pos, "go statement with the method %s of an interface whose contract says what it does", m.Name())
			return
		}
		name = "method " + m.Name() + " of interface " + t.Mem.ShortType(inv.Common.Value.Type())
	}
	t.NonNilExpr(e, subject)
	t.startWithMessages(inv, name)
	t.Assumption(inv.Pos, "%s, which a goroutine runs, respects the annotations, writes nothing else that it is passed, and returns without a panic", name)
	s := &ir.Spawn{Func: name}
	s.Span, s.Text = t.Statement(t.Frame)
	s.Goroutine = &ir.Var{Name: t.Unique("goroutine"), Label: "goroutine", Sort: ir.Tid, Kind: ir.ConstVar}
	if inv.Common.IsInvoke() {
		s.Publish = t.Mem.Publishable(e, inv.Common.Value.Type())
	}
	for _, p := range t.passed(inv) {
		t.passFunction(inv, p)
		if maySendOrClose(p.typ) {
			t.outOfAccount(inv, name)
		}
		if t.prog.Guarding && carriesBare(p.typ) {
			t.Unsupported(inv.Pos, "go statement that passes %s to external code: it may be guarded", t.Mem.AType(p.typ))
		}
		s.Publish = append(s.Publish, t.Mem.Publishable(p.expr, p.typ)...)
	}
	s.Publish = emit.NotNil(s.Publish)
	s.Requires = append(t.ReachesOwn(s.Publish, nil), t.Leaving(s.Publish)...)
	t.Emit(t.Mem.Published(s.Publish)...)
	t.LetRead(t.Mem.Regional(s.Publish))
	t.Emit(s)
}

// isDone reports whether fn is Done of a WaitGroup.
func isDone(fn *ssa.Function) bool {
	obj := analysis.Object(fn)
	return obj != nil && obj.FullName() == "(*sync.WaitGroup).Done"
}

// startDone translates go wg.Done(). That the Done is paid at once, and not only when the new goroutine runs, lets a Wait
// return earlier than it does: so nothing is missed that may happen.
func (t *translator) startDone(inv *emit.Invocation) {
	if ref, _, ok := t.waitGroup(inv); ok {
		t.Publish([]*ir.Expr{ref})
		doneOfGroup(t, inv)
	}
}

// startRequires fills in what the contract of the new goroutine's function asks for.
func (t *translator) startRequires(s *ir.Spawn, inv *emit.Invocation, fn *ssa.Function, args []*ir.Expr) {
	spec := t.prog.ContractAt(fn)
	if spec == nil {
		return
	}
	only := &annot.FuncSpec{Requires: spec.Requires, Unsupported: spec.Unsupported}
	requires, _, err := t.contractFor(only, analysis.Object(fn), args, nil, ir.V(s.Goroutine))
	if err != nil {
		t.Unsupported(inv.Pos, "go statement with %s: %v", analysis.FunctionName(fn), err)
		return
	}
	panics, err := t.panicConditions(spec, analysis.Object(fn), args, ir.V(s.Goroutine))
	if err != nil {
		t.Unsupported(inv.Pos, "go statement with %s: %v", analysis.FunctionName(fn), err)
		return
	}
	for _, c := range panics {
		s.Requires = append(s.Requires, t.Assertion(ir.Not(c.Cond), panicAtCall(analysis.FunctionName(fn), c)))
	}
	for _, c := range requires {
		s.Requires = append(s.Requires, t.Assertion(c.Cond, ir.Check{
			Kind: ir.RequiresAtGo, Subject: analysis.FunctionName(fn), Clause: c, Needed: c.Text,
		}))
	}
}

// givenBy tells what fn gets from a go statement or a call.
func givenBy(t *translator, inv *emit.Invocation, fn *ssa.Function, args []*ir.Expr) given {
	return given{t: t, fn: fn, args: inv.Argv, value: func(v ssa.Value) (emit.Value, bool) {
		for i, p := range fn.Params {
			if p == v && i < len(args) {
				return emit.Value{Expr: args[i]}, true
			}
		}
		for i, fv := range fn.FreeVars {
			if fv == v && i < len(inv.Callee.Fn.Bindings) {
				return inv.Callee.Fn.Bindings[i], true
			}
		}
		return emit.Value{}, false
	}}
}

// bare notes the reference to a captured variable in which no reference can be stored, such as a WaitGroup.
func (t *translator) bare(fv *ssa.FreeVar, refs []*ir.Expr) {
	a := capturedAlloc(fv)
	if a == nil || len(refs) != 1 || refs[0].Op != ir.OpVar || analysis.LeadsToMemory(analysis.Deref(a.Type())) || slices.Contains(t.Out.Bare, refs[0].Var) {
		return
	}
	t.Out.Bare = append(t.Out.Bare, refs[0].Var)
}
