package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

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
	// theirs: fields of structs of packages that are not checked have any value afterwards. No annotation says who writes these.
	theirs bool
	// onlyTheirs: nothing else has.
	onlyTheirs bool
	// flags: it may set the variables of flags.
	flags bool
	// onlyReads: it runs no code that checked code may be called by, and writes no memory that was there before.
	onlyReads bool
	step      *ir.Step
	refs      []*ir.Expr // what the arguments refer to
	lends     []typed    // those of them that are lent, and back afterwards
	bare      []bare     // those of them that are arrays, stores and variables without fields
}

// A bare reference leads to memory that can have no annotation of its own: an array, the store of a map, or a variable without fields.
type bare struct {
	*ir.Expr
	structs bool // it is an array of elements that are structs, or that may be
}

// bareRefs are the references of a value of such a type.
func bareRefs(refs []*ir.Expr, t types.Type) (all []bare) {
	structs := true
	switch u := t.Underlying().(type) {
	case *types.Slice:
		structs = hasFields(u.Elem())
	case *types.Pointer:
		structs = hasFields(u.Elem())
	case *types.Map:
		structs = false
	}
	for _, r := range refs {
		all = append(all, bare{r, structs})
	}
	return all
}

// hasFields reports whether a variable of the type may be a struct, or an array of such.
func hasFields(t types.Type) bool {
	if a := analysis.ArrayType(t); a != nil {
		return hasFields(a.Elem())
	}
	_, isStruct := t.Underlying().(*types.Struct)
	return isStruct || analysis.IsTypeParam(t)
}

// lent is the condition that the callee may write what is at a place of an object, in a heap variable.
func (c *foreignCall) lent(m *heap.Memory, f *ir.Var, at *ir.Expr) *ir.Expr {
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
		if m.IsField(f) && !r.structs { // there is no struct
			continue
		}
		here := ir.Or(ir.Eq(at, r.Expr), ir.And(ir.Eq(ir.Apply(m.Kind, at), heap.ElemKind), ir.Eq(ir.Apply(m.Parent, at), r.Expr)))
		if m.Bound != nil {
			here = ir.And(here, ir.Eq(ir.Select(ir.V(m.Bound.Owner), r.Expr), heap.NoOwner))
		}
		any = append(any, here)
	}
	return ir.Or(any...)
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

// A passed value is what an argument is, or an interface that is an argument holds.
type passed struct {
	expr *ir.Expr
	typ  types.Type
	fn   *emit.Closure
	from ssa.Value // the argument; nil for what a function value holds
	arg  int       // which one, the receiver first
}

// passed returns the values that a call passes, in interfaces and variadic arguments too where it can be told.
func (t *translator) passed(inv *emit.Invocation) []passed {
	var all []passed
	for i, arg := range inv.Argv {
		x := inv.Args[i]
		if s, ok := arg.(*ssa.Slice); ok && x.At != nil && x.At.IsLocal() {
			all = append(all, t.variadic(s, *x.At, i)...)
			continue
		}
		if e := t.ExprOf(x); e != nil {
			all = append(all, t.unwrapped(arg, passed{e, inv.TypeOf(i), x.Fn, arg, i}))
		} else {
			t.Lost()
		}
	}
	t.unwrapDecoded(inv, all)
	if inv.Callee.Fn != nil {
		for i, b := range inv.Callee.Fn.Bindings {
			if e := t.ExprOf(b); e != nil {
				all = append(all, passed{expr: e, typ: inv.Callee.Fn.Fn.FreeVars[i].Type()})
			}
		}
	}
	return all
}

// unwrapDecoded has what a helper passes on to a decoder be what its caller passes: a pointer.
func (t *translator) unwrapDecoded(inv *emit.Invocation, all []passed) {
	at, ok := decodedArg(inv.Common)
	if !ok {
		return
	}
	for i, p := range all {
		if mi := passedAs(p.from, t.Frame); p.arg == at && mi != nil && analysis.IsInterface(p.typ) {
			if k, err := t.Mem.Dynamic.Functions(mi.X.Type()); err == nil {
				all[i].expr, all[i].typ = ir.Apply(k.Unwrap, p.expr), mi.X.Type()
			}
		}
	}
}

