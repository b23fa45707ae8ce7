package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// Code that is not at hand, of other packages or behind a function value or interface, is believed to be well-behaved, and
// every call of it is listed as an assumption by name: it keeps to the annotations, is called as it requires, takes no
// lock that its caller holds, and returns without a panic. The call is a step of its own kind, at which other goroutines
// may run:
//
//   - what the arguments lead to under a guard is read or written there (reached.go);
//   - what they refer to is shared from then on, as nobody knows where they are kept, but for some of the standard library;
//   - until then it may be written: local objects that the arguments lead to, and the elements of slices and maps and the
//     variables that they point to directly, have any value afterwards. What variables own or guard is not among these:
//     their annotations say who may write it;
//   - what the goroutine itself may write has any value afterwards too, if the code may run a function that relies on it;
//   - locks stay as they are.
type foreignCall struct {
	demands bool // it may run a function with a requires clause
	// everything: what is shared has any value afterwards, if there are states in which it can be written.
	everything bool
	step       *ir.Step
	refs       []*ir.Expr // what the arguments refer to
	bare       []*ir.Expr // those of them that are arrays, stores and variables without fields
}

// foreign translates a call of code that is not at hand.
func (t *translator) foreign(inv *invocation, name string) value {
	if t.changesLocks(inv) {
		t.unsupported(inv.pos, "call of %s, which may take or release a lock", name)
		return t.unknown(inv.result)
	}
	if elem := t.mayCopy(inv); elem != nil {
		t.unsupported(inv.pos, "call of %s, which may copy elements of type %s", name, t.mem.ShortType(elem))
		return t.unknown(inv.result)
	}
	t.assumption(inv.pos, "%s keeps to the annotations, leaves the locks that are held here alone, and returns without a panic", name)
	t.reached(inv, name)
	args := t.passed(inv)
	if t.throughReflection(inv, args) {
		t.unsupported(inv.pos, "call of %s, which may read or write what a reflect.Value leads to", name)
		return t.unknown(inv.result)
	}
	demands := t.mayDemand(inv)
	// Others can tell that a function was called which may be one of the program.
	c := &foreignCall{demands: demands, step: &ir.Step{
		Mover: ir.NonMover, MayStall: true, Foreign: true, Relies: demands, Sends: inv.common.StaticCallee() == nil,
	}}
	var kept []*ir.Expr
	for _, p := range args {
		t.passFunction(inv, p)
		if _, ok := p.typ.Underlying().(*types.Chan); ok {
			t.outOfAccount(inv, name)
		}
		refs := t.mem.Publishable(p.expr, p.typ)
		c.refs = append(c.refs, refs...)
		if !t.givesBack(inv, p) {
			kept = append(kept, refs...)
		}
		if isBare(p.typ) {
			c.bare = append(c.bare, refs...)
		}
	}
	if t.mem.Status != nil {
		c.step.Publish = notNil(kept)
	}
	t.step(c.step)
	t.foreignCalls = append(t.foreignCalls, c)
	v := t.unknown(inv.result)
	if v.expr != nil && makers[inv.name] { // no part of anything
		t.assume(ir.Eq(ir.Apply(t.mem.Kind, v.expr), heap.RootKind))
	}
	return v
}

// isBare reports whether a value of the type leads to memory that can have no annotation of its own.
func isBare(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Pointer:
		return !analysis.IsComposite(u.Elem())
	}
	return false
}

// carriesBare reports whether a value of the type is, or has in it, what leads to such memory.
func carriesBare(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if carriesBare(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return carriesBare(u.Elem())
	}
	return isBare(t)
}

// passFunction makes sure that a function literal which code that is not at hand gets is checked by itself.
func (t *translator) passFunction(inv *invocation, p passed) {
	if p.fn != nil && p.fn.fn.Parent() != nil && !t.prog.Loose[p.fn.fn] && !analysis.IsWrapper(p.fn.fn) {
		t.unsupported(inv.pos, "function literal for code that is not at hand")
	}
}

