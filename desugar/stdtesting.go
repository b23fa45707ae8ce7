package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// testReports are the methods by which a test says how it goes. They touch nothing of the program but what they print.
// One that is called after its test has ended panics.
var testReports = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range []string{"Error", "Errorf", "Fail", "Failed", "Helper", "Log", "Logf", "Name", "Skipped"} {
		all["(*testing.common)."+name] = true
	}
	return all
}()

// reportsOfTest translates a call of one of these in the goroutine of the test, in which the test has not ended, and
// reports whether it is one. Elsewhere such a method is code that is not at hand, like any other.
func (t *translator) reportsOfTest(inv *emit.Invocation) (emit.Value, bool) {
	if !testReports[inv.Name] || len(inv.Argv) == 0 || !isOwnTest(inv.Argv[0]) || !t.knowsAllUnderWay() {
		return emit.Value{}, false
	}
	args := slices.DeleteFunc(t.passed(inv), func(p passed) bool { return p.arg == 0 }) // without the test itself
	return t.pureOn(inv, args), true
}

// isOwnTest reports whether v leads to a test that a function was passed, and not to one that was kept somewhere, which may have ended.
func isOwnTest(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.FieldAddr: // where the type of the test embeds the one with the methods
		n, ok := types.Unalias(analysis.Deref(v.X.Type())).(*types.Named)
		return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" && isOwnTest(v.X)
	case *ssa.UnOp:
		return isOwnTest(v.X)
	case *ssa.Alloc:
		return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
			s, stores := use.(*ssa.Store)
			if !stores {
				return false
			}
			_, passed := s.Val.(*ssa.Parameter)
			return s.Addr != v || !passed
		})
	case *ssa.FreeVar:
		fn := v.Parent()
		i := slices.Index(fn.FreeVars, v)
		return fn.Referrers() != nil && !slices.ContainsFunc(*fn.Referrers(), func(use ssa.Instruction) bool {
			made, ok := use.(*ssa.MakeClosure)
			return ok && !isOwnTest(made.Bindings[i])
		})
	}
	return false
}
