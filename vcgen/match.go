package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// An occurrence is a place in the body of a quantifier where bound variables index an array of some family, or are
// arguments of a function.
type occurrence struct {
	root       root
	number     int // of the root
	keys       []*ir.Expr
	accesses   []*ir.Expr // the Selects, Stores and applications
	determines []bool     // for each bound variable, that a match fixes it
}

// occurrences finds where the variables of q index the arrays that q is to be instantiated on, or any array if those do
// not determine all variables, or else functions as well.
func (s *scope) occurrences(q *ir.Expr) []occurrence {
	arrays, functions := s.indexings(q)
	var on []occurrence
	for _, o := range arrays {
		if slices.ContainsFunc(q.On, func(v *ir.Var) bool { return s.family(v) == o.root.v }) {
			on = append(on, o)
		}
	}
	for _, occs := range [][]occurrence{on, arrays} {
		if !slices.Contains(open(q.Bound, occs), true) {
			return occs
		}
	}
	return slices.Concat(arrays, functions)
}

// open tells of each variable whether no occurrence determines it.
func open(bound []*ir.Var, occs []occurrence) []bool {
	open := make([]bool, len(bound))
	for i := range bound {
		open[i] = !slices.ContainsFunc(occs, func(o occurrence) bool { return o.determines[i] })
	}
	return open
}

// indexings finds where the variables of q index arrays and where they are arguments of functions.
func (s *scope) indexings(q *ir.Expr) (arrays, functions []occurrence) {
	seen := map[*ir.Expr]bool{}
	ir.Walk(q.Args[0], func(e *ir.Expr) bool {
		if seen[e] || !s.terms.mentions(e, q.Bound) {
			return false
		}
		seen[e] = true
		switch e.Op {
		case ir.OpSelect:
			arrays = s.addAccess(arrays, q, e, e.Args[1:])
		case ir.OpStore:
			arrays = s.addAccess(arrays, q, e, e.Args[1:len(e.Args)-1])
		case ir.OpApply:
			if e.Fn.Indexing {
				arrays = s.addOccurrence(arrays, q, e, applications(e.Fn), e.Args)
				break
			}
			functions = s.addOccurrence(functions, q, e, applications(e.Fn), e.Args)
		}
		return true
	})
	return arrays, functions
}

func (s *scope) addAccess(occs []occurrence, q, access *ir.Expr, keys []*ir.Expr) []occurrence {
	for _, p := range s.places(access.Args[0]) {
		occs = s.addOccurrence(occs, q, access, p.root, slices.Concat(p.keys, keys))
	}
	return occs
}

// addOccurrence adds an occurrence unless an equal one is known.
func (s *scope) addOccurrence(occs []occurrence, q, access *ir.Expr, r root, keys []*ir.Expr) []occurrence {
	for i, o := range occs {
		if o.root == r && slices.Equal(o.keys, keys) {
			occs[i].accesses = append(o.accesses, access)
			return occs
		}
	}
	return append(occs, occurrence{r, s.number(r), keys, []*ir.Expr{access}, s.determined(q.Bound, keys)})
}

// determined tells which of the variables a match of keys may fix.
func (s *scope) determined(vars []*ir.Var, keys []*ir.Expr) []bool {
	fixed := make([]bool, len(vars))
	for i, v := range vars {
		for _, k := range keys {
			fixed[i] = fixed[i] || s.solvable(k, v)
		}
	}
	return fixed
}

// solvable reports whether matching the pattern gives a value for v: whether every operator on the way down to v can be
// inverted.
func (s *scope) solvable(pattern *ir.Expr, v *ir.Var) bool {
	if !s.terms.mentions(pattern, []*ir.Var{v}) {
		return false
	}
	switch pattern.Op {
	case ir.OpVar:
		return true
	case ir.OpAdd, ir.OpSub:
		a, b := pattern.Args[0], pattern.Args[1]
		return s.terms.ground(b) && s.solvable(a, v) || s.terms.ground(a) && s.solvable(b, v)
	}
	return slices.ContainsFunc(pattern.Args, func(a *ir.Expr) bool { return s.solvable(a, v) })
}

