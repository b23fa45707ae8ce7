package vcgen

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A formula asks for witnesses where its truth means that there is something: an existential that is true, a universal that
// is false, and two arrays that differ, which they do somewhere.

// asks lists the sorts of the witnesses that e asks for under a sign, nil if it asks for none.
func asks(e *ir.Expr, sg sign) []*ir.Sort {
	switch {
	case e.Op == ir.OpNot:
		return asks(e.Args[0], sg.flip())
	case e.Op == ir.OpForall && sg == negative, e.Op == ir.OpExists && sg == positive:
		sorts := make([]*ir.Sort, len(e.Bound))
		for i, v := range e.Bound {
			sorts[i] = v.Sort
		}
		return sorts
	case e.Op == ir.OpEq && sg == negative && isArray(e.Args[0]):
		return []*ir.Sort{e.Args[0].Sort.Key}
	}
	return nil
}

// ask names witnesses for e, which asks for some or whose parts all ask for the same, and says what they are; they join the
// index sets. Rows of nested arrays get theirs by the demand for the equality of the rows.
//
// A conjunction that is false, or a disjunction that is true, asks for one witness for all its parts: one of them has it. So
// what a frame keeps of a dozen fields is violated at one object, and the program needs to be known at that one alone.
func (s *scope) ask(e *ir.Expr, sg sign, gen int) {
	asking := []*ir.Expr{e}
	if asks(e, sg) == nil {
		asking = e.Args
	}
	ws := s.witnesses(asks(asking[0], sg))
	ways := make([]*ir.Expr, len(asking))
	for i, a := range asking {
		ways[i] = s.at(a, sg, ws)
	}
	says := s.implies(s.signed(s.ground(e), sg), s.terms.canon(ir.Or(ways...)))
	s.asked[s.ground(says)] = true
	s.assume(says, gen)
}

// parts are what a demand for e comes to, and under which signs: its arguments, but those that ask for the same sorts of
// witnesses together; e itself if it asks for witnesses.
func (g *generator) parts(e *ir.Expr, sg sign) []demand {
	if e.Op != ir.OpNot && asks(e, sg) != nil {
		return []demand{{e, sg}}
	}
	var found []demand
	groups := together(e, sg)
	for _, group := range groups {
		found = append(found, demand{g.terms.canon(&ir.Expr{Op: e.Op, Sort: ir.Bool, Args: group}), sg})
	}
	for i, a := range e.Args {
		if !slices.ContainsFunc(groups, func(group []*ir.Expr) bool { return slices.Contains(group, a) }) {
			found = append(found, demand{a, argSign(e, i, sg)})
		}
	}
	return found
}

// together groups those parts of a false conjunction or a true disjunction that ask for the same sorts of witnesses.
func together(e *ir.Expr, sg sign) [][]*ir.Expr {
	if e.Op != ir.OpAnd && e.Op != ir.OpOr || (e.Op == ir.OpAnd) != (sg == negative) {
		return nil
	}
	var keys []string // of the groups
	var groups [][]*ir.Expr
	for _, a := range e.Args {
		sorts := asks(a, sg)
		if sorts == nil {
			continue
		}
		var key strings.Builder
		for _, sort := range sorts {
			key.WriteString(sortKey(sort) + ";")
		}
		n := slices.Index(keys, key.String())
		if n < 0 {
			n = len(keys)
			keys, groups = append(keys, key.String()), append(groups, nil)
		}
		groups[n] = append(groups[n], a)
	}
	return slices.DeleteFunc(groups, func(group []*ir.Expr) bool { return len(group) == 1 })
}

// at is what the witnesses witness.
func (s *scope) at(e *ir.Expr, sg sign, ws []*ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpNot:
		return s.at(e.Args[0], sg.flip(), ws)
	case ir.OpEq:
		return s.not(s.terms.canon(ir.Eq(s.terms.selectFrom(e.Args[0], ws), s.terms.selectFrom(e.Args[1], ws))))
	}
	return s.signed(s.terms.bind(e.Args[0], e.Bound, ws), sg)
}

// signed is e, or its negation.
func (g *generator) signed(e *ir.Expr, sg sign) *ir.Expr {
	if sg == negative {
		return g.not(e)
	}
	return e
}

// witnesses are constants that nothing is known of. Goals are asked one at a time, so all take theirs from the same
// series: what the program says of the first witness is the same text for each goal, which a solver reads once.
func (s *scope) witnesses(sorts []*ir.Sort) []*ir.Expr {
	ws := make([]*ir.Expr, len(sorts))
	for i, sort := range sorts {
		if s.parent == nil {
			ws[i] = s.constant(s.names.numbered("witness"), sort, arbitrary)
			continue
		}
		key := sortKey(sort)
		n := s.taken(key)
		s.took[key]++
		if n == len(s.series[key]) {
			s.series[key] = append(s.series[key], s.constant(s.names.numbered("some"), sort, witness))
		}
		ws[i] = s.series[key][n]
	}
	return ws
}

// taken is how many witnesses of a sort the goal has so far.
func (s *scope) taken(key string) int {
	n := 0
	for ; s.parent != nil; s = s.parent {
		n += s.took[key]
	}
	return n
}
