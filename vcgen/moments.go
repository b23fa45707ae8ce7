package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// What a block is shown to do rests on what held when it began, and on its steps; and what holds of all objects held then, too.
// So of near conditions, instances at the witnesses of such goals are made only for universals that speak of memory as it was
// then or has been since: those of earlier moments of the function would be most of the text of a goal.

// A moment is the memory that a goal is about: the versions of arrays that it mentions, and those that these may be.
type moment struct {
	versions map[*ir.Var]bool
	// of has the variables whose versions they are. False stands for those of which it mentions versions that are not connected:
	// what became of them in between matters.
	of map[*ir.Var]bool
}

// momentOf is the moment of what a goal asserts, nil if it is not only about a block.
func (g *generator) momentOf(pt *point) *moment {
	if g.tier != Near || pt.assert == nil {
		return nil
	}
	switch pt.assert.Check.Kind {
	case ir.InvariantAtYield, ir.NotAtomic, ir.ReturnTooSoon:
	default:
		return nil
	}
	m := &moment{versions: map[*ir.Var]bool{}, of: map[*ir.Var]bool{}}
	mentioned := map[*ir.Var][]*ir.Var{} // by variable
	for _, v := range g.arraysIn(pt.cond) {
		of := g.origins[v].of
		mentioned[of] = append(mentioned[of], v)
		g.follow(v, m.versions)
	}
	for v := range m.versions {
		of := g.origins[v].of
		m.of[of] = g.connected(mentioned[of])
	}
	return m
}

// connected reports whether one of the versions may be each of the others.
func (g *generator) connected(vs []*ir.Var) bool {
	return len(vs) < 2 || slices.ContainsFunc(vs, func(v *ir.Var) bool {
		from := map[*ir.Var]bool{}
		g.follow(v, from)
		return !slices.ContainsFunc(vs, func(w *ir.Var) bool { return !from[w] })
	})
}

// follow adds a version, and those that it may be: along the edges into the block that joins them.
func (g *generator) follow(v *ir.Var, found map[*ir.Var]bool) {
	if found[v] {
		return
	}
	found[v] = true
	if o := g.origins[v]; o.kind == joined {
		for _, e := range o.in.in {
			for _, w := range g.arraysIn(e.value[v]) {
				g.follow(w, found)
			}
		}
	}
}

// arraysIn lists the versions of arrays of which e speaks.
func (g *generator) arraysIn(e *ir.Expr) []*ir.Var {
	if vs, ok := g.arrays[e]; ok {
		return vs
	}
	var vs []*ir.Var
	seen := map[*ir.Expr]bool{}
	ir.Walk(e, func(x *ir.Expr) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if x.Op == ir.OpVar && isArray(x) && g.origins[x.Var].of != nil && !slices.Contains(vs, x.Var) {
			vs = append(vs, x.Var)
		}
		return true
	})
	g.arrays[e] = vs
	return vs
}

// outdated reports whether u speaks of other moments than the goal alone.
func (s *scope) outdated(u *universal) bool {
	m := s.moment()
	if m == nil {
		return false
	}
	earlier := false
	for _, v := range s.arraysIn(u.quantifier) {
		of := s.origins[v].of
		switch {
		case !m.of[of] || s.count[of] == 0: // of no concern, or it never changes
		case m.versions[v]:
			return false
		default:
			earlier = true
		}
	}
	return earlier
}

// moment is the moment of the goal that s is for.
func (s *scope) moment() *moment {
	for ; s != nil; s = s.parent {
		if s.about != nil {
			return s.about
		}
	}
	return nil
}

// ofWitness reports whether one of the keys depends on a witness.
func (g *generator) ofWitness(keys []*ir.Expr) bool {
	return slices.ContainsFunc(keys, func(k *ir.Expr) bool { return g.location(k).witness })
}
