package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
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

// asksItsCallers makes a function unknown that requires something of its callers, if checked code may call it where
// that is not asked for. Whoever passes what is local is asked for that only where the code says so.
func (t *translator) asksItsCallers(fn *ssa.Function) {
	if t.contract == nil || t.refines != nil || t.Out.Trusted || !t.prog.CalledUntold(fn) {
		return
	}
	for _, c := range t.contract.Requires {
		if _, local := c.Expr.(*annot.Local); !local {
			t.Unsupported(fn.Pos(), "%s, which requires something of its callers, as a value or behind an interface without a contract", analysis.FunctionName(fn))
			return
		}
	}
}
