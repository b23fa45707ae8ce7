package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Limits on instantiation. What is left out weakens the hypotheses only: it can cost a proof, never soundness.
const (
	// maxGeneration bounds chains of terms that exist only because of instances.
	maxGeneration = 3
	// maxLookup is maxGeneration for the functions that look something up: what they say of one index speaks of others,
	// and each of these of more.
	maxLookup = 1
	// maxInstances bounds the instances of one scope; beyond it the VC is marked as truncated.
	maxInstances = 20000
	// maxTotal bounds the instances of all scopes: there is no VC for a program that needs more, such as one with hundreds of
	// goals of thousands of instances each. No example needs 7000; 60 000 are some ten seconds' work.
	maxTotal = 60_000
	// maxDistinct bounds the different terms that there are: large assumptions may have instances beyond all memory. No example
	// needs 140 000.
	maxDistinct = 500_000
)

// A universal is a formula that holds of all values of its bound variables wherever holds is true.
type universal struct {
	quantifier *ir.Expr // of which it is the positive or the negative direction
	holds      *ir.Expr // a literal
	body       *ir.Expr
	occs       []occurrence
	// covered: some occurrence determines all variables. Otherwise the candidates of each are combined.
	covered bool
	open    []bool // for each variable, that no occurrence determines it
	gen     int
	id      int // number in the generator
}

// progress is how far a scope has come with a universal.
type progress struct {
	cursor []int           // for each occurrence, how many tuples have been matched
	done   map[string]bool // bindings that were instantiated
	// candidates, for each variable, where no occurrence covers all.
	candidates [][]candidate
	known      []map[*ir.Expr]int
	combined   int // number of candidates when they were last combined
}

// addUniversal adds a universal that is true, or an existential that is false.
func (s *scope) addUniversal(q *ir.Expr, sg sign, gen int) {
	holds, body := s.signed(s.ground(q), sg), s.signed(q.Args[0], sg)
	u := &universal{quantifier: q, holds: holds, body: body, gen: gen, id: s.numbered}
	s.numbered++
	u.occs = s.occurrences(q)
	u.open = open(q.Bound, u.occs)
	for _, o := range u.occs {
		u.covered = u.covered || !slices.Contains(o.determines, false)
	}
	s.universals = append(s.universals, u)
	s.demandClosed(body, positive, gen)
}

// saturate instantiates until nothing new comes of it.
func (s *scope) saturate() {
	for {
		before := s.instances
		for p := s; p != nil; p = p.parent {
			for i := 0; i < len(p.universals) && !s.stopped(); i++ { // instances may add to them
				if s.needs(p.universals[i]) {
					s.instantiate(p.universals[i])
				}
			}
		}
		if s.stopped() || s.instances == before && !s.instantiateBlindly() {
			return
		}
	}
}

// stopped reports whether there is no point in going on, and notes truncation.
func (s *scope) stopped() bool {
	if s.instances >= maxInstances {
		s.truncated = true
	}
	if err := s.tooMany(); err != nil {
		s.fail(err)
	}
	return s.instances >= maxInstances || s.err != nil
}

// instantiateBlindly instantiates a universal that no index term reaches once, at arbitrary constants: it may contradict
// itself. It reports whether there was one.
func (s *scope) instantiateBlindly() bool {
	for _, u := range s.universals {
		p := s.progressOf(u)
		if len(p.done) > 0 {
			continue
		}
		binding := make([]*ir.Expr, len(u.open))
		for i, v := range u.quantifier.Bound {
			binding[i] = s.freshTerm(v.Sort)
		}
		s.instance(u, p, binding, 0)
		return true
	}
	return false
}

func (s *scope) instantiate(u *universal) {
	if s.untouched(u) {
		return
	}
	p := s.progressOf(u)
	for i, o := range u.occs {
		above, own := s.index.parent.all(o.number), s.index.own(o.number)
		for ; ; p.cursor[i]++ {
			k := p.cursor[i] - len(above)
			if k >= len(own) { // instances may have added some
				if own = s.index.own(o.number); k >= len(own) {
					break
				}
			}
			var t tuple
			if k < 0 {
				t = above[p.cursor[i]]
			} else {
				t = own[k]
			}
			if len(t.keys) != len(o.keys) || !t.usable() || t.lookup && otherwiseMade(o.keys[0], t.keys[0]) {
				continue
			}
			if !s.within(t) || s.parent != nil && s.outdated(u) && s.ofWitness(t.keys) {
				s.beyond = true
				continue
			}
			if !s.concernsAll(u, t.keys) {
				continue
			}
			binding := make([]*ir.Expr, len(u.quantifier.Bound))
			if !s.matchAll(u.quantifier.Bound, o.keys, t.keys, binding) {
				continue
			}
			if !u.covered {
				p.offer(binding, t.gen)
			} else if !slices.Contains(binding, nil) {
				s.instance(u, p, binding, t.gen)
			}
			if s.stopped() {
				return
			}
		}
	}
	if !u.covered {
		s.combine(u, p)
	}
}

// untouched reports whether s has nothing for u that the parent had not.
func (s *scope) untouched(u *universal) bool {
	if s.parent == nil || s.parent.progress[u] == nil || slices.Contains(u.open, true) && len(s.index.terms) > 0 {
		return false
	}
	return !slices.ContainsFunc(u.occs, func(o occurrence) bool { return len(s.index.own(o.number)) > 0 })
}

