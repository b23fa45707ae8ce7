package heap

import (
	"maps"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Any guarded slice of ints anywhere may own the array of a slice of ints. A function looks at those that it names one by one. All others are one
// case to it, "somebody else's": it may not touch what they own, and knows nothing of it when others have run. So what
// is asked of a function does not grow with the code that it is checked along with.

// byName parts the variables that own arrays or stores for good: those that the function names, with all that hold values in some other way,
// and the rest.
func (m *Memory) byName(all []analysis.Container) (named, others []analysis.Container) {
	for _, c := range all {
		v := m.Facts.Field(c.Variable)
		if m.Need.Names == nil || m.Need.Names[v] || !c.OwnsWhole() {
			named = append(named, c)
			continue
		}
		m.unnamed[v] = true
		others = append(others, c)
	}
	return named, others
}

// MoreNames adds to need the variables that this translation took for others' and that the function names, and reports whether there are any.
func (m *Memory) MoreNames(need *Needs) bool {
	changed := false
	names := maps.Clone(need.Names)
	for v := range m.unnamed {
		if m.mentioned[v] {
			names[v], changed = true, true
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

// ownedByOthers answers a question about the elements of the array at arr, which no variable owns that the function names: others may
// own it.
func (m *Memory) ownedByOthers(others []analysis.Container, arr *ir.Expr, q Question, answer *ir.Expr) *ir.Expr {
	if len(others) == 0 {
		return answer
	}
	theirs := m.isOwned(arr)
	if m.Facts.MayBePart(others[0].Elem) {
		theirs = ir.And(ir.Eq(ir.Apply(m.Kind, arr), RootKind), theirs)
	}
	return ir.Ite(theirs, m.somebodyElses(q), answer)
}

// isOwned is the condition that some variable owns the array or store at ref.
func (m *Memory) isOwned(ref *ir.Expr) *ir.Expr {
	return ir.Ne(ir.Select(ir.V(m.binding().Owner), ref), NoOwner)
}
