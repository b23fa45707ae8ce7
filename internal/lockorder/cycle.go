package lockorder

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
)

// order collects the edges that functions leave which anybody may call.
func (p *program) order() []*edge {
	best := newSummary()
	for _, fn := range p.functions {
		sum := p.summaries[fn]
		if sum == nil || !p.open[fn] {
			continue
		}
		for _, a := range sum.takes {
			if a.class != nil && a.mode == writing {
				p.writers[a.class] = true
			}
		}
		for _, e := range sum.inOrder {
			if e.held.class == nil || e.acquired.class == nil {
				continue
			}
			root := *e
			if e.held.class.waiting != NoWaiting || e.acquired.class.waiting != NoWaiting {
				root.heldAt, root.takenAt = e.held.at, e.acquired.at
			}
			root.held.at, root.acquired.at = nil, nil // names mean nothing outside the function
			if runsOnce(fn) && !e.apart {
				root.once = fn
			}
			best.add(p, &root)
		}
	}
	edges := p.sortedEdges(best.edges)
	slices.SortStableFunc(edges, func(a, b *edge) int {
		return cmp.Or(sureFirst(a, b), cmp.Compare(a.holds.length()+a.takes.length(), b.holds.length()+b.takes.length()))
	})
	return edges
}

func sureFirst(a, b *edge) int {
	switch {
	case a.sure == b.sure:
		return 0
	case a.sure:
		return -1
	}
	return 1
}

// cycles finds the circles of one, two and three edges, one for each set of locks.
func (p *program) cycles() [][]*edge {
	edges := p.order()
	next := map[*edge][]*edge{}
	for _, e := range edges {
		for _, f := range edges {
			if f != e && e.acquired.class.mayBe(f.held.class) {
				next[e] = append(next[e], f)
			}
		}
	}
	found := map[string][]*edge{}
	short := map[[2]*class]bool{} // pairs of locks in circles of one and two
	try := func(c ...*edge) {
		if key := cycleKey(c); found[key] == nil && p.isCycle(c) {
			found[key] = c
			first, last := c[0].held.class.core, c[len(c)-1].held.class.core
			short[[2]*class{first, last}], short[[2]*class{last, first}] = true, true
		}
	}
	for _, e := range edges {
		try(e)
		for _, f := range next[e] {
			try(e, f)
		}
	}
	p.triples(edges, next, short, found)
	all := slices.Collect(maps.Values(found))
	for i, c := range all {
		all[i] = p.rotate(c)
	}
	slices.SortFunc(all, func(a, b []*edge) int {
		return cmp.Or(p.comparePositions(meeting(a[0]).pos, meeting(b[0]).pos), cmp.Compare(cycleKey(a), cycleKey(b)))
	})
	return all
}

// triples adds the circles of three edges of which no two locks are in a shorter one. Each begins with the first of its edges.
func (p *program) triples(edges []*edge, next map[*edge][]*edge, short map[[2]*class]bool, found map[string][]*edge) {
	number := map[*edge]int{}
	for i, e := range edges {
		number[e] = i
	}
	known := func(e, f *edge) bool { return short[[2]*class{e.held.class.core, f.held.class.core}] }
	for _, e := range edges {
		if ofOneVariable(e) {
			continue
		}
		for _, f := range next[e] {
			if number[f] < number[e] || known(e, f) || ofOneVariable(f) {
				continue
			}
			for _, g := range next[f] {
				if number[g] < number[e] || g == f || known(e, g) || known(f, g) || !g.acquired.class.mayBe(e.held.class) {
					continue
				}
				c := []*edge{e, f, g}
				if key := cycleKey(c); found[key] == nil && p.isCycle(c) {
					found[key] = c
				}
			}
		}
	}
}

// cycleKey is the locks of a circle.
func cycleKey(c []*edge) string {
	var names []string
	for _, e := range c {
		names = append(names, e.held.class.key())
	}
	if len(c) == 1 {
		names = append(names, names[0])
	}
	slices.Sort(names)
	key := names[0]
	for _, n := range names[1:] {
		key += "\n" + n
	}
	return key
}

