// Package liveness takes a value of a function in SSA form and an instruction, and says whether the value is live after
// that: whether the function may use it then.
package liveness

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// After reports whether a function may use a value, or the variable at an address that it has made, after an
// instruction, as long as it does not make it anew.
func After(x ssa.Value, at ssa.Instruction) bool {
	made, _ := x.(ssa.Instruction)
	seen := map[*ssa.BasicBlock]bool{}
	var after func(b *ssa.BasicBlock, from int) bool
	after = func(b *ssa.BasicBlock, from int) bool {
		for _, instr := range b.Instrs[from:] {
			if made != nil && instr == made {
				return false
			}
			if _, debug := instr.(*ssa.DebugRef); !debug && slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op == x }) {
				return true
			}
		}
		for _, to := range b.Succs {
			if !seen[to] {
				seen[to] = true
				if after(to, 0) {
					return true
				}
			}
		}
		return false
	}
	return after(at.Block(), slices.Index(at.Block().Instrs, at)+1)
}
