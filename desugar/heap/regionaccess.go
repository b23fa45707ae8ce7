package heap

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// inNoRegion answers a question about a place in an object that no variable's annotation speaks of, where no region that the function has a
// name for does: other regions are somebody else's. What is in none is as unsaid says.
func (m *Memory) inNoRegion(ref *ir.Expr, q Question, unsaid *ir.Expr) *ir.Expr {
	if m.inRegions() == nil {
		return unsaid
	}
	return ir.Ite(isUnowned(m.regionOf(ref)), unsaid, m.somebodyElses(q))
}

// inItsRegion answers a question about a value of type t at ref as the region says that it is in; what is in none is as held says, given the
// answer for what no variable holds. A value of a type with synchronisation of its own is in no region. One of a type that nobody
// writes is written only as an element of an array.
func (m *Memory) inItsRegion(t types.Type, ref *ir.Expr, q Question, held func(unheld *ir.Expr) *ir.Expr) *ir.Expr {
	unheld := m.unowned(q, t)
	regional := m.Facts.IsRegional(t)
	if !m.Facts.IsPlain(t) || !regional && !m.Need.Regions {
		return held(unheld)
	}
	if name := analysis.StructName(t); regional && (name == nil || !m.Facts.IsImmutable(name)) {
		return m.orRegion(ref, q, held(m.inNoRegion(ref, q, unheld)))
	}
	variable := held(m.callersOr(t, ref, q, unheld))
	if !regional && !m.Facts.MayBeElement(t) {
		return variable
	}
	element := ir.Eq(ir.Apply(m.Kind, ref), ElemKind)
	return ir.Ite(element, m.orRegion(ref, q, held(m.inNoRegion(ref, q, unheld))), variable)
}

// callersOr is the answer to a question about a variable that is no struct: it may be one that the function counts on its caller to have.
func (m *Memory) callersOr(t types.Type, ref *ir.Expr, q Question, answer *ir.Expr) *ir.Expr {
	if !m.callersVariables[analysis.TypeKey(t)] {
		return answer
	}
	return ir.Ite(ir.Eq(m.regionOf(ref).kind, ofCaller), m.isMine(q), answer)
}

// isMine is the answer to a question about what nobody but the goroutine touches.
func (m *Memory) isMine(q Question) *ir.Expr {
	if q.isSaid() {
		return ir.True
	}
	return ir.Eq(q.who, m.Tid)
}

// orRegion is the answer to a question about a place in an object: as the object's region says, if the function has a name for it. In the
// caller's nobody but the goroutine touches it.
func (m *Memory) orRegion(ref *ir.Expr, q Question, answer *ir.Expr) *ir.Expr {
	if !m.Need.Regions {
		return answer
	}
	r := m.regionOf(ref)
	for _, g := range m.groupsByName() {
		if !m.Facts.IsHandedOver(g.Variable) {
			answer = ir.Ite(ir.Eq(r.kind, groupKind(g)), m.access(g.Variable, ownerOf(g.Variable, r.object), nil, q), answer)
		}
	}
	if m.keepsPermissions() {
		answer = ir.Ite(ir.Eq(r.kind, handed), m.permission(r.object, q), answer)
	}
	return ir.Ite(ir.Eq(r.kind, ofCaller), m.isMine(q), answer)
}

// inNoRegionAt is inNoRegion for arrays, stores of maps and variables, which functions that have nothing in a region need not know of.
func (m *Memory) inNoRegionAt(ref *ir.Expr, q Question, unsaid *ir.Expr) *ir.Expr {
	if !m.Need.Regions {
		return unsaid
	}
	return m.inNoRegion(ref, q, unsaid)
}

// moreRegions updates need with what this translation found out about regions, and reports whether there was anything new.
func (m *Memory) moreRegions(need *Needs) bool {
	changed := m.WantsRegions && !need.Regions
	need.Regions = need.Regions || m.WantsRegions
	if !need.Regions {
		return false
	}
	groups := maps.Clone(need.Groups)
	if groups == nil {
		groups = map[*analysis.Group]bool{}
	}
	for g := range m.usedGroups {
		changed = changed || !groups[g]
		groups[g] = true
	}
	need.Groups = groups
	return changed
}

// groupsByName returns the guard groups that the function has names for, in a fixed order.
func (m *Memory) groupsByName() []*analysis.Group {
	return slices.SortedFunc(maps.Keys(m.Need.Groups), func(a, b *analysis.Group) int { return cmp.Compare(a.Name, b.Name) })
}

// guardsOfRegions returns what is written about the regions that the function has names for, for messages.
func (m *Memory) guardsOfRegions() []*ir.Clause {
	var clauses []*ir.Clause
	for _, g := range m.groupsByName() {
		for _, c := range m.GuardClauses(m.Facts.Guard(g.Variable)) {
			if owner := m.Facts.Owners[g.Variable]; owner != "" {
				c.Text += " of its " + owner
			}
			clauses = append(clauses, c)
		}
	}
	return clauses
}

// mentions notes that the function names a variable, and so its guard group.
func (m *Memory) mentions(v *types.Var) {
	m.mentioned[m.Facts.Field(v)] = true
	if g := m.Facts.GroupOf(v); g != nil {
		m.usedGroups[g] = true
	}
}