// rotate begins a circle with the edge that waits for a goroutine, or comes first in the source.
func (p *program) rotate(c []*edge) []*edge {
	first := 0
	for i := range c {
		if c[i].acquired.class.waiting != NoWaiting {
			first = i
			break
		}
		if p.comparePositions(meeting(c[i]).pos, meeting(c[first]).pos) < 0 {
			first = i
		}
	}
	return slices.Concat(c[first:], c[:first])
}

// meeting returns where an edge comes about: the call, or the acquisition, in the function that holds the first lock by then.
func meeting(e *edge) *way {
	h, t := e.holds, e.takes
	for h != nil && t.next != nil && h.pos == t.pos {
		h, t = h.next, t.next
	}
	return t
}

// isCycle reports whether goroutines that go these ways at the same time may wait for each other. A circle of which an edge goes against
// a stated order is told as that.
func (p *program) isCycle(c []*edge) bool {
	for i, e := range c {
		f := c[(i+1)%len(c)]
		if !e.acquired.class.mayBe(f.held.class) || !p.excludes(e, f) {
			return false
		}
	}
	if p.haveGate(c) || alone(c) || otherObject(c) || slices.ContainsFunc(c, func(e *edge) bool { return p.stated.against(e.held.class, e.acquired.class) != nil }) {
		return false
	}
	e := c[0]
	switch {
	case len(c) == 1:
		return e.relation.kind == peers
	case len(c) == 2 && ofOneVariable(e) && ofOneVariable(c[1]):
		return p.opposite(e.relation, c[1].relation)
	}
	return !slices.ContainsFunc(c, ofOneVariable)
}

// ofOneVariable reports whether the two locks of an edge are in one variable, of two objects.
func ofOneVariable(e *edge) bool {
	return e.held.class.core == e.acquired.class.core && e.relation.kind != within
}

// excludes reports whether what one acquires waits for what the other holds. Who wants to read waits for readers, too, where
// somebody waits to write.
func (p *program) excludes(e, f *edge) bool {
	if e.mode&writing != 0 || f.heldMode&writing != 0 {
		return true
	}
	for w := range p.writers {
		if w.mayBe(e.acquired.class) {
			return true
		}
	}
	return false
}

// alone reports whether one goroutine goes all the ways, one after another.
func alone(c []*edge) bool {
	return c[0].once != nil && !slices.ContainsFunc(c, func(e *edge) bool { return e.once != c[0].once })
}

// haveGate reports whether a lock is held on all ways, so that the circle never comes about.
func (p *program) haveGate(c []*edge) bool {
	for _, g := range c[0].gates {
		if slices.ContainsFunc(c, func(e *edge) bool { return e.held.class.mayBe(g.class) || e.acquired.class.mayBe(g.class) }) {
			continue
		}
		readers, all := 0, true
		for _, e := range c {
			i := slices.IndexFunc(e.gates, func(h gate) bool {
				return h.class == g.class && (isVariable(h.class) || h.beside || len(c) == 1)
			})
			if all = i >= 0; !all {
				break
			}
			if e.gates[i].mode&reading != 0 {
				readers++
			}
		}
		if all && readers == 0 {
			return true
		}
	}
	return false
}

// isVariable reports whether there is one lock of the class only.
func isVariable(c *class) bool { return c.root != nil }

// opposite reports whether objects that are so related may be the same two, in the opposite order.
func (p *program) opposite(r, s relation) bool {
	switch {
	case r.kind == down && s.kind == up:
		return r.link == s.link
	case r.kind == up && s.kind == down:
		return r.link == s.link
	case r.kind == s.kind && (r.kind == down || r.kind == up):
		return p.inverse[[2]*types.Var{r.link, s.link}]
	}
	return false
}
