package heap

import "github.com/calvin-go/calvin/ir"

// What is moved about within a structure, as by a swap of two elements, stays in its region. That is checked where it
// is stored, instead of having the two regions become one: each time they would, all of what is known of local objects
// is said anew.

// noteContainer notes that the value v was read from the place p: of an object that is in a region as a whole, where
// nothing says more of the place.
func (m *Memory) noteContainer(v *ir.Expr, p Place) {
	if c := p.container(); c != nil && v.Op == ir.OpVar && m.isInside(p) {
		m.readFrom[v.Var] = c
	}
}

// isInside reports whether a place is part of an object that is in a region, or an element: not a variable with a region of its own.
func (m *Memory) isInside(p Place) bool {
	if p.Variable == nil {
		return true
	}
	owner := m.Facts.OwnerType(p.Variable)
	return owner != nil && m.Facts.IsRegional(owner) && m.Facts.GroupOf(p.Variable) == nil
}

// fromWithin reports whether the reference was read from the structure that the place p is part of, as far as the text tells.
func (m *Memory) fromWithin(ref *ir.Expr, p Place) bool {
	to := p.container()
	if to == nil || !m.isInside(p) {
		return false
	}
	above := m.containers(to)
	for _, c := range m.containers(ref)[1:] {
		for _, a := range above {
			if ir.Equal(c, a) {
				return true
			}
		}
	}
	return false
}

// staysAsItIs says of such a reference that to store it publishes nothing: it is shared already, or both are the goroutine's own.
func (m *Memory) staysAsItIs(ref, local *ir.Expr) *ir.Assert {
	stored := ir.And(local, m.Mine(ref), ir.Select(ir.V(m.Stored), ir.Apply(m.Base, ref)))
	return &ir.Assert{Cond: ir.Or(ir.Eq(ref, ir.Nil), m.IsShared(ref), stored), Check: ir.Check{Kind: ir.OtherRegion}}
}

// containers returns the reference, what it was read from, what that was read from, and so on.
func (m *Memory) containers(ref *ir.Expr) []*ir.Expr {
	all := []*ir.Expr{ref}
	for ref.Op == ir.OpVar && len(all) < maxContainers {
		c := m.readFrom[ref.Var]
		if c == nil {
			break
		}
		all, ref = append(all, c), c
	}
	return all
}

// maxContainers bounds how far back is looked for what two references were read from.
const maxContainers = 8