// progressOf starts where the parent left off: what the parent has, it has matched against all of its own tuples.
func (s *scope) progressOf(u *universal) *progress {
	if p := s.progress[u]; p != nil {
		return p
	}
	p := &progress{
		cursor: make([]int, len(u.occs)), done: map[string]bool{},
		candidates: make([][]candidate, len(u.open)), known: make([]map[*ir.Expr]int, len(u.open)),
	}
	for i := range p.known {
		p.known[i] = map[*ir.Expr]int{}
	}
	if s.parent != nil && s.parent.progress[u] != nil {
		above := s.parent.progress[u]
		p.cursor = slices.Clone(above.cursor)
		p.combined = above.combined
		for i, cs := range above.candidates {
			for _, c := range cs {
				p.add(i, c)
			}
		}
	}
	s.progress[u] = p
	return p
}

func (p *progress) add(i int, c candidate) {
	if _, ok := p.known[i][c.term]; !ok {
		p.known[i][c.term] = c.gen
		p.candidates[i] = append(p.candidates[i], c)
	}
}

func (p *progress) offer(binding []*ir.Expr, gen int) {
	for i, t := range binding {
		if t != nil {
			p.add(i, candidate{t, gen})
		}
	}
}

// combine instantiates at all combinations of the variables' candidates.
func (s *scope) combine(u *universal, p *progress) {
	for i, v := range u.quantifier.Bound {
		if u.open[i] {
			for _, c := range s.fallback(u, v) {
				switch {
				case c.gen >= maxGeneration:
				case c.gen > 0 && s.tier == Near:
					s.beyond = true
				case s.concerns(u, c.term):
					p.add(i, c)
				}
			}
		}
	}
	total := 0
	for i, cs := range p.candidates {
		if len(cs) == 0 {
			p.add(i, candidate{s.freshTerm(u.quantifier.Bound[i].Sort), 0})
		}
		total += len(p.candidates[i])
	}
	if total == p.combined {
		return
	}
	p.combined = total
	candidates := slices.Clone(p.candidates) // instances may bring more
	s.product(u, p, candidates, make([]*ir.Expr, 0, len(candidates)), 0)
}

func (s *scope) product(u *universal, p *progress, candidates [][]candidate, binding []*ir.Expr, gen int) {
	if s.stopped() {
		return
	}
	if len(binding) == len(candidates) {
		s.instance(u, p, slices.Clone(binding), gen)
		return
	}
	for _, c := range candidates[len(binding)] {
		s.product(u, p, candidates, append(binding, c.term), max(gen, c.gen))
	}
}

// fallback lists terms for a variable that no occurrence determines: the terms that the body compares it with, and
// those of its sort that candidates of index sets are. For integers the latter are tried only where nothing is compared.
func (s *scope) fallback(u *universal, v *ir.Var) []candidate {
	cs := s.compared(u, v)
	if v.Sort.Kind == ir.KindInt && len(cs) > 0 {
		return cs
	}
	return append(cs, s.index.candidates(sortKey(unbounded(v.Sort)))...)
}

// compared lists the ground terms to which the body compares v, with their neighbours for integers.
func (s *scope) compared(u *universal, v *ir.Var) []candidate {
	var cs []candidate
	seen := map[*ir.Expr]bool{}
	ir.Walk(u.body, func(e *ir.Expr) bool {
		if seen[e] || !s.terms.mentions(e, []*ir.Var{v}) {
			return false
		}
		seen[e] = true
		if e.Op != ir.OpEq && e.Op != ir.OpLt && e.Op != ir.OpLe {
			return true
		}
		for i, a := range e.Args {
			if a.Op != ir.OpVar || a.Var != v || !s.terms.ground(e.Args[1-i]) {
				continue
			}
			t := s.ground(e.Args[1-i])
			cs = append(cs, candidate{t, u.gen})
			if v.Sort.Kind == ir.KindInt {
				one := ir.N(1, ir.Int)
				cs = append(cs, candidate{s.terms.sum(t, one, 1), u.gen}, candidate{s.terms.sum(t, one, -1), u.gen})
			}
		}
		return true
	})
	return cs
}

// freshTerm is an arbitrary constant of a sort that has no index term.
func (g *generator) freshTerm(sort *ir.Sort) *ir.Expr {
	key := sortKey(unbounded(sort))
	if e := g.fresh[key]; e != nil {
		return e
	}
	e := g.constant(g.names.numbered("any"), sort, arbitrary)
	g.fresh[key] = e
	return e
}

// instance assumes the body for one binding of the variables.
func (s *scope) instance(u *universal, p *progress, binding []*ir.Expr, gen int) {
	key := s.tupleKey(root{}, binding)
	for q := s; q != nil; q = q.parent {
		if q.progress[u] != nil && q.progress[u].done[key] {
			return
		}
	}
	p.done[key] = true
	s.instances++
	s.total++
	body := s.terms.bind(u.body, u.quantifier.Bound, binding)
	// A bound variable ranges over the values of its sort.
	for i, v := range u.quantifier.Bound {
		body = s.implies(s.inBounds(binding[i], v.Sort), body)
	}
	s.assume(s.implies(u.holds, body), gen+1)
}
