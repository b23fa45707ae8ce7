package desugar

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// foreign translates a call of code that is not at hand.
func (t *translator) foreign(inv *emit.Invocation, name string) emit.Value {
	if t.refusesForeign(inv, name) {
		return t.Unknown(inv.Result)
	}
	t.calledBackLockFree(inv)
	t.startedCommand(inv)
	t.passMessages(inv, name)
	lent := t.lentBy(inv)
	t.assumeForeign(inv, name, len(lent) > 0)
	decoding := t.beginDecoding(inv)
	t.reached(inv, name, decoding)
	t.writesBehind(inv, name)
	args := t.passed(inv)
	if t.throughReflection(inv, args) {
		t.Unsupported(inv.Pos, "call of %s, which may read or write what a reflect.Value leads to", name)
		return t.Unknown(inv.Result)
	}
	onlyReads := t.onlyReads(inv)
	demands := !onlyReads && t.mayDemand(inv)
	// Others can tell that a function was called which may be one of the program.
	c := &foreignCall{demands: demands, theirs: t.writesTheirs(inv), flags: flagSetters[inv.Name], onlyReads: onlyReads, step: &ir.Step{
		Mover: ir.NonMover, MayStall: true, Foreign: true, Relies: demands, Sends: inv.Common.StaticCallee() == nil,
	}}
	h := &handing{inv: inv, name: name, lent: lent, decoding: decoding, call: c}
	for _, p := range args {
		t.hand(h, p)
	}
	t.foreignStep(h)
	t.noteViews(inv)
	if t.mayRestore(inv) && len(c.lends) == 0 {
		c.step.Do = append(c.step.Do, t.Mem.LeaveTo(h.stores)...)
	}
	t.foreignCalls = append(t.foreignCalls, c)
	if decoding != nil {
		t.endDecoding(decoding)
	}
	return t.foreignResult(inv, h.wrapped)
}

// refusesForeign refuses a call of code that is not at hand of which Calvin cannot say what it does to locks, or to what has a lock in it.
func (t *translator) refusesForeign(inv *emit.Invocation, name string) bool {
	if t.changesLocks(inv) {
		t.Unsupported(inv.Pos, "call of %s, which may take or release a lock", name)
		return true
	}
	if elem := t.mayCopy(inv); elem != nil {
		t.Unsupported(inv.Pos, "call of %s, which may copy elements of type %s", name, t.Mem.ShortType(elem))
		return true
	}
	return false
}

// handing is what becomes of the arguments of a call of code that is not at hand.
type handing struct {
	inv      *emit.Invocation
	name     string
	lent     map[int]bool // the arguments that are lent, with what they lead to
	decoding *decoding    // nil: the callee is no decoder
	call     *foreignCall
	kept     []*ir.Expr // what the callee may keep
	stores   []*ir.Expr // what it may store something in
	wrapped  []typed    // what its result leads to
}

// hand passes one argument, and notes what becomes of what the argument leads to.
func (t *translator) hand(h *handing, p passed) {
	inv, c := h.inv, h.call
	t.passFunction(inv, p)
	if maySendOrClose(p.typ) && !onlySignals(h.inv, p) {
		t.outOfAccount(inv, h.name)
	}
	refs := t.Mem.Publishable(p.expr, p.typ)
	c.refs = append(c.refs, refs...)
	if (!t.isUnshared(p.typ) && !holdsNothing(p.typ)) || !t.givesBack(inv, p) && !t.givesBackArray(inv, p) { // otherwise only methods of checked code store
		h.stores = append(h.stores, refs...)
	}
	t.passesUnshared(inv, p)
	if h.lent[p.arg] && p.from != nil {
		c.lends = append(c.lends, typed{t.Stable(p.expr), p.typ})
		return
	}
	switch {
	case h.decoding != nil && p.arg == h.decoding.arg:
		h.kept = append(h.kept, h.decoding.keepsNone(t, refs)...)
	case h.decoding != nil: // the decoder itself and its input lead to nothing that it makes
	case t.prog.LendsBytes(inv.Common), t.prog.LendsSlice(inv.Common, p.arg), t.givesBackArray(inv, p):
	case t.isWrapped(inv, p):
		h.wrapped = append(h.wrapped, typed{p.expr, p.typ})
	case !t.givesBack(inv, p) && !t.returnsAll(inv, p):
		h.kept = append(h.kept, t.keptBy(inv, p, refs)...)
	}
	if isBare(p.typ) {
		c.bare = append(c.bare, bareRefs(refs, p.typ)...)
	}
}

