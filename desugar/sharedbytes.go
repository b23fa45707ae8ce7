package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// What a conversion without a copy makes (see package unsafestrings) is a copy for those who use it at once: nobody can
// tell the two apart. Otherwise the goroutine lets others know the bytes of a string that it makes. They have to be its
// own, and it may not write them any more. The bytes of a string anybody may have, and nobody may write.

// sharesBytes translates what is more about such a conversion than about one that copies. Its operand is x.
func (t *translator) sharesBytes(v, from ssa.Value, x *ir.Expr) {
	if !t.prog.LeavesBytes(v) {
		return
	}
	if !isBytes(from.Type()) {
		t.Unsupported(t.Frame.Pos(), "slice of the bytes of a string that is not used at once, only to be read")
		return
	}
	t.Mem.WantsOwnership = true
	if t.Mem.Status == nil {
		return
	}
	array := t.Mem.SliceArr(x)
	t.Emit(t.Assertion(ir.Or(ir.Eq(array, ir.Nil), t.Mem.Mine(array)), ir.Check{Kind: ir.LeavesRegion, Subject: t.PathOf(from)}))
	t.Publish(emit.NotNil(t.Mem.Publishable(x, from.Type())))
}
