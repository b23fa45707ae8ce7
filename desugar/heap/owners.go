package heap

import (
	"maps"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Any guarded slice of ints anywhere may own the array of a slice of ints. A function looks at those that it names one
// by one. All others are one case to it, "somebody else's": it may not touch what they own, and knows nothing of it
// when others have run. So what is asked of a function does not grow with the code that it is checked along with.

// byName returns those of the owners that the function names, and one of the rest; nil if there is none.
func (m *Memory) byName(h *analysis.Holders) (named []analysis.Container, other *analysis.Container) {
	m.Particular = true
	if m.Need.Names == nil {
		return h.Owners, nil
	}
	named, other = h.Named(m.Facts, m.Need.Names)
	if other != nil {
		m.unnamed[h] = true
	}
	return named, other
}

// MoreNames adds to need the variables that this translation took for others' and that the function names, and reports
// whether there are any.
func (m *Memory) MoreNames(need *Needs) bool {
	changed := false
	names := maps.Clone(need.Names)
	for v := range m.mentioned {
		for h := range m.unnamed {
			if h.Owns(v) && !names[v] {
				names[v], changed = true, true
			}
		}
	}
	need.Names = names
	return changed
}

// somebodyElses answers a question about memory of which the function has no name for the owner: others may do there what they
// like.
func (m *Memory) somebodyElses(q Question) *ir.Expr {
	if q.isSaid() {
		return ir.True
	}
	return ir.Ne(q.who, m.Tid)
}

// ownedByOthers answers a question about the elements of the array at arr, which no variable owns that the function names: such as other
// may own it.
func (m *Memory) ownedByOthers(other *analysis.Container, arr *ir.Expr, q Question, answer *ir.Expr) *ir.Expr {
	if other == nil {
		return answer
	}
	theirs := m.isOwned(arr)
	if m.Facts.MayBePart(other.Elem) {
		theirs = ir.And(ir.Eq(ir.Apply(m.Kind, arr), RootKind), theirs)
	}
	return ir.Ite(theirs, m.somebodyElses(q), answer)
}

// isOwned is the condition that some variable owns the array or store at ref.
func (m *Memory) isOwned(ref *ir.Expr) *ir.Expr {
	return ir.Ne(ir.Select(ir.V(m.binding().Owner), ref), NoOwner)
}
