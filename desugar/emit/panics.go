package emit

import (
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// MayPanic is the condition that the function under translation may panic here, nil if it never may.
func (t *Builder) MayPanic() *ir.Expr {
	if t.PanicsIf == nil || t.Within > 0 {
		return nil
	}
	for f := t.Frame; f != nil; f = f.Caller {
		if f.Subtest { // another goroutine panics
			return nil
		}
		for _, d := range f.Defers {
			if d.Loop != nil || mayRecover(&d.Site.Call) {
				return nil
			}
		}
	}
	return t.PanicsIf
}

// mayRecover reports whether a deferred call may end a panic: it calls recover, or is not known not to.
func mayRecover(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "recover"
	}
	fn := call.StaticCallee()
	switch {
	case fn == nil || analysis.IsWrapper(fn):
		return true
	case fn.Blocks == nil:
		obj := analysis.Object(fn)
		return obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), "sync")
	}
	for _, inside := range analysis.AllCalls(fn) {
		if b, ok := inside.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			return true
		}
	}
	return false
}

// panicUnless ends the executions in which the condition does not hold and the function may panic. What follows is about the
// others alone.
func (t *Builder) panicUnless(cond *ir.Expr) {
	may := t.MayPanic()
	if may == nil || ReadsHeap(cond) {
		return
	}
	cond = t.Stable(cond)
	t.EndInPanic(func() { t.Assume(may, ir.Not(cond)) })
	t.Assume(ir.Or(ir.Not(may), cond))
}

// EndInPanic has executions go another way, on which something happens first, and which ends in a panic.
func (t *Builder) EndInPanic(first func()) {
	t.SaveAll()
	ways := t.Fork("panic", 2)
	checked := t.Frame.NonNil
	t.Frame.NonNil = maps.Clone(checked)
	t.Cur = ways[0]
	first()
	t.Unwinds()
	t.Cur, t.Frame.NonNil = ways[1], checked
}

// InsideTrusted notes that what is inside a lock or atomic variable is not known, if typ is believed to be one.
func (t *Builder) InsideTrusted(typ types.Type) bool {
	if !analysis.IsTrusted(typ) {
		return false
	}
	t.Unsupported(t.Frame.Pos(), "the fields of %s, which counts as a lock or atomic variable", types.TypeString(typ, nil))
	return true
}
