package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// Code that is not at hand is believed to leave the locks alone that its caller holds. Some of what it runs can be
// seen, though: a function that it is passed and calls before it returns, the methods by which a value prints or
// encodes itself, and those of an interface of which the code shows what it holds. None of these may take a lock that
// is held at the call.

// calledBackLockFree checks for a call of code that is not at hand that what it calls back takes no lock that is held here.
func (t *translator) calledBackLockFree(inv *emit.Invocation) {
	row := t.rowAt(inv)
	if inv.Common.IsInvoke() || inv.Callee.Fn == nil {
		return
	}
	params, verbs := declaredParams(inv), verbsOf(inv)
	for _, p := range t.passed(inv) {
		param := params(p.arg)
		switch {
		case p.from == nil || param == nil || row == nil && p.fn == nil:
		case p.fn != nil && (row == nil && !t.prog.CallsAsynchronously(inv.Common, p.from) || row != nil && row.Calls(p.arg)):
			fn, call := t.passedFunction(inv, p.fn, p.from)
			t.functionLockFree(fn, call, analysis.FunctionName(fn), nil)
		case row == nil || !analysis.IsInterface(param):
		case row.Prints(p.arg):
			if does := handlingOf(inv); does == printsRest && (verbs.lookAtNothing(p.arg) || verbs.known && !verbs.callMethods(p.arg)) {
				continue
			}
			t.firstMethodLockFree(inv, p, printedBy)
		case row.Calls(p.arg) && handlingOf(inv) == encodesRest:
			t.firstMethodLockFree(inv, p, encodedBy)
		case row.Calls(p.arg):
			for m := range param.Underlying().(*types.Interface).Methods() {
				t.methodLockFree(inv, p.from, p.typ, p.expr, m, nil)
			}
		}
	}
}

// passedFunction is the function f that an argument is, with what is known of its arguments: of a method of a value, that is the value.
func (t *translator) passedFunction(inv *emit.Invocation, f *emit.Closure, arg ssa.Value) (*ssa.Function, *emit.Invocation) {
	if mc, ok := arg.(*ssa.MakeClosure); ok && analysis.IsWrapper(f.Fn) {
		if obj, ok := f.Fn.Object().(*types.Func); ok && t.prog.Ssa.FuncValue(obj) != nil {
			return t.prog.Ssa.FuncValue(obj), &emit.Invocation{Pos: inv.Pos, Args: f.Bindings, Argv: mc.Bindings}
		}
	}
	return f.Fn, &emit.Invocation{Pos: inv.Pos}
}

// printedBy and encodedBy are the methods by which a value prints or encodes itself: the first that its type has.
var (
	printedBy = []string{"Format", "LogValue", "Error", "String"}
	encodedBy = []string{"MarshalJSON", "MarshalXML", "GobEncode", "MarshalBinary", "MarshalText"}
)

// firstMethodLockFree is methodLockFree for the first of some methods that the type of what is passed has.
func (t *translator) firstMethodLockFree(inv *emit.Invocation, p passed, names []string) {
	set := t.prog.Ssa.MethodSets.MethodSet(p.typ)
	for _, name := range names {
		if sel := set.Lookup(nil, name); sel != nil {
			t.methodLockFree(inv, p.from, p.typ, p.expr, sel.Obj().(*types.Func), nil)
			return
		}
	}
}

// invokedLockFree checks for a call of a method by way of the interface value x that the method takes no lock that is
// held here, where the code shows what the interface holds.
func (t *translator) invokedLockFree(inv *emit.Invocation, x *ir.Expr) {
	x = t.Stable(x)
	for _, typ := range t.putInto(inv.Common.Value, x) {
		k, err := t.Mem.Dynamic.Functions(typ)
		if err != nil || analysis.IsInterface(typ) {
			continue
		}
		holds := ir.Eq(t.Mem.Dynamic.DynamicType(x), k.Term)
		t.methodLockFree(inv, inv.Common.Value, typ, ir.Apply(k.Unwrap, x), inv.Common.Method, holds)
	}
}

// methodLockFree checks that a method of the value x of a type takes no lock that is held here, if a condition holds or
// is nil. The interface is made of the value, or holds it.
func (t *translator) methodLockFree(inv *emit.Invocation, iface ssa.Value, typ types.Type, x *ir.Expr, m *types.Func, when *ir.Expr) {
	sel := t.prog.Ssa.MethodSets.MethodSet(typ).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		return
	}
	fn := t.prog.Ssa.MethodValue(sel)
	if fn = analysis.Wrapped(fn); fn == nil || fn.Blocks == nil || len(fn.Params) == 0 {
		return
	}
	call := &emit.Invocation{Pos: inv.Pos}
	direct := len(sel.Index()) == 1 && types.Identical(fn.Params[0].Type(), typ)
	if _, isPointer := typ.Underlying().(*types.Pointer); direct && isPointer {
		call.Args, call.Argv = []emit.Value{{Expr: x}}, []ssa.Value{heldValue(iface, fn.Params[0])}
	}
	for _, path := range t.mayAcquire(fn) {
		if path.Param >= len(call.Args) {
			if path.Param == 0 && !isPointerTo(fn.Params[0].Type()) { // the lock of a copy
				continue
			}
			path.Param, path.Type = -1, analysis.Deref(fn.Params[path.Param].Type())
		}
		t.pathFreeIf(path, call, analysis.FunctionName(fn), nil, when)
	}
}

func isPointerTo(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// heldValue is the value of which an interface is made, or else one of the type that it holds.
func heldValue(iface ssa.Value, other ssa.Value) ssa.Value {
	for {
		switch v := iface.(type) {
		case *ssa.ChangeInterface:
			iface = v.X
		case *ssa.MakeInterface:
			return v.X
		default:
			return other
		}
	}
}
