package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Ends reports whether a call of fn obviously comes to an end: no loops but over integers, arrays and slices, no
// locks, no calls of which that is not known.
func (p *Facts) Ends(fn *ssa.Function) bool { return p.endsFrom(fn, map[*ssa.Function]bool{}) }

func (p *Facts) endsFrom(fn *ssa.Function, active map[*ssa.Function]bool) bool {
	if active[fn] || fn.Blocks == nil {
		return false
	}
	active[fn] = true
	defer delete(active, fn)
	for _, b := range fn.Blocks {
		for _, to := range b.Succs {
			if to.Dominates(b) && to.Comment != "rangeint.loop" && to.Comment != "rangeindex.loop" {
				return false
			}
		}
		for _, instr := range b.Instrs {
			if waits(instr) {
				return false
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if !p.callEnds(call, active) {
				return false
			}
		}
	}
	return true
}

// waits tells the instructions that may wait for ever.
func waits(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Send, *ssa.Select:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	}
	return false
}

func (p *Facts) callEnds(call ssa.CallInstruction, active map[*ssa.Function]bool) bool {
	if _, ok := call.Common().Value.(*ssa.Builtin); ok {
		return true
	}
	if _, ok := call.(*ssa.Go); ok {
		return true
	}
	callee := call.Common().StaticCallee()
	if callee == nil {
		return false
	}
	if obj := callee.Object(); obj != nil && obj.Pkg() != nil {
		if fn, ok := obj.(*types.Func); ok && IsTrustedMethod(fn) {
			return !slices.Contains(Acquiring, fn.Name()) // an atomic variable has no such method
		}
		switch obj.Pkg().Path() {
		case "sync/atomic":
			return true
		case "sync":
			return callee.Name() == "Unlock" || callee.Name() == "RUnlock" || callee.Name() == "TryLock" || callee.Name() == "TryRLock"
		}
	}
	return p.endsFrom(callee, active)
}
