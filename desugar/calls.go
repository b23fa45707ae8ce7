package desugar

import (
	"errors"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// An invocation is a call of which function and arguments have been evaluated.
type invocation struct {
	pos    token.Pos
	common *ssa.CallCommon
	callee value
	args   []value     // receiver first
	argv   []ssa.Value // what they come from, for messages
	result types.Type  // a tuple if there is not exactly one
	name   string      // of a function of another package
	used   bool        // something is done with what it returns
}

// invocation evaluates the operands of a call. result is nil for a call whose result is not used.
func (t *translator) invocation(c *ssa.CallCommon, result ssa.Value) *invocation {
	inv := &invocation{pos: c.Pos(), common: c, argv: c.Args, result: c.Signature().Results()}
	if result != nil {
		inv.result = result.Type()
		inv.used = slices.ContainsFunc(*result.Referrers(), func(use ssa.Instruction) bool {
			_, debug := use.(*ssa.DebugRef)
			return !debug
		})
	}
	if !inv.pos.IsValid() {
		inv.pos = t.frame.pos()
	}
	inv.callee = t.value(c.Value)
	for _, a := range c.Args {
		x := t.value(a)
		t.copiesOperand(a, x)
		inv.args = append(inv.args, x)
	}
	return inv
}

// call translates a call and returns what it returns.
func (t *translator) call(inv *invocation) value {
	defer func(f *frame, outer *invocation) { f.calling = outer }(t.frame, t.frame.calling)
	t.frame.calling = inv
	if b, ok := inv.common.Value.(*ssa.Builtin); ok {
		return t.builtin(inv, b.Name())
	}
	if i := passesBody(inv); i >= 0 {
		return t.iterate(inv, i)
	}
	if inv.common.IsInvoke() {
		return t.invoke(inv)
	}
	if inv.callee.choice != nil {
		return t.callChoice(inv)
	}
	if inv.callee.fn == nil {
		return t.callValue(inv)
	}
	return t.callFunction(inv, inv.callee.fn.fn)
}

// callFunction translates a call of which the function is known.
func (t *translator) callFunction(inv *invocation, fn *ssa.Function) value {
	if t.out.Initial && analysis.IsInit(fn) { // of a package that this one imports; or written, which is checked by itself
		return value{}
	}
	if v, ok := t.syncCall(inv, fn); ok {
		return v
	}
	if t.isForeign(fn) {
		return t.external(inv, fn)
	}
	spec := t.prog.ContractAt(fn)
	if analysis.Replaced(fn, spec) {
		return t.contractCall(inv, fn, spec)
	}
	t.publishInterfaces(inv)
	if t.callsApart(inv, fn) {
		return t.callApart(inv, fn, spec)
	}
	if spec != nil && !t.require(inv, fn, spec) {
		return t.unknown(inv.result)
	}
	return t.inline(inv, fn)
}

// require asserts at a call what the contract of the callee asks for, and reports whether it could be translated.
func (t *translator) require(inv *invocation, fn *ssa.Function, spec *annot.FuncSpec) bool {
	t.nonNilArguments(inv, fn)
	args, ok := t.arguments(inv)
	if !ok {
		if len(spec.Requires)+len(spec.PanicsIf) > 0 {
			t.unsupported(inv.pos, "call of %s: an argument has no translation", analysis.FunctionName(fn))
			return false
		}
		return true
	}
	return t.demand(inv, fn, spec, args)
}

// demand asserts the requires clauses of a callee, and reports whether they could be translated.
func (t *translator) demand(inv *invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) bool {
	requires, _, err := t.callContract(&annot.FuncSpec{Requires: spec.Requires, Unsupported: spec.Unsupported}, analysis.Object(fn), args, nil)
	panics, err2 := t.panicConditions(spec, analysis.Object(fn), args, ir.V(t.out.Tid))
	if err := errors.Join(err, err2); err != nil {
		t.unsupported(inv.pos, "call of %s: %v", analysis.FunctionName(fn), err)
		return false
	}
	t.believeAliases()
	t.believeOf(inv.argv)
	for _, c := range requires {
		t.emit(t.assertion(c.Cond, ir.Check{Kind: ir.RequiresAtCall, Subject: analysis.FunctionName(fn), Clause: c, Needed: c.Text}))
	}
	t.denyPanics(analysis.FunctionName(fn), panics, false)
	return true
}

// arguments returns the arguments as expressions that do not change, and whether all of them have a translation.
func (t *translator) arguments(inv *invocation) ([]*ir.Expr, bool) {
	var args []*ir.Expr
	for i, a := range inv.args {
		e := t.exprOf(a)
		if e == nil {
			return nil, false
		}
		inv.args[i] = t.settle(a)
		args = append(args, t.stable(t.exprOf(inv.args[i])))
	}
	return args, true
}

// nonNilArguments checks the arguments that the callee expects not to be nil.
func (t *translator) nonNilArguments(inv *invocation, fn *ssa.Function) {
	mayBeNil := t.prog.MayBeNil(fn)
	for i, p := range parameters(fn) {
		if i >= len(inv.args) {
			return
		}
		if !annot.NeverNil(p.Type()) || mayBeNil[p] || inv.args[i].at != nil {
			continue
		}
		if e := inv.args[i].expr; e != nil {
			t.nonNilExpr(e, t.text(inv.argv[i]))
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

// inline translates a call by translating the callee's body in place.
func (t *translator) inline(inv *invocation, fn *ssa.Function) value {
	if !t.canInline(inv, fn) {
		return t.unknown(inv.result)
	}
	t.saveAll()
	f := t.newFrame(fn)
	if inv.callee.fn != nil {
		f.maker = inv.callee.fn.maker
	}
	for i, p := range fn.Params {
		if i < len(inv.args) {
			f.values[p] = t.settle(inv.args[i])
			if inv.args[i].fn == nil && inv.argv[i] != nil && t.holdsLiteral(inv.argv[i]) {
				t.unsupported(inv.pos, "%s passed to %s, as it is not known which function literal it holds", t.text(inv.argv[i]), fn.Name())
			}
		}
	}
	for i, fv := range fn.FreeVars {
		if i < len(inv.callee.fn.bindings) {
			f.values[fv] = inv.callee.fn.bindings[i]
		}
	}
	if countReturns(fn) != 1 {
		f.exit = t.newBlock(fn.Name() + ":return")
		for r := range fn.Signature.Results().Variables() {
			s, err := t.mem.Sort(r.Type())
			if err != nil {
				t.unsupported(inv.pos, "result of %v", err)
				f.results = append(f.results, nil)
				continue
			}
			f.results = append(f.results, t.local("", s))
		}
	}
	t.run(f)
	if f.exit == nil {
		t.cur = f.back
		return tuple(f.returns, inv.result)
	}
	t.cur = f.exit
	var results []value
	for _, v := range f.results {
		x := value{}
		if v != nil {
			x.expr = ir.V(v)
		}
		results = append(results, x)
	}
	return tuple(results, inv.result)
}

// tuple is what a call with the given results yields.
func tuple(results []value, typ types.Type) value {
	if _, ok := typ.(*types.Tuple); !ok && len(results) == 1 {
		return results[0]
	}
	return value{parts: results}
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

// canInline reports whether the body of fn can take the place of a call, and notes why not.
func (t *translator) canInline(inv *invocation, fn *ssa.Function) bool {
	if fn.Blocks == nil {
		t.unsupported(inv.pos, "call of %s: it has no contract", fn.RelString(t.pkg.Ssa.Pkg))
		return false
	}
	if strings.HasPrefix(fn.Synthetic, "instantiation wrapper") {
		// Its body is over type parameters of its own: what both refer to would be told apart by their names.
		t.unsupported(inv.pos, "call of the generic function %s with a type parameter", fn.Name())
		return false
	}
	// A function that runs a literal which calls it again does not call itself, unless the literal is its own.
	callback := t.frame.fn.Parent() != nil && analysis.Root(t.frame.fn) != analysis.Root(fn)
	for f := t.frame; f != nil; f = f.caller {
		if f.fn == fn && !callback {
			t.unsupported(inv.pos, "recursive call of %s without a performs clause", analysis.FunctionName(fn))
			return false
		}
	}
	if t.frame.depth >= maxDepth || len(t.blocks)+len(fn.Blocks) > maxBlocks {
		if !t.tooLarge {
			t.unsupported(inv.pos, "call of %s: too much code to inline; give it, or what it calls, a performs clause", analysis.FunctionName(fn))
		}
		t.tooLarge = true
		return false
	}
	return true
}