// lend completes the steps of foreign calls, once it is known which heap variables there are: what they may write has any
// value afterwards.
func (t *translator) lend() {
	for _, c := range t.foreignCalls {
		c.step.Do = append(c.step.Do, t.newcomers(c.step)...)
		if len(c.refs) == 0 && !c.demands && !c.everything {
			continue
		}
		for _, f := range t.mem.HeapVars() {
			if f.Heap.Class != ir.Plain && f.Heap.Class != ir.Atomic {
				continue
			}
			var keys []*ir.Var
			var at []*ir.Expr
			for _, k := range f.Heap.Keys {
				v := &ir.Var{Name: k.Name, Label: k.Label, Sort: k.Sort, Kind: ir.BoundVar}
				keys, at = append(keys, v), append(at, ir.V(v))
			}
			lent := ir.False
			if f.Heap.Object != nil {
				lent = c.lent(t.mem, at[0])
			}
			if c.demands {
				lent = ir.Or(lent, ir.Old(t.mem.Own(f, at)))
			}
			if c.everything {
				lent = ir.Or(lent, ir.Old(t.mem.EverWritten(f, at)))
			}
			if lent.Op == ir.OpFalse {
				continue
			}
			now := t.local("", f.Sort)
			if len(at) == 0 {
				same := ir.Or(lent, ir.Eq(ir.V(now), ir.V(f)))
				c.step.Do = append(c.step.Do, &ir.Havoc{Vars: []*ir.Var{now}}, &ir.Assume{Cond: same}, &ir.Assign{Dst: f, Src: ir.V(now)})
				continue
			}
			same := ir.Eq(ir.Select(ir.V(now), at...), ir.Select(ir.V(f), at...))
			c.step.Do = append(c.step.Do,
				&ir.Havoc{Vars: []*ir.Var{now}},
				&ir.Assume{Cond: ir.Forall(keys, ir.Or(lent, same), f)},
				&ir.Assign{Dst: f, Src: ir.V(now)})
		}
	}
}

// lent is the condition that the callee may write what is at a place of an object.
func (c *foreignCall) lent(m *heap.Memory, at *ir.Expr) *ir.Expr {
	var any []*ir.Expr
	if m.Status != nil {
		object := ir.Apply(m.Base, at)
		leads := []*ir.Expr{ir.Select(ir.V(m.Stored), object)}
		for _, r := range c.refs {
			leads = append(leads, ir.Eq(object, ir.Apply(m.Base, r)))
		}
		any = append(any, ir.And(m.Mine(at), ir.Or(leads...)))
	}
	for _, r := range c.bare {
		here := ir.Or(ir.Eq(at, r), ir.And(ir.Eq(ir.Apply(m.Kind, at), heap.ElemKind), ir.Eq(ir.Apply(m.Parent, at), r)))
		if m.Bound != nil {
			here = ir.And(here, ir.Eq(ir.Select(ir.V(m.Bound.Owner), r), heap.NoOwner))
		}
		any = append(any, here)
	}
	return ir.Or(any...)
}

// invoke translates a call of a method through an interface.
func (t *translator) invoke(inv *invocation) value {
	x := t.exprOf(inv.callee)
	if x == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	if analysis.IsInterface(inv.common.Value.Type()) {
		t.nonNilExpr(x, t.text(inv.common.Value))
	}
	m := inv.common.Method
	if t.refuses(inv, m.FullName()) {
		return t.unknown(inv.result)
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
	if spec := t.prog.ByInterface(inv.common); spec != nil {
		return t.dispatch(inv, x, spec)
	}
	t.notNilBehind(inv, x)
	return t.foreign(inv, "method "+m.Name()+" of interface "+t.mem.ShortType(inv.common.Value.Type()))
}

// callValue translates a call of a function value of which the function is not known.
func (t *translator) callValue(inv *invocation) value {
	f := t.exprOf(inv.callee)
	if f == nil || t.holdsLiteral(inv.common.Value) {
		t.unsupported(inv.pos, "call of a function value")
		return t.unknown(inv.result)
	}
	subject := t.text(inv.common.Value)
	t.nonNilExpr(f, subject)
	t.runnable(inv)
	return t.foreign(inv, "function value "+subject)
}

// holdsLiteral reports whether a function value comes from a variable that may hold a function literal which is not checked
// by itself, as it is only called.
func (t *translator) holdsLiteral(v ssa.Value) bool {
	return t.mayHoldLiteral(v, map[*ssa.Alloc]bool{})
}

// mayHoldLiteral is holdsLiteral, but for variables that are seen already: these may be assigned from each other.
func (t *translator) mayHoldLiteral(v ssa.Value, seen map[*ssa.Alloc]bool) bool {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return false
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	if fv, captured := load.X.(*ssa.FreeVar); captured {
		if a = capturedAlloc(fv); a == nil {
			return true // who knows
		}
		ok = true
	}
	if !ok || seen[a] {
		return false
	}
	seen[a] = true
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Store)
		if !ok || s.Addr != a {
			continue
		}
		val := s.Val
		if mc, ok := val.(*ssa.MakeClosure); ok {
			val = mc.Fn
		}
		if lit, ok := val.(*ssa.Function); ok && lit.Parent() != nil && !t.prog.Loose[lit] || t.mayHoldLiteral(val, seen) {
			return true
		}
	}
	return false
}