// variadic returns the values in an array of variadic arguments.
func (t *translator) variadic(s *ssa.Slice, array heap.Place, arg int) []passed {
	var all []passed
	for i := range analysis.ArrayType(array.Type).Len() {
		p := t.Mem.Index(array, ir.N(i, heap.IntSort))
		e, err := t.Mem.Read(p)
		if err != nil {
			t.Unsupported(t.Frame.Pos(), "%v", err)
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
		if !ok || analysis.IsTypeParam(c.X.Type()) {
			break
		}
		from, p.typ = c.X, c.X.Type()
	}
	mi, ok := from.(*ssa.MakeInterface)
	if !ok {
		return p
	}
	k, err := t.Mem.Dynamic.Functions(mi.X.Type())
	if err != nil {
		return p
	}
	return passed{expr: ir.Apply(k.Unwrap, p.expr), typ: mi.X.Type(), fn: t.Value(mi.X).Fn, from: p.from, arg: p.arg}
}

// publishInterfaces publishes what the interfaces hold that a call passes, where makeInterface has left that to the
// call: all but those that are borrowed.
func (t *translator) publishInterfaces(inv *emit.Invocation, borrowed map[int]passed) {
	var refs []*ir.Expr
	for i := range inv.Argv {
		if p, ok := borrowed[i]; ok {
			t.ownUnshared(p.expr, p.typ)
			continue
		}
		refs = append(refs, t.heldByInterface(inv, i)...)
	}
	t.Publish(refs)
}

// heldByInterface returns what others come to know by argument i of a call, where that is an interface made for the call.
func (t *translator) heldByInterface(inv *emit.Invocation, i int) []*ir.Expr {
	mi, ok := inv.Argv[i].(*ssa.MakeInterface)
	e := t.ExprOf(inv.Args[i])
	if !ok || !onlyPassed(mi) || e == nil {
		return nil
	}
	p := t.unwrapped(mi, passed{expr: e, typ: mi.Type(), from: mi, arg: i})
	fn := inv.Common.StaticCallee()
	if fn == nil && inv.Callee.Fn != nil { // a variable holds it
		fn = inv.Callee.Fn.Fn
	}
	if fn != nil && fn.Blocks != nil && !t.isOutlined(inv, fn) && onlyDecoded(fn, i) {
		return nil
	}
	if fn != nil && fn.Blocks != nil && t.isUnsynchronised(p.typ) {
		t.usedByInterface(fn, i, p)
		if t.prog.BorrowsInterface(fn.Params[i]) && t.prog.KeepsLocks(fn) {
			return nil
		}
		t.leaves(p.expr, p.typ)
	}
	t.leavesUnshared(p.expr, p.typ)
	if fn != nil && fn.Blocks != nil && leadsToNew(mi) {
		t.Doubt(inv.Pos, "%s is new, and put into an interface for %s, which may publish it", t.LocationBase(mi.X), analysis.FunctionName(fn))
	}
	return t.intoInterface(p.expr, p.typ)
}

// isUnsynchronised reports whether typ is a pointer to a struct of the standard library that one goroutine at a time may use.
func (t *translator) isUnsynchronised(typ types.Type) bool {
	ptr, ok := typ.Underlying().(*types.Pointer)
	return ok && analysis.IsUnsynchronised(ptr.Elem())
}

// leaves asserts that no guard owns the object at x, as it can be used by an interface then, without the guard: by a
// goroutine, after an unlock, later.
func (t *translator) leaves(x *ir.Expr, typ types.Type) {
	for _, pre := range t.Leaving(t.Mem.Publishable(x, typ)) {
		t.Emit(pre)
	}
}

// usedByInterface emits the access to an object that a function gets as an interface of which it calls methods. In the
// function nobody knows what the interface holds.
func (t *translator) usedByInterface(fn *ssa.Function, i int, p passed) {
	if !t.Mem.Alone && t.prog.UseOf(fn.Params[i]) != analysis.Untouched {
		t.reach(p.expr, p.typ, use{by: analysis.FunctionName(fn), write: true, sure: true}, t.argumentText(p))
	}
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
			if a, ok := ix.X.(*ssa.Alloc); !ok || a.Comment != "varargs" || !emit.OnlyRead(a, emit.IsForeignVarargs) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
