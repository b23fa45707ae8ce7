package vcgen

import "github.com/calvin-go/calvin/ir"

// A version that a block makes has a meaning only in executions that pass the block. So a universal and an index term
// concern each other only if some execution passes all the blocks of their versions: of what one branch reads nothing need
// be said in the states of another. (Two thirds of the instances for the insertion into a tree were such.)

// blockSet is a set of blocks by their numbers.
type blockSet []uint64

func (s blockSet) has(i int) bool { return i/64 < len(s) && s[i/64]&(1<<(i%64)) != 0 }

// with is s with one more, a copy.
func (s blockSet) with(i int) blockSet {
	return s.union(append(make(blockSet, i/64), 1<<(i%64)))
}

func (s blockSet) union(t blockSet) blockSet {
	if s.within(t) {
		return t
	}
	if t.within(s) {
		return s
	}
	if len(s) < len(t) {
		s, t = t, s
	}
	r := append(blockSet(nil), s...)
	for i, w := range t {
		r[i] |= w
	}
	return r
}

func (s blockSet) within(t blockSet) bool {
	for i, w := range s {
		if i >= len(t) && w != 0 || i < len(t) && w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// born has the blocks that make versions which occur in e.
func (g *generator) born(e *ir.Expr) blockSet {
	if s, ok := g.births[e]; ok {
		return s
	}
	var s blockSet
	if e.Op == ir.OpVar {
		if o := g.origins[e.Var]; o.in != nil {
			s = s.with(o.in.number)
		}
	}
	for _, a := range e.Args {
		s = s.union(g.born(a))
	}
	g.births[e] = s
	return s
}

// around has the blocks that some execution passes which passes b.
func (g *generator) around(b *block) blockSet {
	if b.around == nil {
		b.around = blockSet{}
		for _, c := range g.blocks {
			if b.leading()[c] || c.leading()[b] {
				b.around = b.around.with(c.number)
			}
		}
	}
	return b.around
}

// together reports whether each of the blocks as is on a way with each of bs.
func (g *generator) together(as, bs blockSet) bool {
	for _, b := range g.blocks {
		if bs.has(b.number) && !as.within(g.around(b)) {
			return false
		}
	}
	return true
}

// concerns reports whether a goal of s may need u at the term.
func (s *scope) concerns(u *universal, term *ir.Expr) bool {
	at := s.born(term)
	if len(at) == 0 {
		return true
	}
	if s.block != nil && !at.within(s.around(s.block)) {
		return false
	}
	return s.together(s.born(u.quantifier), at)
}

// concernsAll is concerns for several terms.
func (s *scope) concernsAll(u *universal, terms []*ir.Expr) bool {
	for _, t := range terms {
		if !s.concerns(u, t) {
			return false
		}
	}
	return true
}
