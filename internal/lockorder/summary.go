package lockorder

import (
	"cmp"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A way leads from a call in a function to what happens in the callee in the end.
type way struct {
	pos  token.Pos
	fn   *ssa.Function // around pos
	next *way          // in the callee
}

func (w *way) length() int {
	n := 0
	for ; w != nil; w = w.next {
		n++
	}
	return n
}

// or is the shorter of two ways, and the first among equals.
func (w *way) or(v *way) *way {
	if w == nil || v != nil && v.length() < w.length() {
		return v
	}
	return w
}

// An acquisition is a lock that a function waits for and takes.
type acquisition struct {
	lock
	mode  mode
	freed map[lock]bool // of its callers' locks, before
	gates []gate        // that it holds itself
	way   *way
	sure  bool // that the calls on the way are of these functions
	// nested: the code says that it is the second of two locks of a class (gVisor's NestedLock), whose order is up to it.
	nested bool
}

// A gate is a lock that is surely held where an edge comes about.
type gate struct {
	lock
	mode mode
	// beside: it is in the object from which the code comes to a lock of the edge, so that it is the same one where these are.
	beside bool
}

// An edge says that a function acquires one lock while it, or its callee, holds another.
type edge struct {
	held, acquired lock
	heldMode, mode mode
	relation       relation
	gates          []gate
	holds, takes   *way
	sure           bool
	once           *ssa.Function // it comes of this function, which runs once, alone
	apart          bool          // it comes of a goroutine that the function starts
	// heldAt and takenAt are the names of the locks in the function that it comes of, where one of the two is none.
	heldAt, takenAt *memory.Place
}

// A summary is what callers need to know of a function, in its own terms.
type summary struct {
	acquired map[acquiredKey]*acquisition
	edges    map[edgeKey]*edge
	held     map[lock]holding // at return
	freed    map[lock]bool    // likewise
	calls    map[*ssa.Parameter]*called
	escapes  map[*ssa.Parameter]bool
	fresh    []bool // results
	// inOrder are the edges, and takes the acquisitions, in an order that is the same in every run.
	inOrder []*edge
	takes   []*acquisition
}

// A called is what is so where a function calls one that it was passed.
type called struct {
	held  map[lock]holding
	freed map[lock]bool
	way   *way
}

type acquiredKey struct {
	lock
	mode mode
}

type edgeKey struct {
	held, acquired lock
	heldMode, mode mode
	relation       relation
	gates          string
	once           *ssa.Function
	apart          bool
	at             token.Pos // where it comes about, if that is against a stated order: all such places are told
}

func newSummary() *summary {
	return &summary{acquired: map[acquiredKey]*acquisition{}, edges: map[edgeKey]*edge{}, held: map[lock]holding{},
		freed: map[lock]bool{}, calls: map[*ssa.Parameter]*called{}, escapes: map[*ssa.Parameter]bool{}}
}

// equal reports whether two summaries say the same to callers, however they come to say so.
func (s *summary) equal(t *summary) bool {
	return t != nil && len(s.acquired) == len(t.acquired) && len(s.edges) == len(t.edges) && len(s.calls) == len(t.calls) &&
		(&state{held: s.held, freed: s.freed}).equal(&state{held: t.held, freed: t.freed}) && maps.Equal(s.escapes, t.escapes) &&
		slices.Equal(s.fresh, t.fresh)
}

// acquire notes an acquisition. Of several of one lock the callers know what goes for all.
func (s *summary) acquire(a *acquisition) {
	key := acquiredKey{a.lock, a.mode}
	old := s.acquired[key]
	if old == nil {
		s.acquired[key] = a
		return
	}
	merged := *old
	merged.freed = joinFreed(old.freed, a.freed)
	merged.gates = common(old.gates, a.gates)
	merged.sure, merged.nested = old.sure || a.sure, old.nested && a.nested
	if old.sure == a.sure {
		merged.way = old.way.or(a.way)
	} else if a.sure {
		merged.way = a.way
	}
	s.acquired[key] = &merged
}

func common(a, b []gate) []gate {
	return slices.DeleteFunc(slices.Clone(a), func(g gate) bool { return !slices.Contains(b, g) })
}

// add notes an edge.
func (s *summary) add(p *program, e *edge) {
	key := edgeKey{e.held, e.acquired, e.heldMode, e.mode, e.relation, p.gatesKey(e.gates), e.once, e.apart, token.NoPos}
	if p.stated.against(e.held.class, e.acquired.class) != nil {
		key.at = meeting(e).pos
	}
	old := s.edges[key]
	if old == nil || e.sure && !old.sure || e.sure == old.sure && e.holds.length()+e.takes.length() < old.holds.length()+old.takes.length() {
		s.edges[key] = e
	}
}

// sortedEdges lists edges in an order that is the same in every run.
func (p *program) sortedEdges(edges map[edgeKey]*edge) []*edge {
	return slices.SortedFunc(maps.Values(edges), func(a, b *edge) int {
		return cmp.Or(p.compareWays(a.takes, b.takes), p.compareWays(a.holds, b.holds), p.compareLocks(a.held, b.held),
			p.compareLocks(a.acquired, b.acquired), cmp.Compare(a.heldMode, b.heldMode), cmp.Compare(a.mode, b.mode),
			cmp.Compare(a.relation.kind, b.relation.kind), cmp.Compare(p.gatesKey(a.gates), p.gatesKey(b.gates)))
	})
}

func (p *program) sortedAcquisitions(all map[acquiredKey]*acquisition) []*acquisition {
	return slices.SortedFunc(maps.Values(all), func(a, b *acquisition) int {
		if c := p.compareWays(a.way, b.way); c != 0 {
			return c
		}
		return cmp.Or(p.compareLocks(a.lock, b.lock), cmp.Compare(a.mode, b.mode))
	})
}

func (p *program) sortedLocks(held map[lock]holding) []lock {
	return slices.SortedFunc(maps.Keys(held), func(a, b lock) int {
		if c := p.compareWays(held[a].way, held[b].way); c != 0 {
			return c
		}
		return p.compareLocks(a, b)
	})
}
