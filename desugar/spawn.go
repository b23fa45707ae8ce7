package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// spawn translates a go statement. The function that the new goroutine runs is checked by itself; here only what it
// may rely on counts, and that whatever it can reach is shared from now on.
func (t *translator) spawn(g *ssa.Go) {
	inv := t.invocation(&g.Call, nil)
	inv.pos = g.Pos()
	t.start(inv, nil)
}

// start translates the start of a goroutine, by Go of a WaitGroup if group is not nil.
func (t *translator) start(inv *invocation, group *ir.Expr) {
	if t.mem.alone {
		t.unsupported(inv.pos, "go statement during package initialisation")
	}
	if inv.common.IsInvoke() || inv.callee.fn == nil {
		t.unsupported(inv.pos, "go statement with a function value")
		return
	}
	fn := inv.callee.fn.fn
	switch {
	case !t.prog.spawned[fn] || t.prog.infoOf(fn) == nil:
		t.unsupported(inv.pos, "go statement with a function that is not checked by itself: %s", fn.RelString(t.pkg.ssa.Pkg))
		return
	case fn.Blocks == nil:
		t.unsupported(inv.pos, "go statement with a function without a body")
	}
	t.nonNilArguments(inv, fn)
	args, ok := t.arguments(inv)
	if !ok {
		t.unsupported(inv.pos, "go statement: an argument has no translation")
		return
	}
	s := &ir.Spawn{Func: functionName(fn)}
	s.Span, s.Text = t.statement(t.frame)
	s.Goroutine = &ir.Var{Name: t.unique("goroutine"), Label: "goroutine", Sort: ir.Tid, Kind: ir.ConstVar}
	for i, p := range fn.Params {
		if i < len(args) && !t.takesMemoryOf(fn, p) {
			s.Publish = append(s.Publish, t.mem.publishable(args[i], p.Type())...)
		}
	}
	for i, b := range inv.callee.fn.bindings {
		if !t.takesMemoryOf(fn, fn.FreeVars[i]) {
			s.Publish = append(s.Publish, t.reaches(b, fn.FreeVars[i].Type())...)
		}
	}
	s.Publish = notNil(s.Publish)
	s.Requires = t.reachesOwn(s.Publish, nil)
	t.startRequires(s, inv, fn, args)
	t.meetExpectations(s, givenBy(t, inv, fn, args))
	t.handOn(givenBy(t, inv, fn, args), ir.V(s.Goroutine), group)
	t.emit(s)
}

// startRequires fills in what the contract of the new goroutine's function asks for.
func (t *translator) startRequires(s *ir.Spawn, inv *invocation, fn *ssa.Function, args []*ir.Expr) {
	spec := t.contractAt(fn)
	if spec == nil {
		return
	}
	only := &annot.FuncSpec{Requires: spec.Requires, Unsupported: spec.Unsupported}
	requires, _, err := t.contractFor(only, object(fn), args, nil, ir.V(s.Goroutine))
	if err != nil {
		t.unsupported(inv.pos, "go statement with %s: %v", functionName(fn), err)
		return
	}
	for _, c := range requires {
		s.Requires = append(s.Requires, t.assertion(c.Cond, ir.Check{
			Kind: ir.RequiresAtGo, Subject: functionName(fn), Clause: c, Needed: c.Text,
		}))
	}
}

// givenBy tells what fn gets from a go statement or a call.
func givenBy(t *translator, inv *invocation, fn *ssa.Function, args []*ir.Expr) given {
	return given{t: t, fn: fn, value: func(v ssa.Value) (value, bool) {
		for i, p := range fn.Params {
			if p == v && i < len(args) {
				return value{expr: args[i]}, true
			}
		}
		for i, fv := range fn.FreeVars {
			if fv == v && i < len(inv.callee.fn.bindings) {
				return inv.callee.fn.bindings[i], true
			}
		}
		return value{}, false
	}}
}

// infoOf returns the package under check that holds fn, nil if there is none.
func (p *Program) infoOf(fn *ssa.Function) *pkgInfo {
	fn = root(fn)
	var pkg *types.Package
	switch {
	case fn.Object() != nil:
		pkg = fn.Object().Pkg()
	case fn.Pkg != nil:
		pkg = fn.Pkg.Pkg
	}
	if pkg == nil {
		return nil
	}
	return p.packages[pkg.Path()]
}