// holdsNothing reports whether a type is that of pointers to variables, or of slices of them, in which no reference can be stored.
func holdsNothing(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Pointer:
		return !analysis.LeadsToMemory(u.Elem())
	case *types.Slice:
		return !analysis.LeadsToMemory(u.Elem())
	}
	return false
}

// foreignStep emits the step of a call. What the callee may keep is known to others then; what it is lent is the
// goroutine's own again afterwards.
func (t *translator) foreignStep(h *handing) {
	c := h.call
	if len(c.lends) > 0 { // others may know the rest before the callee has what is lent
		t.Publish(h.kept)
		t.lendOut(c, h.name)
	} else if t.Mem.Status != nil {
		c.step.Publish = emit.NotNil(h.kept)
	} else {
		c.step.Pre = append(c.step.Pre, t.Leaving(h.kept)...)
		c.step.Do = append(c.step.Do, t.Mem.LetRead(t.Mem.Regional(h.kept))...)
	}
	t.Step(c.step)
	for _, v := range c.lends {
		t.Assume(t.Mem.GivenBack(v.expr, v.typ)...)
	}
}

// foreignResult is what a call of code that is not at hand returns, of which the result leads to what is wrapped.
func (t *translator) foreignResult(inv *emit.Invocation, wrapped []typed) emit.Value {
	if t.makesOwned(inv) {
		return t.newForeign(inv, wrapped)
	}
	if v := t.derivedNew(inv); v != nil {
		return *v
	}
	if v := t.newByInterface(inv); v != nil {
		return *v
	}
	v := t.unknownOrPassed(inv, inv.Result)
	if v.Expr != nil && (analysis.MakesNew[inv.Name] || flagVariables[inv.Name]) { // no part of anything
		t.Assume(ir.Eq(ir.Apply(t.Mem.Kind, v.Expr), heap.RootKind))
	}
	t.fromReceiver(inv, v)
	return v
}

// passFunction makes sure that a function literal which code that is not at hand gets is checked by itself.
func (t *translator) passFunction(inv *emit.Invocation, p passed) {
	if p.fn != nil && p.fn.Fn.Parent() != nil && !t.prog.Loose[p.fn.Fn] && !analysis.IsWrapper(p.fn.Fn) {
		t.Unsupported(inv.Pos, "function literal passed to external code")
	}
}

// writesTheirs reports whether a call of code that is not at hand may write fields of structs of packages that are not
// checked, in objects that the function knows.
func (t *translator) writesTheirs(inv *emit.Invocation) bool {
	row := t.completeRow(inv)
	if row == nil || row.Waits {
		return true
	}
	for i := range inv.Argv {
		if row.Writes(i) {
			return true
		}
	}
	return false
}

// onlyReads reports whether a call of code that is not at hand writes no memory that was there before: the function's
// row says that it writes nothing, keeps nothing, runs no code of which nothing is known, and waits for nobody. So does
// the method Header of a writer that is not at hand, which gives the headers that it has.
func (t *translator) onlyReads(inv *emit.Invocation) bool {
	if isHeaderOfWriter(inv) {
		return !t.prog.OwnHeaders
	}
	_, looksInside := handlings[inv.Name]
	row := t.rowAt(inv)
	return !looksInside && !flagSetters[inv.Name] && row != nil && row.OnlyReads()
}

