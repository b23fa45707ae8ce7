package desugar

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// call translates a call and returns what it returns.
func (t *translator) call(inv *emit.Invocation) emit.Value {
	defer func(f *emit.Frame, outer *emit.Invocation) { f.Calling = outer }(t.Frame, t.Frame.Calling)
	t.Frame.Calling = inv
	if b, ok := inv.Common.Value.(*ssa.Builtin); ok {
		return t.builtin(inv, b.Name())
	}
	if i := passesBody(inv); i >= 0 {
		return t.iterate(inv, i)
	}
	if inv.Common.IsInvoke() {
		return t.invoke(inv)
	}
	if inv.Callee.Choice != nil {
		return t.callChoice(inv)
	}
	if inv.Callee.Fn == nil {
		if entries := t.prog.TableOf(inv.Common); entries != nil {
			return t.callEntry(inv, entries)
		}
		v := t.callValue(inv)
		t.resultInNoRegion(inv, v, inv.Result)
		return v
	}
	return t.callFunction(inv, inv.Callee.Fn.Fn)
}

// callFunction translates a call of which the function is known.
func (t *translator) callFunction(inv *emit.Invocation, fn *ssa.Function) emit.Value {
	if t.Out.Initial && analysis.IsInit(fn) { // of a package that this one imports; or written, which is checked by itself
		return emit.Value{}
	}
	if v, ok := t.syncCall(inv, fn); ok {
		return v
	}
	if methods := t.prog.Arranged(inv.Common); methods != nil && fn == inv.Common.StaticCallee() {
		return t.arrange(inv, fn, methods)
	}
	if t.IsForeign(fn) {
		v := t.external(inv, fn)
		if t.ownsLists(inv) || collecting[inv.Name] && inv.Args[0].Seq != nil { // which tell it
			return v
		}
		t.resultInNoRegion(inv, v, inv.Result)
		return v
	}
	spec := t.prog.ContractAt(fn)
	if analysis.Replaced(fn, spec) {
		return t.contractCall(inv, fn, spec)
	}
	if name := t.prog.LinkedTo(fn); name != "" {
		return t.callLinked(inv, name)
	}
	if name := t.prog.CgoName(fn); name != "" {
		t.Unsupported(inv.Pos, "call of %s: Calvin does not look at C", name)
		return t.Unknown(inv.Result)
	}
	borrowed := t.borrowedUnshared(inv, fn)
	t.publishInterfaces(inv, borrowed)
	if t.isOutlined(inv, fn) {
		v := t.callOutlined(inv, fn, spec)
		t.givenBackUnshared(borrowed)
		return v
	}
	if spec != nil && !t.requireInline(inv, fn, spec) {
		return t.Unknown(inv.Result)
	}
	t.runsConfined(inv, fn)
	v := t.inline(inv, fn)
	t.givenBackUnshared(borrowed)
	return v
}

// callLinked translates a call of a function without a body that stands for that one of another package.
func (t *translator) callLinked(inv *emit.Invocation, name string) emit.Value {
	inv.Name = name
	if t.endsHere(inv, name) {
		return t.Unknown(inv.Result)
	}
	return t.foreign(inv, name)
}

// inline translates a call by translating the callee's body in place.
func (t *translator) inline(inv *emit.Invocation, fn *ssa.Function) emit.Value {
	if !t.canInline(inv, fn) {
		return t.Unknown(inv.Result)
	}
	t.SaveAll()
	f := t.NewFrame(fn)
	f.Subtest = inv.Subtest
	if inv.Callee.Fn != nil {
		f.Maker = inv.Callee.Fn.Maker
	}
	for i, p := range fn.Params {
		if i < len(inv.Args) {
			f.Values[p] = t.Settle(inv.Args[i])
			if inv.Args[i].Fn == nil && inv.Argv[i] != nil && t.holdsLiteral(inv.Argv[i]) {
				t.Unsupported(inv.Pos, "%s passed to %s: Calvin does not know which function literal it holds", t.Text(inv.Argv[i]), fn.Name())
			}
		}
	}
	for i, fv := range fn.FreeVars {
		if i < len(inv.Callee.Fn.Bindings) {
			f.Values[fv] = inv.Callee.Fn.Bindings[i]
		}
	}
	if countReturns(fn) != 1 || inv.Subtest { // the goroutine may end elsewhere
		f.Exit = t.NewBlock(fn.Name() + ":return")
		for r := range fn.Signature.Results().Variables() {
			s, err := t.Mem.Sort(r.Type())
			if err != nil {
				t.Unsupported(inv.Pos, "result of %v", err)
				f.Results = append(f.Results, nil)
				continue
			}
			f.Results = append(f.Results, t.Local("", s))
		}
	}
	t.run(f)
	if f.Exit == nil {
		t.Cur = f.Back
		return tuple(f.Returns, inv.Result)
	}
	t.Cur = f.Exit
	var results []emit.Value
	for _, v := range f.Results {
		x := emit.Value{}
		if v != nil {
			x.Expr = ir.V(v)
		}
		results = append(results, x)
	}
	return tuple(results, inv.Result)
}

// canInline reports whether the body of fn can take the place of a call, and notes why not.
func (t *translator) canInline(inv *emit.Invocation, fn *ssa.Function) bool {
	if fn.Blocks == nil {
		t.Unsupported(inv.Pos, "call of %s: it has no contract", fn.RelString(t.pkg.Ssa.Pkg))
		return false
	}
	if strings.HasPrefix(fn.Synthetic, "instantiation wrapper") {
		// Its body is over type parameters of its own: what both refer to would be told apart by their names.
		t.Unsupported(inv.Pos, "call of the generic function %s with a type parameter", fn.Name())
		return false
	}
	// A function that runs a literal which calls it again does not call itself, unless the literal is its own.
	callback := t.Frame.Fn.Parent() != nil && analysis.Root(t.Frame.Fn) != analysis.Root(fn)
	for f := t.Frame; f != nil; f = f.Caller {
		if f.Fn == fn && !callback {
			t.Unsupported(inv.Pos, "recursive call of %s without a performs clause", analysis.FunctionName(fn))
			return false
		}
	}
	if t.Frame.Depth >= maxDepth || len(t.Blocks)+len(fn.Blocks) > maxBlocks {
		if !t.tooLarge {
			t.Unsupported(inv.Pos, "call of %s: too much code to inline; give it, or a function that it calls, a performs clause", analysis.FunctionName(fn))
		}
		t.Lost()
		t.tooLarge = true
		return false
	}
	return true
}
