package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// entry fills in parameters and contract of the function under translation.
func (t *translator) entry(fn *ssa.Function) {
	t.root = fn
	spec := t.contract
	params := t.parameters(fn, spec)
	results := fn.Signature.Results()
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: params}}
	for i := range results.Len() {
		r := results.At(i)
		s, err := t.Mem.Sort(r.Type())
		if err != nil {
			t.Unsupported(fn.Pos(), "result of %v", err)
			s = ir.Opaque("unknown")
		}
		v := &ir.Var{Name: t.Unique(resultName(results, i)), Label: resultName(results, i), Sort: s, Kind: ir.ConstVar}
		t.Out.Results = append(t.Out.Results, v)
		env.Results = append(env.Results, ir.V(v))
	}
	t.regionsOfParameters(fn)
	t.believeBuilders(fn)
	t.indicesOfParameters(fn)
	t.expectLocks(fn)
	t.calledWith(fn, spec)
	if spec == nil {
		return
	}
	for _, u := range spec.Unsupported {
		t.Unsupported(u.Pos, "%s", u.Reason)
	}
	if spec.Pure && fn.TypeParams().Len() > 0 {
		t.Unsupported(spec.Pos, "a generic pure function")
	}
	t.Out.Requires = append(t.Out.Requires, t.clauses(env, spec.Requires)...)
	t.documentsPanics(env, spec)
	t.Out.Returns = t.clauses(env, spec.Returns)
	if spec.Performs != nil {
		if len(spec.Returns) > 0 {
			t.Unsupported(spec.Returns[0].Start, "an annotation that says what the function leaves locked, beside a contract that says the same")
		}
		auto, err := env.Automaton(spec.Performs)
		if err != nil {
			t.Unsupported(spec.Performs.Start, "%v", err)
			return
		}
		t.Out.Spec = auto
		if t.prog.relating && bindsResults(auto) {
			auto.ResultBinding = t.boundResults(t.Out.Results, fn.Signature, spec)
		}
	}
}

// clauses translates the conditions of a contract; what cannot be is noted as unsupported.
func (t *translator) clauses(env *eval.Env, of []*annot.Clause) (out []*ir.Clause) {
	for _, c := range of {
		if clause, err := env.Clause(c); err != nil {
			t.Unsupported(c.Start, "%v", err)
		} else {
			out = append(out, clause)
		}
	}
	return out
}

func resultName(results *types.Tuple, i int) string {
	if name := results.At(i).Name(); name != "" && name != "_" {
		return name
	}
	if results.Len() == 1 {
		return "result"
	}
	return fmt.Sprintf("result.%d", i)
}

// parameters makes the constants that stand for what the function was called with, free variables included, notes what
// is known of them, and returns the scope of the function's contract.
func (t *translator) parameters(fn *ssa.Function, spec *annot.FuncSpec) heap.Scope {
	values := map[*types.Var]heap.Place{}
	vars, mayBeNil := t.parameterVars(fn), t.prog.MayBeNil(fn)
	if t.refines != nil {
		mayBeNil = spec.MayBeNil
	}
	local := analysis.LocalParams(spec)
	add := func(v ssa.Value, obj *types.Var) *ir.Expr {
		name, typ, pos := v.Name(), v.Type(), v.Pos()
		s, err := t.Mem.Sort(typ)
		if err != nil {
			t.Unsupported(pos, "parameter %s: %v", name, err)
			s = ir.Opaque("unknown")
		}
		p := &ir.Var{Name: t.Unique(name), Label: name, Sort: s, Kind: ir.ConstVar}
		t.Out.Params = append(t.Out.Params, p)
		_, isSlice := typ.Underlying().(*types.Slice)
		takes := t.takesMemoryOf(fn, v)
		switch {
		case err != nil:
		case takes && (isSlice || t.takesFieldOf(fn, v)):
			t.Out.Given = append(t.Out.Given, t.Mem.KnownAnyway(ir.V(p), typ)...)
		default:
			t.Out.Given = append(t.Out.Given, t.Mem.KnownParam(ir.V(p), typ, takes || local[obj] || t.takesOver(v) || t.splits(v) || t.isLent(v))...)
		}
		return ir.V(p)
	}
	for i, p := range fn.Params {
		obj := vars[i]
		v := add(p, obj)
		if obj != nil {
			values[obj] = heap.ValuePlace(v, p.Type())
		}
		if annot.NeverNil(p.Type()) && !mayBeNil[obj] {
			t.Out.Given = append(t.Out.Given, ir.Ne(v, heap.ZeroOf(v.Sort)))
		}
	}
	for _, fv := range fn.FreeVars {
		v := add(fv, nil)
		if v.Sort.Kind == ir.KindRef {
			t.Out.Given = append(t.Out.Given, ir.Ne(v, ir.Nil))
		}
	}
	return func(v *types.Var) (heap.Place, bool) {
		p, ok := values[v]
		return p, ok
	}
}

// callContract gives the meaning of a callee's contract at a call: its requires clauses and its specification over the
// arguments (receiver first) and result variables.
func (t *translator) callContract(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, results []*ir.Var) ([]*ir.Clause, *ir.Spec, error) {
	return t.contractFor(spec, fn, args, results, ir.V(t.Out.Tid))
}

// contractFor is callContract for a call by the goroutine who.
func (t *translator) contractFor(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, results []*ir.Var, who *ir.Expr) ([]*ir.Clause, *ir.Spec, error) {
	if spec.For != nil {
		fn = spec.For
	}
	for _, u := range spec.Unsupported {
		return nil, nil, fmt.Errorf("contract of %s: %s", fn.Name(), u.Reason)
	}
	sig := fn.Signature()
	if spec.Performs != nil && (sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0) {
		return nil, nil, fmt.Errorf("contract of a generic function")
	}
	values := map[*types.Var]heap.Place{}
	params := make([]*types.Var, 0, len(args))
	if sig.Recv() != nil {
		params = append(params, sig.Recv())
	}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	for i, v := range params {
		if i < len(args) {
			values[v] = heap.ValuePlace(args[i], v.Type())
		}
	}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: who, Vars: heap.ScopeOf(values)}, Parts: t.parts}
	for _, r := range results {
		env.Results = append(env.Results, ir.V(r))
	}
	var requires []*ir.Clause
	for _, c := range spec.Requires {
		clause, err := env.Clause(c)
		if err != nil {
			return nil, nil, err
		}
		requires = append(requires, clause)
	}
	if spec.Performs == nil {
		return requires, nil, nil
	}
	auto, err := env.Automaton(spec.Performs)
	return requires, auto, err
}
