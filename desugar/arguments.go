package desugar

import (
	"errors"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// requireInline is require for a callee whose body takes the place of the call. Where its annotations are inferred,
// what is required to be local may be a part of such an object: nobody has said that it is a whole one, and what the
// callee does to it is checked here.
func (t *translator) requireInline(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) bool {
	defer func(was bool) { t.parts = was }(t.parts)
	t.parts = spec.Inferred
	if spec.Inferred { // so is what a nil argument does
		return t.requireOf(inv, fn, spec)
	}
	return t.require(inv, fn, spec)
}

// require asserts at a call what the contract of the callee asks for, and reports whether it could be translated.
func (t *translator) require(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) bool {
	t.nonNilArguments(inv, fn, spec)
	return t.requireOf(inv, fn, spec)
}

// requireOf is require but for the arguments that are not to be nil.
func (t *translator) requireOf(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) bool {
	args, ok := t.arguments(inv)
	if !ok {
		if len(spec.Requires)+len(spec.PanicsIf) > 0 {
			t.Unsupported(inv.Pos, "call of %s: an argument has no translation", analysis.FunctionName(fn))
			return false
		}
		return true
	}
	return t.demand(inv, fn, spec, args)
}

// demand asserts the requires clauses of a callee, and reports whether they could be translated.
func (t *translator) demand(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) bool {
	name := calledAs(inv, fn, spec)
	requires, _, err := t.callContract(&annot.FuncSpec{Requires: spec.Requires, Unsupported: spec.Unsupported, For: spec.For}, analysis.Object(fn), args, nil)
	panics, err2 := t.panicConditions(spec, analysis.Object(fn), args, ir.V(t.Out.Tid))
	if err := errors.Join(err, err2); err != nil {
		t.Unsupported(inv.Pos, "call of %s: %v", name, err)
		return false
	}
	t.believeAliases()
	t.believeOf(inv.Argv)
	for i, c := range requires {
		t.Emit(t.Assertion(c.Cond, t.required(inv, name, contractOf(fn, spec), spec.Requires[i], c)))
	}
	t.denyPanics(name, spec, panics, false)
	return true
}

// calledAs is what messages call the callee of a call.
func calledAs(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) string {
	if spec.For != nil {
		return inv.Name
	}
	return analysis.FunctionName(fn)
}

// arguments returns the arguments as expressions that do not change, and whether all of them have a translation.
func (t *translator) arguments(inv *emit.Invocation) ([]*ir.Expr, bool) {
	var args []*ir.Expr
	for i, a := range inv.Args {
		e := t.ExprOf(a)
		if e == nil {
			return nil, false
		}
		inv.Args[i] = t.Settle(a)
		args = append(args, t.Stable(t.ExprOf(inv.Args[i])))
	}
	return args, true
}

// nonNilArguments checks the arguments that the callee expects not to be nil.
func (t *translator) nonNilArguments(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) {
	mayBeNil := t.prog.MayBeNil(fn)
	if spec != nil && spec.For != nil {
		mayBeNil = spec.MayBeNil
	}
	for i, p := range paramsOf(fn, spec) {
		if i >= len(inv.Args) {
			return
		}
		if !annot.NeverNil(p.Type()) || mayBeNil[p] || inv.Args[i].At != nil {
			continue
		}
		if e := inv.Args[i].Expr; e != nil {
			t.NonNilExpr(e, t.Text(inv.Argv[i]))
		}
	}
}

// parameters returns the declared parameters of fn, receiver first.
func parameters(fn *ssa.Function) []*types.Var {
	var params []*types.Var
	for _, p := range fn.Params {
		obj, _ := p.Object().(*types.Var)
		params = append(params, obj)
	}
	if len(params) > 0 && !slices.Contains(params, nil) {
		return params
	}
	params = nil
	if recv := fn.Signature.Recv(); recv != nil {
		params = append(params, recv)
	}
	for v := range fn.Signature.Params().Variables() {
		params = append(params, v)
	}
	return params
}

// paramsOf returns the parameters that a contract of fn speaks of, receiver first.
func paramsOf(fn *ssa.Function, spec *annot.FuncSpec) []*types.Var {
	if spec == nil || spec.For == nil {
		return parameters(fn)
	}
	sig := spec.For.Signature()
	if sig.Recv() != nil {
		return methodParams(spec.For)
	}
	return slices.Collect(sig.Params().Variables())
}

// tuple is what a call with the given results yields.
func tuple(results []emit.Value, typ types.Type) emit.Value {
	if _, ok := typ.(*types.Tuple); !ok && len(results) == 1 {
		return results[0]
	}
	return emit.Value{Parts: results}
}

func countReturns(fn *ssa.Function) int {
	n := 0
	for _, b := range analysis.ReversePostorder(fn) {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			n++
		}
	}
	return n
}
