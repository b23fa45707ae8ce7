package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// The versions of one program variable form a family. The index set of a family holds the tuples of keys at which ground
// terms read or write an array of the family, and their prefixes; universals are instantiated at these (the array
// property fragment: Bradley, Manna and Sipma, VMCAI 2006).

// A root names a family: a variable, or a component of a record sort or the result of a function that is an array. The
// applications of a function count as one too: their arguments are the keys.
type root struct {
	v    *ir.Var
	name string
}

// A place is where an array may be found: the family's arrays, or their rows at a prefix of keys.
type place struct {
	root root
	keys []*ir.Expr
}

// number is that of a root. Roots are numbered in the order in which they are met: to look one up by its name was a
// sixth of the time that the conditions of a large function took.
func (g *generator) number(r root) int {
	n, ok := g.roots[r]
	if !ok {
		n = len(g.roots)
		g.roots[r] = n
	}
	return n
}

func (p place) equal(q place) bool { return p.root == q.root && slices.Equal(p.keys, q.keys) }

// A tuple is chased if its keys depend on what an instance read from memory. Universals are not instantiated there: each
// instance reads memory in some state, so that such terms multiply with the states, and all but few are equal to terms of
// the program, at which instances are made. (The constructor of a linked list had a prefix of 11,000 hypotheses with them,
// and has 400 without.)
type tuple struct {
	keys   []*ir.Expr
	gen    int
	chased bool
	lookup bool // the arguments of an Indexing function
	remote bool // an instance reads there, at an object where neither the program nor the goal does; see tiers.go
}

// usable reports whether universals are instantiated at t, if it is within reach.
func (t tuple) usable() bool {
	return t.gen < maxGeneration && !t.chased && (!t.lookup || t.gen < maxLookup)
}

// A link says that a row at one place may be a row at the other: index terms below flow both ways.
type link struct{ from, to place }

// indexSets holds the index sets that one scope adds to its parent's.
type indexSets struct {
	parent *indexSets
	tuples [][]tuple       // by the number of the root
	has    map[string]bool // whether a tuple that was added is usable
	links  map[root][]link
	linked map[string]bool
	// terms has the ground terms of each sort that serve a bound variable which indexes nothing: keys, constants, and
	// goroutines and opaque values that are read from memory.
	terms map[string][]candidate
	known map[*ir.Expr]bool
}

// A candidate is a term to instantiate one bound variable with.
type candidate struct {
	term *ir.Expr
	gen  int
}

func newIndexSets(parent *indexSets) *indexSets {
	return &indexSets{
		parent: parent, has: map[string]bool{}, links: map[root][]link{},
		linked: map[string]bool{}, terms: map[string][]candidate{}, known: map[*ir.Expr]bool{},
	}
}

// own returns the tuples of a root that x adds to its parent's.
func (x *indexSets) own(root int) []tuple {
	if root < len(x.tuples) {
		return x.tuples[root]
	}
	return nil
}

// all returns the tuples of a root, the parent's first.
func (x *indexSets) all(root int) []tuple {
	if x == nil {
		return nil
	}
	above, own := x.parent.all(root), x.own(root)
	if len(above) == 0 {
		return own
	}
	return append(slices.Clip(above), own...)
}

// add adds a tuple of a root.
func (x *indexSets) add(root int, t tuple) {
	for len(x.tuples) <= root {
		x.tuples = append(x.tuples, nil)
	}
	x.tuples[root] = append(x.tuples[root], t)
}

// contains tells of a tuple whether it was added, and whether as a usable one.
func (x *indexSets) contains(key string) (added, usable bool) {
	for ; x != nil; x = x.parent {
		if u, ok := x.has[key]; ok {
			return true, u
		}
	}
	return false, false
}

func (x *indexSets) hasTerm(e *ir.Expr) bool { return x != nil && (x.known[e] || x.parent.hasTerm(e)) }

func (x *indexSets) hasLink(key string) bool {
	return x != nil && (x.linked[key] || x.parent.hasLink(key))
}

func (x *indexSets) linksFrom(r root) []link {
	if x == nil {
		return nil
	}
	return slices.Concat(x.parent.linksFrom(r), x.links[r])
}

// candidates lists the terms for bound variables of a sort that index nothing.
func (x *indexSets) candidates(sort string) []candidate {
	if x == nil {
		return nil
	}
	return slices.Concat(x.parent.candidates(sort), x.terms[sort])
}

// indexTerms adds what the ground term e, of the given generation, says about index sets.
func (s *scope) indexTerms(e *ir.Expr, gen int) {
	if s.isTerm(e) {
		s.addTerm(e)
	}
	switch e.Op {
	case ir.OpSelect:
		s.access(s.places(e.Args[0]), e.Args[1:], gen)
	case ir.OpStore:
		last := len(e.Args) - 1
		at := s.places(e.Args[0])
		s.access(at, e.Args[1:last], gen)
		if isArray(e.Args[last]) {
			for _, p := range at {
				s.linkAll([]place{{p.root, slices.Concat(p.keys, e.Args[1:last])}}, s.places(e.Args[last]))
			}
		}
	case ir.OpEq:
		if isArray(e.Args[0]) {
			s.linkAll(s.places(e.Args[0]), s.places(e.Args[1]))
		}
	case ir.OpApply:
		if len(e.Args) > 0 {
			s.addTuple(applications(e.Fn), e.Args, e.Fn.Indexing, gen)
		}
	case ir.OpTuple:
		for i, a := range e.Args {
			s.component(e.Sort, i, a)
		}
	case ir.OpUpdate:
		s.component(e.Sort, e.Index, e.Args[1])
	}
}

