package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// findUnnamed returns the declared functions that may be called otherwise than by their names: those that are used as values,
// for more than to be called where their code is at hand, and methods without an exported name that some interface asks for.
func (p *Facts) findUnnamed() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	asked := map[string]bool{}
	p.untold = map[string]bool{}
	calledHere := func(use ssa.Instruction, v ssa.Value) bool {
		w := &UseWalk{Prog: p, U: &Usage{}, Seen: map[ssa.Value]bool{}}
		return onlyCalls(use, v) || w.onlyCalledBy(use, v)
	}
	for _, fn := range p.functions {
		for _, used := range PassedOn(fn, calledHere) {
			if obj, ok := used.Object().(*types.Func); ok {
				found[obj.Origin()] = true
			}
		}
		for _, call := range AllCalls(fn) {
			if !call.IsInvoke() {
				continue
			}
			if !call.Method.Exported() {
				asked[call.Method.Id()] = true
			}
			if p.InterfaceContract(call.Method) == nil {
				p.untold[call.Method.Id()] = true
			}
		}
	}
	for _, path := range p.Paths {
		for fn := range p.Packages[path].decls {
			if fn.Signature().Recv() != nil && asked[fn.Id()] {
				found[fn.Origin()] = true
			}
		}
	}
	return found
}

// CalledByOthers reports whether a function may be called by code that knows nothing of it: as its name is exported, or without
// its name.
func (p *Facts) CalledByOthers(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return p.Loose[fn]
	}
	obj, ok := fn.Object().(*types.Func)
	return token.IsExported(fn.Name()) || ok && p.Unnamed[obj.Origin()]
}

// CalledUntold reports whether checked code may call a function where nobody asks for what it requires: by a function
// value, or by way of an interface whose method has no contract.
func (p *Facts) CalledUntold(fn *ssa.Function) bool {
	obj := Object(fn)
	if obj == nil || fn.Parent() != nil || !p.dynamic[obj.Origin()] {
		return false
	}
	obj = obj.Origin()
	return p.Valued[obj] && p.Unnamed[obj] || obj.Signature().Recv() != nil && p.untold[obj.Id()]
}

// HeldFor returns the fields and variables of the locks that what fn requires speaks of.
func (p *Facts) HeldFor(fn *ssa.Function) map[*types.Var]bool {
	held := map[*types.Var]bool{}
	if spec := p.ContractOf(fn); spec != nil {
		for _, c := range spec.Requires {
			p.locksNamed(c.Expr, held)
		}
	}
	return held
}
