package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// Who calls a function by its name has its code or its contract at hand. Who calls it by a function value, or by an interface
// without contracts, has not: there it counts as code of which nothing is known but what is believed of all such code
// (foreign.go). So a function that may be called so has to keep to that, whether its name is exported or not.

// keepsToItsKind makes a function unknown that may be called without its name and gives back a lock that its caller holds, as
// believed of such calls is that they leave locks alone.
func (t *translator) keepsToItsKind(fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !t.prog.Unnamed[obj.Origin()] || t.refines != nil || t.Out.Trusted {
		return
	}
	held := t.prog.HeldFor(fn)
	if len(held) > 0 && !t.prog.Separable(fn) || t.contract != nil && len(t.contract.Returns) > 0 {
		t.Unsupported(fn.Pos(), "%s, which may release or keep a lock of its caller, as a value or behind an interface", analysis.FunctionName(fn))
	}
}
