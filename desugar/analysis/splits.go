package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Splits reports whether a function has goroutines write elements of a slice that it is passed, as `for i := range xs {
// wg.Add(1); go func() { xs[i] *= 2 … } }`. It counts on its callers to have the slice to themselves as a whole, and
// has it back when it returns. Each call in checked code is checked with the body in place; whoever calls the function
// besides is told so by its documentation. The elements lead nowhere.
func (p *Facts) Splits(param *ssa.Parameter) bool {
	s, ok := param.Type().Underlying().(*types.Slice)
	if !ok || LeadsToMemory(s.Elem()) || !p.SynchronisedFor(param) {
		return false
	}
	fn := param.Parent()
	return p.CallersSynchronise(fn) && !p.Outlined[fn] && !p.TakesOver(param) && !p.isLentBytes(param) && p.WritesThrough(param) && p.letsKnow(param, map[ssa.Value]bool{})
}
