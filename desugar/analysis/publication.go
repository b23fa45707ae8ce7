package analysis

import (
	"golang.org/x/tools/go/ssa"
)

// MayPublish reports whether fn, or what it calls, may make an object known to other goroutines by other means than a store.
func (p *Facts) MayPublish(fn *ssa.Function) bool {
	return p.reaches(fn, map[*ssa.Function]bool{}, func(instr ssa.Instruction) bool {
		switch instr.(type) {
		case *ssa.Go, *ssa.Send, *ssa.Select:
			return true
		}
		return false
	})
}

// reaches reports whether fn, or what it calls, has an instruction of a kind, or calls code that is not at hand.
func (p *Facts) reaches(fn *ssa.Function, seen map[*ssa.Function]bool, kind func(ssa.Instruction) bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	if fn.Blocks == nil {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if kind(instr) {
				return true
			}
			if call, ok := instr.(ssa.CallInstruction); ok && p.callReaches(call.Common(), seen, kind) {
				return true
			}
		}
	}
	return false
}

func (p *Facts) callReaches(call *ssa.CallCommon, seen map[*ssa.Function]bool, kind func(ssa.Instruction) bool) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	callee := call.StaticCallee()
	if callee == nil {
		return true
	}
	if obj := Object(callee); obj != nil && obj.Pkg() != nil {
		if LockMethod(obj) || IsTrustedMethod(obj) || obj.Pkg().Path() == "sync/atomic" {
			return false
		}
	}
	return p.reaches(callee, seen, kind)
}
