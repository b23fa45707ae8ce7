package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// RunsOthers reports whether a function with a contract, or something that it calls, may run code that is not at hand
// and that may write what it is passed or knows.
func (p *Facts) RunsOthers(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj == nil || p.othersRun[obj]
}

// findRunsOthers returns the functions with contracts that may run such code.
func (p *Facts) findRunsOthers() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	for _, fn := range p.functions {
		if obj := Object(fn); obj != nil && p.ContractOf(fn) != nil && p.mayRunOthers(fn, map[*ssa.Function]bool{}) {
			found[obj] = true
		}
	}
	return found
}

func (p *Facts) mayRunOthers(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	if fn.Blocks == nil || p.InfoOf(fn) == nil {
		return p.mayWriteTheirs(fn)
	}
	if slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return p.mayRunOthers(lit, seen) }) {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
				continue
			}
			callees := p.Callees(call.Common())
			if len(callees) == 0 || slices.ContainsFunc(callees, func(callee *ssa.Function) bool { return p.mayRunOthers(callee, seen) }) {
				return true
			}
		}
	}
	return false
}

// mayWriteTheirs reports whether a function that is not checked may write: what package sync does is modelled, and of
// others a row has to say that nothing is written.
func (p *Facts) mayWriteTheirs(fn *ssa.Function) bool {
	obj := Object(fn)
	if obj == nil || obj.Pkg() == nil {
		return true
	}
	if path := obj.Pkg().Path(); path == "sync" || path == "sync/atomic" {
		return false
	}
	row := p.RowOf(obj)
	if row == nil || row.Runs() || row.Changes || row.Unknown != "" {
		return true
	}
	args := obj.Signature().Params().Len()
	if obj.Signature().Recv() != nil {
		args++
	}
	for i := range args {
		if row.Writes(i) {
			return true
		}
	}
	return false
}
