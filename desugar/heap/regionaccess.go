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

// inItsRegion answers a question about a value of type t at ref as the region says that it is in; what is in none is as
// held says, given the answer for what no variable holds. A value of a type with synchronisation of its own is in no
// region. One of a type that nobody writes is written only as an element of an array.
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
			answer = ir.Ite(ir.Eq(r.kind, groupKind(g)), m.groupAccess(g.Variable, r.object, q), answer)
		}
	}
	if m.keepsPermissions() {
		answer = ir.Ite(ir.Eq(r.kind, handed), m.permission(r.object, q), answer)
	}
	return ir.Ite(ir.Eq(r.kind, ofCaller), m.isMine(q), answer)
}

// groupAccess answers a question about what is in the region of a guard group, as the variable that stands for the group says.
func (m *Memory) groupAccess(v *types.Var, object *ir.Expr, q Question) *ir.Expr {
	if hasObject(v) && !v.IsField() {
		return m.capturedAccess(m.Facts.Guard(v), object, q)
	}
	return m.access(v, ownerOf(v, object), nil, q)
}

// CapturedGroups returns the guard groups of variables of a function.
func (m *Memory) CapturedGroups(vars []*types.Var) (all []*analysis.Group) {
	for _, v := range vars {
		if g := m.Facts.GroupOf(v); g != nil && !slices.Contains(all, g) {
			all = append(all, g)
		}
	}
	return all
}

// SharedIn says that an object is shared and in the region of one of the guard groups of another.
func (m *Memory) SharedIn(o *ir.Expr, groups []*analysis.Group, object *ir.Expr) *ir.Expr {
	r := m.inRegions()
	its, in := region{ir.Select(ir.V(r.kind), o), ir.Select(ir.V(r.object), o)}, ir.False
	for _, g := range groups {
		in = ir.Or(in, m.sameRegion(its, m.groupRegion(g, object)))
	}
	return ir.And(ir.Eq(ir.Select(ir.V(m.Status), o), ir.N(ir.Shared, ir.Int)), in)
}

// EndGroups returns what happens to the regions of the guard groups of an object whose variables end: all that is in
// them is the goroutine's own, and in one region, in which the object is, too, from then on.
func (m *Memory) EndGroups(groups []*analysis.Group, object *ir.Expr) []ir.Stmt {
	r := m.inRegions()
	if r == nil || r.alone == nil {
		return nil
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	kind, of := m.NewLocal("", r.kind.Sort), m.NewLocal("", r.object.Sort)
	was := region{ir.Select(ir.V(r.kind), ir.V(o)), ir.Select(ir.V(r.object), ir.V(o))}
	ends := ir.False
	for _, g := range groups {
		ends = ir.Or(ends, m.sameRegion(was, m.groupRegion(g, object)))
	}
	ends = ir.And(ends, ir.Eq(ir.Select(ir.V(m.Status), ir.V(o)), ir.N(ir.Mine, ir.Int))) // others may have something of their own in it, where it leads there
	then := choose(ends, region{none, object}, was)
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{kind, of}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Eq(ir.Select(ir.V(kind), ir.V(o)), then.kind), r.kind)},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.Eq(ir.Select(ir.V(of), ir.V(o)), then.object), r.object)},
		&ir.Assign{Dst: r.kind, Src: ir.V(kind)},
		&ir.Assign{Dst: r.object, Src: ir.V(of)},
		setAt(r.alone, object, ir.True, ir.False),
		setAt(r.joined, object, ir.True, ir.True),
	}
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
	m.Particular = true
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
