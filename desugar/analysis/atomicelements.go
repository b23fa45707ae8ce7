package analysis

import (
	"go/types"
	"slices"
)

// HasAtomicElements reports whether anybody may write the elements of a slice at any time: by sync/atomic, as a plain
// access would race. Whoever gets the slice and does not know that may use it otherwise.
func (p *Facts) HasAtomicElements(v *types.Var) bool {
	g := p.Guard(v)
	return g != nil && slices.ContainsFunc(g.ElemWrite, isTrue)
}
