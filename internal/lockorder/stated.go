package lockorder

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// stated are the orders that annotations state.
type stated struct {
	all   []*annot.LockOrder
	known map[[2]*class]*annot.LockOrder // what is found by against
}

// against returns the order against which a lock is acquired while the other is held, nil if there is none.
func (s *stated) against(held, acquired *class) *annot.LockOrder {
	if len(s.all) == 0 || held == nil || acquired == nil {
		return nil
	}
	key := [2]*class{held, acquired}
	if o, ok := s.known[key]; ok {
		return o
	}
	var found *annot.LockOrder
	for _, o := range s.all {
		for i, v := range o.Locks[:len(o.Locks)-1] {
			if found == nil && isOf(acquired, v) && s.comesTo(o, i, held, map[*annot.LockOrder]bool{}) {
				found = o
			}
		}
	}
	s.known[key] = found
	return found
}

// comesTo reports whether a lock comes after lock number i of an order, there or in orders that go on from those.
func (s *stated) comesTo(o *annot.LockOrder, i int, later *class, seen map[*annot.LockOrder]bool) bool {
	seen[o] = true
	for _, v := range o.Locks[i+1:] {
		if isOf(later, v) {
			return true
		}
		for _, p := range s.all {
			j := slices.IndexFunc(p.Locks, func(w annot.LockVar) bool { return slices.Equal(v, w) })
			if j >= 0 && !seen[p] && s.comesTo(p, j, later, seen) {
				return true
			}
		}
	}
	return false
}

// isOf reports whether the locks of a class are in the variable that an annotation names.
func isOf(c *class, v annot.LockVar) bool {
	fields := []*types.Var(v)
	if !v[0].IsField() {
		g, ok := c.root.(*ssa.Global)
		if !ok || g.Object() != v[0] || len(c.path) != len(v)-1 {
			return false
		}
		fields = v[1:]
	}
	if len(c.path) < len(fields) {
		return false
	}
	return slices.EqualFunc(c.path[len(c.path)-len(fields):], fields, func(h *hop, f *types.Var) bool { return h.field == f && !h.deref })
}

// violations lists the edges that go against a stated order, one for each place where they come about.
func (p *program) violations() []*edge {
	found := map[edgeKey]*edge{}
	for _, fn := range p.functions {
		if sum := p.summaries[fn]; sum != nil && p.open[fn] {
			for _, e := range sum.inOrder {
				if p.stated.against(e.held.class, e.acquired.class) == nil {
					continue
				}
				key := edgeKey{held: lock{class: e.held.class.core}, acquired: lock{class: e.acquired.class.core}, at: meeting(e).pos}
				if old := found[key]; old == nil || e.sure && !old.sure {
					found[key] = e
				}
			}
		}
	}
	all := p.sortedEdges(found)
	slices.SortStableFunc(all, func(a, b *edge) int {
		return cmp.Or(p.comparePositions(meeting(a).pos, meeting(b).pos))
	})
	return all
}
