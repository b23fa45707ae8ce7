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
	hyps  []*ir.Expr
	found map[*ir.Expr]finding // the ground terms found
	// demanded tells under which signs the meaning of a formula has been spelled out.
	demanded   map[demand]bool
	universals []*universal
	divisions  []*ir.Expr
	index      *indexSets
	progress   map[*universal]*progress
	instances  int
	facts      []fact // found and not yet assumed
	draining   bool
	about      *moment           // what the goal is about; see moments.go
	block      *block            // that the goal is in; nil for the program as a whole
	asked      map[*ir.Expr]bool // hypotheses that say what witnesses are
	visited    map[uint64]bool   // locations at whose contents something is read or written
	took       map[string]int    // by sort: witnesses of the series that goals share
	wanted     map[*ir.Expr]bool // formulas of what is assumed, but not in a block
	needed     []bool            // by the number of a universal
}

// A finding is what there is to say of how a ground term came up.
type finding struct {
	// gen is its generation: 0 for terms of the program, n+1 for those that an instance at terms of generation n brings.
	gen int
	// chased: it depends on what an instance read from memory.
	chased bool
}

// A fact is a hypothesis that comes with a ground term.
type fact struct {
	cond *ir.Expr
	gen  int
}

func (g *generator) newScope(parent *scope) *scope {
	s := &scope{
		generator: g, parent: parent, found: map[*ir.Expr]finding{},
		demanded: map[demand]bool{}, progress: map[*universal]*progress{},
		asked: map[*ir.Expr]bool{}, visited: map[uint64]bool{}, took: map[string]int{}, wanted: map[*ir.Expr]bool{},
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
	s.want(e)
	s.spellOut(e, gen)
}

func (s *scope) spellOut(e *ir.Expr, gen int) {
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
const maxTerms = 200_000

// drain assumes the facts that terms found so far have brought, and those that these bring in turn.
func (s *scope) drain() {
	if s.draining {
		return
	}
	s.draining = true
	for len(s.facts) > 0 {
		if len(s.found) > maxTerms {
			s.fail(fmt.Errorf("the facts of functions lead to more than %d terms", maxTerms))
			return
		}
		f := s.facts[0]
		s.facts = s.facts[1:]
		s.assume(f.cond, f.gen)
	}
	s.draining = false
}

// finding tells how a ground term was found, if it was.
func (s *scope) finding(e *ir.Expr) (finding, bool) {
	for ; s != nil; s = s.parent {
		if f, ok := s.found[e]; ok {
			return f, true
		}
	}
	return finding{}, false
}

// discover registers the subterms of a ground, quantifier-free term: index terms join the index sets, and what is known
// of a term by itself becomes a hypothesis; but not the bounds of what an instance reads from memory, a quarter of the
// hypotheses for a file system: where they matter the program reads it too. A term that comes up again in an earlier
// generation is registered anew.
func (s *scope) discover(e *ir.Expr, gen int) {
	before, again := s.finding(e)
	if again && before.gen <= gen {
		return
	}
	now := finding{gen: gen, chased: e.Op == ir.OpSelect && gen > 0}
	s.found[e] = now
	for _, a := range e.Args {
		s.discover(a, gen)
		f, _ := s.finding(a)
		now.chased = now.chased || f.chased
	}
	s.found[e] = now
	s.indexTerms(e, gen)
	if !now.chased && (!again || before.chased) {
		s.queue(s.boundsOf(e), gen)
	}
	if again {
		return
	}
	if isDivision(e) {
		s.divisions = append(s.divisions, e)
	}
	s.queue(s.factsOf(e), gen)
}

// queue has facts wait to be assumed.
func (s *scope) queue(conds []*ir.Expr, gen int) {
	for _, cond := range conds {
		s.facts = append(s.facts, fact{cond, gen})
	}
}
