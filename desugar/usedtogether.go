package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// usesTogether refuses an instruction by which the function uses what is behind an interface while a goroutine that it has started may use that.
func (t *translator) usesTogether(instr ssa.Instruction) {
	v := t.prog.UsedTogether(instr)
	if v == nil || t.Frame.Caller != nil && t.Frame.Fn.Parent() == nil {
		return
	}
	t.Emit(t.Assertion(ir.False, ir.Check{Kind: ir.WriteDenied, Subject: t.argumentText(passed{from: v}), Detail: "a goroutine may use what is behind it at the same time"}))
}
