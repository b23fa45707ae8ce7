package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// What is seen to be not nil wherever it is used: addresses, what has just been made, parameters that callers may not pass nil for,
// and what functions return that return nothing else.

// comesFirst reports whether the variable a is assigned by s before anything else is done with it.
func comesFirst(s *ssa.Store, a *ssa.Alloc) bool {
	for _, use := range *a.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok && use != ssa.Instruction(s) && !analysis.ComesBefore(s, use) {
			return false
		}
	}
	return true
}