// lend completes the steps of foreign calls, once it is known which heap variables there are: what they may write has any
// value afterwards.
func (t *translator) lend() {
	for _, c := range t.foreignCalls {
		if len(c.lends) == 0 {
			c.step.Do = append(c.step.Do, t.publications(c.step)...)
		} else {
			c.step.Shares = t.Mem.Status != nil && t.prog.relating
			t.rebind(c)
		}
		if c.onlyReads {
			continue
		}
		t.openPermissions(c)
		if len(c.refs) == 0 && !c.demands && !c.everything && !c.theirs && !c.flags {
			continue
		}
		for _, f := range t.Mem.HeapVars() {
			if f.Heap.Class != ir.Plain && f.Heap.Class != ir.Atomic || f.Heap.Runs != "" { // what has begun to run goes on
				continue
			}
			if c.onlyTheirs && !t.Mem.IsTheirs(f) {
				continue
			}
			keys, at := boundKeys(f)
			if lent := t.mayWrite(c, f, at); lent.Op != ir.OpFalse {
				t.changes(c.step, f, keys, at, lent)
			}
		}
	}
	t.dropEmpty()
}

// mayWrite says where a callee may write a heap variable, at given keys.
func (t *translator) mayWrite(c *foreignCall, f *ir.Var, at []*ir.Expr) *ir.Expr {
	lent := ir.False
	if f.Heap.Object != nil {
		lent = c.lent(t.Mem, f, at[0])
	}
	if c.demands {
		lent = ir.Or(lent, ir.Old(t.Mem.Own(f, at)))
	}
	if c.everything {
		lent = ir.Or(lent, ir.Old(t.Mem.EverWritten(f, at)))
	}
	if (c.theirs || c.everything) && t.Mem.IsTheirs(f) { // but what nobody else knows, and what a guard that is held protects
		lent = ir.Or(lent, ir.Old(ir.Not(ir.Or(t.Mem.Own(f, at), t.Mem.Mine(at[0])))))
	}
	if c.theirs && len(at) > 0 && at[0].Sort.Kind == ir.KindRef && f.Heap.Object != nil {
		if headers := t.Mem.Headers(at[0]); headers.Op != ir.OpFalse {
			lent = ir.Or(lent, ir.Old(headers))
		}
	}
	if c.flags && t.isFlagVariable(f) {
		lent = ir.Or(lent, ir.Old(ir.Not(t.Mem.Mine(at[0]))))
	}
	return lent
}

// changes gives a heap variable any value in a step, where a condition on its keys holds.
func (t *translator) changes(s *ir.Step, f *ir.Var, keys []*ir.Var, at []*ir.Expr, where *ir.Expr) {
	now := t.Local("", f.Sort)
	same := ir.Or(where, ir.Eq(ir.V(now), ir.V(f)))
	if len(at) > 0 {
		same = ir.Forall(keys, ir.Or(where, ir.Eq(ir.Select(ir.V(now), at...), ir.Select(ir.V(f), at...))), f)
	}
	s.Do = append(s.Do, &ir.Havoc{Vars: []*ir.Var{now}}, &ir.Assume{Cond: same}, &ir.Assign{Dst: f, Src: ir.V(now)})
}

// theirsMayChange emits a step by which fields of structs of packages that are not checked have any value afterwards.
func (t *translator) theirsMayChange() {
	s := &ir.Step{Mover: ir.BothMover, Foreign: true}
	t.Step(s)
	t.foreignCalls = append(t.foreignCalls, &foreignCall{theirs: true, onlyTheirs: true, step: s})
}

// dropEmpty takes out the steps by which only fields of others could change, where the function has none of these.
func (t *translator) dropEmpty() {
	empty := map[ir.Stmt]bool{}
	for _, c := range t.foreignCalls {
		empty[c.step] = c.onlyTheirs && len(c.step.Do) == 0
	}
	for _, b := range t.Blocks {
		b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool { return empty[s] })
	}
}

