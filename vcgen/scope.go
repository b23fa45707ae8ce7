package vcgen

import (
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// A scope collects ground hypotheses: those of the program as a whole, or, with the former as parent, those that one
// goal needs besides. A child sees what its parent knows; the parent is complete before it has children.
type scope struct {
	*generator
	parent *scope
	// hyps are free of quantifiers, in the order found.
	hyps []*ir.Expr
	// gens maps the ground terms found to their generation: 0 for terms of the program, n+1 for those that an
	// instance at terms of generation n brings.
	gens map[*ir.Expr]int
	// chased has those of them that depend on what an instance read from memory.
	chased map[*ir.Expr]bool
	// demanded tells under which signs the meaning of a formula has been spelled out.
	demanded   map[demand]bool
	universals []*universal
	index      *indexSets
	progress   map[*universal]*progress
	instances  int
	facts      []fact // found and not yet assumed
	draining   bool
	fresh      map[string]*ir.Expr // by sort: a witness where an index set is empty
}

// A fact is a hypothesis that comes with a ground term.
type fact struct {
	cond *ir.Expr
	gen  int
}

func (g *generator) newScope(parent *scope) *scope {
	s := &scope{
		generator: g, parent: parent, gens: map[*ir.Expr]int{}, chased: map[*ir.Expr]bool{},
		demanded: map[demand]bool{},
		progress: map[*universal]*progress{}, fresh: map[string]*ir.Expr{},
	}
	var sets *indexSets
	if parent != nil {
		sets = parent.index
	}
	s.index = newIndexSets(sets)
	return s
}

// assume adds a canonical formula, whose terms are of the given generation, to the hypotheses.
func (s *scope) assume(e *ir.Expr, gen int) {
	if e.Op == ir.OpTrue || s.err != nil {
		return
	}
	ground := s.ground(e)
	s.hyps = append(s.hyps, ground)
	s.demand(e, positive, gen)
	s.discover(ground, gen)
	s.drain()
}

// maxTerms bounds the terms of a scope: a chain of facts that does not end must not keep the caller waiting.
const maxTerms = 100_000

// drain assumes the facts that terms found so far have brought, and those that these bring in turn.
func (s *scope) drain() {
	if s.draining {
		return
	}
	s.draining = true
	for len(s.facts) > 0 {
		if len(s.gens) > maxTerms {
			s.fail(fmt.Errorf("the facts of functions lead to more than %d terms", maxTerms))
			return
		}
		f := s.facts[0]
		s.facts = s.facts[1:]
		s.assume(f.cond, f.gen)
	}
	s.draining = false
}

// generation is the generation of a ground term, if it has been found.
func (s *scope) generation(e *ir.Expr) (int, bool) {
	for ; s != nil; s = s.parent {
		if gen, ok := s.gens[e]; ok {
			return gen, true
		}
	}
	return 0, false
}

func (s *scope) isChased(e *ir.Expr) bool {
	return s != nil && (s.chased[e] || s.parent.isChased(e))
}

// discover registers the subterms of a ground, quantifier-free term: index terms join the index sets, and what is known
// of a term by itself becomes a hypothesis.
func (s *scope) discover(e *ir.Expr, gen int) {
	if _, ok := s.generation(e); ok {
		return
	}
	s.gens[e] = gen
	chased := e.Op == ir.OpSelect && gen > 0
	for _, a := range e.Args {
		s.discover(a, gen)
		chased = chased || s.isChased(a)
	}
	if chased {
		s.chased[e] = true
	}
	s.indexTerms(e)
	for _, cond := range s.factsOf(e) {
		s.facts = append(s.facts, fact{cond, gen})
	}
}
