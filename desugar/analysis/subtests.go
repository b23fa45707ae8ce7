package analysis

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// SubtestRunners are the functions that run the function which they are passed in a goroutine of its own. They return
// when it has ended, or has said that it runs in parallel with others.
var SubtestRunners = []string{"(*testing.T).Run", "(*testing.B).Run"}

// SubtestArgument is which argument of these that is, the receiver first.
const SubtestArgument = 2

// Subtest returns the function literal that a call runs as a subtest before it returns; nil if it does something else,
// or the literal may run in parallel with what comes after the call.
func Subtest(call *ssa.CallCommon) *ssa.Function {
	callee := call.StaticCallee()
	if callee == nil || Object(callee) == nil || !slices.Contains(SubtestRunners, Object(callee).FullName()) || len(call.Args) <= SubtestArgument {
		return nil
	}
	var lit *ssa.Function
	switch v := call.Args[SubtestArgument].(type) {
	case *ssa.MakeClosure:
		lit = v.Fn.(*ssa.Function)
	case *ssa.Function:
		lit = v
	}
	if lit == nil || lit.Parent() == nil || lit.Synthetic != "" || lit.Blocks == nil || len(lit.Params) != 1 {
		return nil
	}
	if w := (&testWalk{map[ssa.Value]bool{}}); !w.staysInOrder(lit.Params[0]) {
		return nil
	}
	return lit
}

// A testWalk follows what is done with the *testing.T of a subtest.
type testWalk struct{ seen map[ssa.Value]bool }

// staysInOrder reports whether nobody calls Parallel on v, which is a test or leads to one: its methods are called, and
// it is passed to functions of which the source is at hand.
func (w *testWalk) staysInOrder(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	uses := v.Referrers()
	return uses != nil && !slices.ContainsFunc(*uses, func(use ssa.Instruction) bool { return !w.keepsOrder(use, v) })
}

func (w *testWalk) keepsOrder(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && (use.Val != v || w.staysInOrder(a))
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.ChangeInterface:
		return w.staysInOrder(use.(ssa.Value))
	case *ssa.MakeClosure:
		for i, b := range use.Bindings {
			if b == v && !w.staysInOrder(use.Fn.(*ssa.Function).FreeVars[i]) {
				return false
			}
		}
		return true
	case ssa.CallInstruction:
		return w.callKeepsOrder(use.Common(), v)
	}
	return false
}

func (w *testWalk) callKeepsOrder(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return call.Value == v && call.Method.Name() != "Parallel" && !slices.Contains(call.Args, v)
	}
	callee := call.StaticCallee()
	if callee == nil {
		return false
	}
	if obj := Object(callee); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "testing" {
		return obj.Name() != "Parallel"
	}
	for i, arg := range call.Args {
		if arg == v && (callee.Blocks == nil || i >= len(callee.Params) || !w.staysInOrder(callee.Params[i])) {
			return false
		}
	}
	return true
}
