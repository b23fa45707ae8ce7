package desugar

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// Contracts on the methods of an interface. A call through the interface is one by the contract, whatever is behind it
// (dispatch.go). So each method that may be behind it is checked to do what the contract says: one of a concrete type that
// the program converts to the interface. That check is a function of its own, "(*T).M as I.M", whose body is a call of the
// method and whose contract is the interface's: what it requires has to establish what the method requires, and what the
// method does, by its own contract or by its body, has to be what the interface says.
//
// A value becomes one of the interface type by three instructions alone: it is converted from a concrete type, of which the
// methods are known; or from another interface type, by a conversion or an assertion, which is allowed only where the
// methods are the very same, as those of an interface that is embedded. What is behind other interfaces nobody has checked.

// parameterVars returns the variables by which the contract of the function under translation knows its parameters: those of the
// interface's method, if that is what the function is checked for.
func (t *translator) parameterVars(fn *ssa.Function) []*types.Var {
	if t.refines != nil {
		return methodParams(t.refines.Method)
	}
	var out []*types.Var
	for _, p := range fn.Params {
		obj, _ := p.Object().(*types.Var)
		out = append(out, obj)
	}
	return out
}

// methodParams returns the parameters of a method, receiver first.
func methodParams(m *types.Func) []*types.Var {
	sig := m.Signature()
	return slices.AppendSeq([]*types.Var{sig.Recv()}, sig.Params().Variables())
}

// refine translates the call of the method that is the body of such a check.
func (t *translator) refine(f *emit.Frame) {
	fn, spec := f.Fn, t.prog.ContractAt(f.Fn)
	if len(t.claims(fn))+len(t.memoryClaims(fn)) > 0 {
		t.Unsupported(fn.Pos(), "a method that takes something over, behind an interface")
	}
	if t.Out.Spec == nil && !t.prog.Separable(fn) {
		t.Unsupported(fn.Pos(), "a method that closes channels, calls Done or unlocks for its caller, behind an interface that does not say "+
			"with atomic or performs what it does")
	}
	inv := &emit.Invocation{Pos: fn.Pos(), Common: &ssa.CallCommon{Value: fn}, Callee: emit.Value{Fn: &emit.Closure{Fn: fn}}, Result: fn.Signature.Results()}
	if r := fn.Signature.Results(); r.Len() == 1 {
		inv.Result = r.At(0).Type()
	}
	for _, p := range fn.Params {
		inv.Args, inv.Argv = append(inv.Args, f.Values[p]), append(inv.Argv, p)
	}
	t.Frame = f
	if analysis.Replaced(fn, spec) {
		got := t.contractCall(inv, fn, spec)
		var values []*ir.Expr
		if _, ok := inv.Result.(*types.Tuple); ok {
			for _, v := range got.Parts {
				values = append(values, t.ExprOf(v))
			}
		} else {
			values = append(values, t.ExprOf(got))
		}
		t.returns(fn.Pos(), token.NoPos, fmt.Sprintf("return of %s", analysis.FunctionName(fn)), values)
		return
	}
	switch {
	case analysis.IsWrapper(fn): // whose body has the call in which this is checked, and no place of its own
		f.Instead = t.refines.At
	case spec == nil:
		t.nonNilArguments(inv, fn, nil)
	default:
		t.require(inv, fn, spec)
	}
	t.Frame = nil
	t.run(f)
}

// unchecked is what becomes of a conversion that cannot be checked.
func (t *translator) unchecked() {
	r := t.refines
	t.Unsupported(r.At, "%s in a %s, whose method %s has a contract: %s", t.Mem.ShortType(r.Type),
		analysis.InterfaceOf(r.Method).Obj().Name(), r.Method.Name(), r.Problem)
	t.Cur = t.NewBlock("entry")
	t.returns(r.At, token.NoPos, "", nil)
	t.Out.Blocks = []*ir.Block{t.Cur}
}