// isTerm reports whether e, though no key, may serve a bound variable that indexes nothing. Integers and references that
// are read from memory may not: there are too many.
func (s *scope) isTerm(e *ir.Expr) bool {
	switch e.Op {
	case ir.OpVar:
		return s.origins[e.Var].kind != control
	case ir.OpNil, ir.OpFree, ir.OpConst:
		return true
	case ir.OpSelect, ir.OpField, ir.OpApply:
		return e.Sort.Kind == ir.KindTid || e.Sort.Kind == ir.KindOpaque
	}
	return false
}

func (s *scope) component(tuple *ir.Sort, i int, a *ir.Expr) {
	if isArray(a) {
		s.linkAll([]place{{root: componentRoot(tuple, i)}}, s.places(a))
	}
}

// applications is the root whose tuples are the arguments of a function's ground applications.
func applications(f *ir.Fn) root { return root{name: "applications " + f.Name} }

func componentRoot(tuple *ir.Sort, i int) root {
	return root{name: "component " + tuple.Name + "." + tuple.Fields[i].Name}
}

// places lists where the array e, which need not be ground, may be found.
func (g *generator) places(e *ir.Expr) []place {
	switch e.Op {
	case ir.OpVar:
		return []place{{root: root{v: g.family(e.Var)}}}
	case ir.OpStore:
		return g.places(e.Args[0])
	case ir.OpIte:
		if p, ok := g.placed[e]; ok {
			return p
		}
		ps := g.places(e.Args[1])
		for _, p := range g.places(e.Args[2]) {
			if !slices.ContainsFunc(ps, p.equal) {
				ps = append(slices.Clip(ps), p)
			}
		}
		g.placed[e] = ps
		return ps
	case ir.OpSelect:
		var ps []place
		for _, p := range g.places(e.Args[0]) {
			ps = append(ps, place{p.root, slices.Concat(p.keys, e.Args[1:])})
		}
		return ps
	case ir.OpField:
		return []place{{root: componentRoot(e.Args[0].Sort, e.Index)}}
	case ir.OpApply:
		return []place{{root: root{name: "function " + e.Fn.Name}}}
	}
	return nil
}

// access adds the keys, below each of the places, to the index sets. A term of the given generation accesses them.
func (s *scope) access(at []place, keys []*ir.Expr, gen int) {
	if gen == 0 {
		for _, k := range keys {
			s.visit(k)
		}
	}
	for _, p := range at {
		all := slices.Concat(p.keys, keys)
		for n := len(p.keys) + 1; n <= len(all); n++ {
			s.addTuple(p.root, all[:n], false, gen)
		}
	}
	for _, k := range keys {
		s.addTerm(k)
	}
}

// addTuple adds a tuple that a term of the given generation leads to.
func (s *scope) addTuple(r root, keys []*ir.Expr, lookup bool, gen int) {
	t := tuple{keys: keys, lookup: lookup}
	for _, k := range keys {
		f, _ := s.finding(k)
		t.gen = max(t.gen, f.gen)
		t.chased = t.chased || f.chased
	}
	key := s.tupleKey(r, keys)
	t.remote = gen > 0 && len(keys) == 1 && keys[0].Sort.Kind == ir.KindRef && s.remote(keys[0])
	usable := t.usable() && s.within(t)
	if added, before := s.index.contains(key); added && (before || !usable) {
		return
	}
	s.index.has[key] = usable
	s.index.add(s.number(r), t)
	for _, l := range s.index.linksFrom(r) {
		s.flow(l, keys, gen)
	}
}

// flow carries a tuple over a link. The prefix need not be the link's: two keys may be equal though they are written
// differently.
func (s *scope) flow(l link, keys []*ir.Expr, gen int) {
	if n := len(l.from.keys); len(keys) > n {
		s.access([]place{l.to}, keys[n:], gen)
	}
}

func (s *scope) linkAll(as, bs []place) {
	for _, a := range as {
		for _, b := range bs {
			s.link(a, b)
			s.link(b, a)
		}
	}
}

func (s *scope) link(a, b place) {
	if a.equal(b) {
		return
	}
	key := s.tupleKey(a.root, a.keys) + s.tupleKey(b.root, b.keys)
	if s.index.hasLink(key) {
		return
	}
	s.index.linked[key] = true
	l := link{a, b}
	s.index.links[a.root] = append(s.index.links[a.root], l)
	for _, t := range s.index.parent.all(s.number(a.root)) {
		s.flow(l, t.keys, t.gen)
	}
	for i := 0; i < len(s.index.own(s.number(a.root))); i++ { // what flows may come back
		t := s.index.own(s.number(a.root))[i]
		s.flow(l, t.keys, t.gen)
	}
}

func (s *scope) addTerm(e *ir.Expr) {
	f, _ := s.finding(e)
	if s.index.hasTerm(e) || f.chased {
		return
	}
	s.index.known[e] = true
	key := sortKey(unbounded(e.Sort))
	s.index.terms[key] = append(s.index.terms[key], candidate{e, f.gen})
}

// unbounded is the sort without the bounds of an integer.
func unbounded(s *ir.Sort) *ir.Sort {
	if s.Kind == ir.KindInt {
		return ir.Int
	}
	return s
}

// tupleKey identifies a tuple of a root.
func (g *generator) tupleKey(r root, keys []*ir.Expr) string {
	b := []byte(r.name)
	if r.v != nil {
		b = appendNumber(b, number(g.terms.vars, r.v))
	}
	b = append(b, ':')
	for _, k := range keys {
		b = appendNumber(b, g.terms.notes[k].id)
	}
	return string(append(b, ';'))
}