// isForeign reports whether the code of fn is not at hand.
func (t *translator) isForeign(fn *ssa.Function) bool {
	return fn.Blocks == nil && t.prog.ContractAt(fn) == nil && t.prog.InfoOf(fn) == nil
}

// A passed value is what an argument is, or an interface that is an argument holds.
type passed struct {
	expr *ir.Expr
	typ  types.Type
	fn   *closure
	from ssa.Value // the argument; nil for what a function value holds
	arg  int       // which one, the receiver first
}

// passed returns the values that a call passes, in interfaces and variadic arguments too where it can be told.
func (t *translator) passed(inv *invocation) []passed {
	var all []passed
	for i, arg := range inv.argv {
		x := inv.args[i]
		if s, ok := arg.(*ssa.Slice); ok && x.at != nil && x.at.IsLocal() {
			all = append(all, t.variadic(s, *x.at, i)...)
			continue
		}
		if e := t.exprOf(x); e != nil {
			all = append(all, t.unwrapped(arg, passed{e, arg.Type(), x.fn, arg, i}))
		} else {
			t.lost()
		}
	}
	if inv.callee.fn != nil {
		for i, b := range inv.callee.fn.bindings {
			if e := t.exprOf(b); e != nil {
				all = append(all, passed{expr: e, typ: inv.callee.fn.fn.FreeVars[i].Type()})
			}
		}
	}
	return all
}

// variadic returns the values in an array of variadic arguments.
func (t *translator) variadic(s *ssa.Slice, array heap.Place, arg int) []passed {
	var all []passed
	for i := range analysis.ArrayType(array.Type).Len() {
		p := t.mem.Index(array, ir.N(i, heap.IntSort))
		e, err := t.mem.Read(p)
		if err != nil {
			t.unsupported(t.frame.pos(), "%v", err)
			return nil
		}
		from := analysis.StoredAt(s.X.(*ssa.Alloc), i)
		all = append(all, t.unwrapped(from, passed{expr: e, typ: p.Type, from: from, arg: arg + int(i)}))
	}
	return all
}

// unwrapped returns what an interface holds if it can be told from where it is made.
func (t *translator) unwrapped(from ssa.Value, p passed) passed {
	for {
		c, ok := from.(*ssa.ChangeInterface)
		if !ok {
			break
		}
		from, p.typ = c.X, c.X.Type()
	}
	mi, ok := from.(*ssa.MakeInterface)
	if !ok {
		return p
	}
	k, err := t.mem.Dynamic.Functions(mi.X.Type())
	if err != nil {
		return p
	}
	return passed{expr: ir.Apply(k.Unwrap, p.expr), typ: mi.X.Type(), fn: t.value(mi.X).fn, from: p.from, arg: p.arg}
}

// publishInterfaces publishes what the interfaces hold that a call passes, where makeInterface has left that to the call.
func (t *translator) publishInterfaces(inv *invocation) {
	var refs []*ir.Expr
	for i, arg := range inv.argv {
		if mi, ok := arg.(*ssa.MakeInterface); ok && onlyPassed(mi) {
			if e := t.exprOf(inv.args[i]); e != nil {
				p := t.unwrapped(arg, passed{expr: e, typ: arg.Type()})
				refs = append(refs, t.mem.Publishable(p.expr, p.typ)...)
				if fn := inv.common.StaticCallee(); fn != nil && fn.Blocks != nil && leadsToNew(mi) {
					t.doubt(inv.pos, "%s is new, and put into an interface for %s: whether that tells others of it is not seen", t.locationBase(mi.X), analysis.FunctionName(fn))
				}
			}
		}
	}
	t.publish(refs)
}

// onlyPassed reports whether an interface is made for calls alone: what it holds need not be published before they begin.
func onlyPassed(v *ssa.MakeInterface) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call, *ssa.Defer:
			call := use.(ssa.CallInstruction).Common()
			if _, ok := call.Value.(*ssa.Builtin); ok || !slices.Contains(call.Args, ssa.Value(v)) {
				return false
			}
		case *ssa.Store:
			ix, ok := use.Addr.(*ssa.IndexAddr)
			if !ok || use.Val != v {
				return false
			}
			if a, ok := ix.X.(*ssa.Alloc); !ok || a.Comment != "varargs" || !onlyRead(a, isForeignVarargs) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isForeignVarargs reports whether a slice of variadic arguments is only passed to a function without a body.
func isForeignVarargs(s *ssa.Slice) bool {
	call := soleCall(s)
	if call == nil {
		return false
	}
	fn := call.Call.StaticCallee()
	return call.Call.IsInvoke() || fn != nil && fn.Blocks == nil
}