// rebind says that a callee may have made variables the owners of arrays and stores that it was lent.
func (t *translator) rebind(c *foreignCall) {
	for _, f := range t.Mem.Bindings() {
		keys, at := boundKeys(f)
		t.changes(c.step, f, keys, at, c.lent(t.Mem, f, at[0]))
	}
}

// boundKeys returns variables for the keys of any location of a heap variable.
func boundKeys(f *ir.Var) (keys []*ir.Var, at []*ir.Expr) {
	for _, k := range f.Heap.Keys {
		v := &ir.Var{Name: k.Name, Label: k.Label, Sort: k.Sort, Kind: ir.BoundVar}
		keys, at = append(keys, v), append(at, ir.V(v))
	}
	return keys, at
}

// openPermissions says that a callee with the goroutine's locks may have changed who has the permission of what no goroutine has taken, and
// another callee of what local objects have that it was passed.
func (t *translator) openPermissions(c *foreignCall) {
	if len(c.refs) == 0 && !c.demands && !c.everything {
		return
	}
	vars, open := t.Mem.Permissions(func(object *ir.Expr) *ir.Expr {
		return ir.Or(ir.B(c.demands || c.everything), c.lent(t.Mem, nil, object))
	})
	for _, f := range vars {
		keys, at := boundKeys(f)
		if changed := open(f, at[0]); changed.Op != ir.OpFalse {
			t.changes(c.step, f, keys, at, ir.Old(changed))
		}
	}
}

// invoke translates a call of a method through an interface.
func (t *translator) invoke(inv *emit.Invocation) emit.Value {
	x := t.ExprOf(inv.Callee)
	if x == nil {
		t.Lost()
		return t.Unknown(inv.Result)
	}
	if analysis.IsInterface(inv.Common.Value.Type()) {
		t.NonNilExpr(x, t.Text(inv.Common.Value))
	}
	if targets := t.prog.Targets(inv.Common); len(targets) > 0 && lockerOps[inv.Common.Method.FullName()] == nil {
		return t.callTargets(inv, x, targets)
	}
	return t.invokeUntold(inv, x)
}

// invokeUntold translates a call of a method through the interface value x, where the code does not tell which method that is.
func (t *translator) invokeUntold(inv *emit.Invocation, x *ir.Expr) emit.Value {
	v := t.invokeForeign(inv, x)
	t.resultInNoRegion(inv, v, inv.Result)
	return v
}

func (t *translator) invokeForeign(inv *emit.Invocation, x *ir.Expr) emit.Value {
	m := inv.Common.Method
	if t.prog.ByInterface(inv.Common) == nil {
		t.Publish(t.Mem.Publishable(x, inv.Common.Value.Type()))
	}
	if t.endsHere(inv, m.FullName()) {
		return t.Unknown(inv.Result)
	}
	if op := lockerOps[m.FullName()]; op != nil {
		return t.callLocker(inv, x, op)
	}
	if row := library.Of(m.FullName()); row != nil {
		t.rowCall(inv, row).require()
	}
	if model := t.prog.models[m.FullName()]; model != nil {
		return model(t, inv)
	}
	if spec := t.prog.ByInterface(inv.Common); spec != nil {
		return t.dispatch(inv, x, spec)
	}
	t.notNilBehind(inv, x)
	t.invokedLockFree(inv, x)
	return t.foreign(inv, "method "+m.Name()+" of interface "+t.Mem.ShortType(inv.Common.Value.Type()))
}

// callValue translates a call of a function value of which the function is not known.
func (t *translator) callValue(inv *emit.Invocation) emit.Value {
	f := t.ExprOf(inv.Callee)
	if f == nil || t.holdsLiteral(inv.Common.Value) {
		t.Unsupported(inv.Pos, "call of a function value")
		return t.Unknown(inv.Result)
	}
	subject := t.Text(inv.Common.Value)
	t.NonNilExpr(f, subject)
	t.runnable(inv)
	return t.foreign(inv, "function value "+subject)
}
