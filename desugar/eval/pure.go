package eval

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// pureCall translates a call of a pure function in an annotation: the value that its body gives for the arguments.
func (e *Env) pureCall(x *annot.Call) (*ir.Expr, error) {
	spec := e.Mem.Facts.Contract(x.Func)
	switch {
	case spec == nil || !spec.Pure:
		return nil, fmt.Errorf("call of %s, which is not under check", x.Func.Name())
	case len(spec.Cases) == 0:
		return nil, fmt.Errorf("call of %s, whose body does more than test and return", x.Func.Name())
	case slices.Contains(e.calls, x.Func.Origin()):
		return nil, fmt.Errorf("recursive call of %s in an annotation", x.Func.Name())
	}
	args, err := e.all(x.Args)
	if err != nil {
		return nil, err
	}
	inside := &Env{Mem: e.Mem, Context: heap.Context{Tid: e.Tid, Vars: arguments(x.Func, args)}, calls: append(slices.Clip(e.calls), x.Func.Origin())}
	return inside.cases(spec.Cases)
}

// arguments is the scope of a function called with args, the receiver first.
func arguments(fn *types.Func, args []*ir.Expr) heap.Scope {
	values := map[*types.Var]heap.Place{}
	sig := fn.Origin().Signature()
	params := slices.Collect(sig.Params().Variables())
	if recv := sig.Recv(); recv != nil {
		params = slices.Insert(params, 0, recv)
	}
	for i, p := range params {
		values[p] = heap.ValuePlace(args[i], p.Type())
	}
	return heap.ScopeOf(values)
}

// cases is the value of the first case that applies. A body whose cases leave something out ends in a panic there, of which
// nothing is known.
func (e *Env) cases(cs []annot.Case) (*ir.Expr, error) {
	last := len(cs) - 1
	result, err := e.Eval(cs[last].Value)
	if err != nil {
		return nil, err
	}
	for i := last - 1; i >= 0; i-- {
		when, value, err := e.pair(cs[i].When, cs[i].Value)
		if err != nil {
			return nil, err
		}
		result = ir.Ite(when, value, result)
	}
	return result, nil
}
