package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// keepsBytes refuses an instruction by which Read or Write, in the check by itself, keeps the bytes that it is passed.
func (t *translator) keepsBytes(instr ssa.Instruction) {
	if t.Frame.Caller == nil && t.prog.KeepsBytes(instr) {
		t.Emit(t.Assertion(ir.False, ir.Check{Kind: ir.LeavesRegion, Subject: t.Frame.Fn.Params[1].Name()}))
	}
}