// otherwiseMade reports whether two things to look something up in are built in different ways. They may be equal all the
// same, but then something else says so and looks in both.
func otherwiseMade(a, b *ir.Expr) bool { return a.Op == ir.OpApply && b.Op == ir.OpApply && a != b }

// matchAll matches patterns against ground terms, filling binding.
func (s *scope) matchAll(vars []*ir.Var, patterns, terms []*ir.Expr, binding []*ir.Expr) bool {
	for i, p := range patterns {
		if !s.match(vars, p, terms[i], binding) {
			return false
		}
	}
	return true
}

// match solves pattern = term for the variables that binding leaves open. Where parts without these variables differ it
// goes on: they may be equal though they are written differently, and an instance too many does no harm. What they are parts
// of may then be of another sort, as keys of two maps are, of which the values lead to the same.
func (s *scope) match(vars []*ir.Var, pattern, term *ir.Expr, binding []*ir.Expr) bool {
	if !s.terms.mentions(pattern, vars) {
		return true
	}
	switch pattern.Op {
	case ir.OpVar:
		if sortKey(unbounded(pattern.Sort)) != sortKey(unbounded(term.Sort)) {
			return false
		}
		if i := slices.Index(vars, pattern.Var); binding[i] == nil {
			binding[i] = term
		}
		return true
	case ir.OpWrap:
		return s.match(vars, pattern.Args[0], term, binding)
	case ir.OpNeg:
		return s.match(vars, pattern.Args[0], s.terms.sum(ir.N(0, pattern.Sort), term, -1), binding)
	case ir.OpAdd, ir.OpSub:
		return s.matchSum(vars, pattern, term, binding)
	case ir.OpIntToBV, ir.OpBVToInt, ir.OpBVResize:
		return s.matchConversion(vars, pattern, term, binding)
	case ir.OpTuple:
		for i, a := range pattern.Args {
			if !s.match(vars, a, s.terms.canon(ir.GetField(term, i)), binding) {
				return false
			}
		}
		return true
	}
	if pattern.Op != term.Op || pattern.Fn != term.Fn || pattern.Index != term.Index ||
		len(pattern.Args) != len(term.Args) || len(pattern.Bound) > 0 {
		return false
	}
	return s.matchAll(vars, pattern.Args, term.Args, binding)
}

// matchSum solves x + c = t, c + x = t, x - c = t and c - x = t for ground c.
func (s *scope) matchSum(vars []*ir.Var, pattern, term *ir.Expr, binding []*ir.Expr) bool {
	a, b := pattern.Args[0], pattern.Args[1]
	minus := pattern.Op == ir.OpSub
	switch {
	case s.terms.ground(b) && minus:
		return s.match(vars, a, s.terms.sum(term, b, 1), binding)
	case s.terms.ground(b):
		return s.match(vars, a, s.terms.sum(term, b, -1), binding)
	case s.terms.ground(a) && minus:
		return s.match(vars, b, s.terms.sum(a, term, -1), binding)
	case s.terms.ground(a):
		return s.match(vars, b, s.terms.sum(term, a, -1), binding)
	}
	return true
}

// inverse has the conversion that undoes another on the values that it reaches.
var inverse = map[ir.Op]ir.Op{
	ir.OpIntToBV: ir.OpBVToInt, ir.OpBVToInt: ir.OpIntToBV, ir.OpBVResize: ir.OpBVResize,
}

func (s *scope) matchConversion(vars []*ir.Var, pattern, term *ir.Expr, binding []*ir.Expr) bool {
	a := pattern.Args[0]
	if term.Op == pattern.Op && ir.Same(term.Args[0].Sort, a.Sort) {
		return s.match(vars, a, term.Args[0], binding)
	}
	return s.match(vars, a, s.terms.canon(ir.Convert(inverse[pattern.Op], term, a.Sort)), binding)
}
