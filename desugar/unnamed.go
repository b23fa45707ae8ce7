package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Who calls a function by its name has its code or its contract at hand. Who calls it by a function value, or by an interface
// without contracts, has not: there it counts as code of which nothing is known but what is believed of all such code
// (foreign.go). So a function that may be called so has to keep to that, whether its name is exported or not.

// findUnnamed returns the declared functions that may be called otherwise than by their names: those that are used as values,
// for more than to be called where their code is at hand, and methods without an exported name that some interface asks for.
func (p *Facts) findUnnamed() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	asked := map[string]bool{}
	calledHere := func(use ssa.Instruction, v ssa.Value) bool {
		w := &useWalk{prog: p, u: &usage{}, seen: map[ssa.Value]bool{}}
		return onlyCalls(use, v) || w.onlyCalledBy(use, v)
	}
	for _, fn := range p.functions {
		for _, used := range passedOn(fn, calledHere) {
			if obj, ok := used.Object().(*types.Func); ok {
				found[obj.Origin()] = true
			}
		}
		for _, call := range allCalls(fn) {
			if call.IsInvoke() && !call.Method.Exported() {
				asked[call.Method.Id()] = true
			}
		}
	}
	for _, path := range p.paths {
		for fn := range p.packages[path].decls {
			if fn.Signature().Recv() != nil && asked[fn.Id()] {
				found[fn.Origin()] = true
			}
		}
	}
	return found
}

// calledByOthers reports whether a function may be called by code that knows nothing of it: as its name is exported, or without
// its name.
func (p *Facts) calledByOthers(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return p.loose[fn]
	}
	obj, ok := fn.Object().(*types.Func)
	return token.IsExported(fn.Name()) || ok && p.unnamed[obj.Origin()]
}

// keepsToItsKind makes a function unknown that may be called without its name and gives back a lock that its caller holds, as
// believed of such calls is that they leave locks alone.
func (t *translator) keepsToItsKind(fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !t.prog.unnamed[obj.Origin()] || t.refines != nil || t.out.Trusted {
		return
	}
	held := t.prog.heldFor(fn)
	if len(held) > 0 && !t.prog.separable(fn) || t.contract != nil && len(t.contract.Returns) > 0 {
		t.unsupported(fn.Pos(), "%s, which may give back or keep a lock of its caller, as a value or behind an interface", functionName(fn))
	}
}

// heldFor returns the fields and variables of the locks that what fn requires speaks of.
func (p *Facts) heldFor(fn *ssa.Function) map[*types.Var]bool {
	held := map[*types.Var]bool{}
	if spec := p.contractOf(fn); spec != nil {
		for _, c := range spec.Requires {
			p.locksNamed(c.Expr, held)
		}
	}
	return held
}
