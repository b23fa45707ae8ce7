package vcgen

import "github.com/calvin-go/calvin/ir"

// A goal needs a universal of the program only if it is assumed in a block that leads to the goal's: nothing makes the
// literals of other blocks true, nor the proxies that occur there alone. Instances of the others at the goal's terms would
// be a third of the text of a goal of an allocator, and most of it for a long function.

// sites has the blocks in which quantified formulas are assumed.
type sites map[*ir.Expr][]*block

// assumeIn assumes what is assumed in a block.
func (s *scope) assumeIn(b *block, e *ir.Expr) {
	s.eachQuantifier(e, map[*ir.Expr]bool{}, func(q *ir.Expr) { s.sites[q] = append(s.sites[q], b) })
	s.spellOut(e, 0)
}

// want notes the quantified formulas of what is assumed elsewhere than in a block.
func (s *scope) want(e *ir.Expr) {
	s.eachQuantifier(e, s.wanted, func(*ir.Expr) {})
}

// eachQuantifier visits the quantified formulas of e, but not below formulas seen.
func (s *scope) eachQuantifier(e *ir.Expr, seen map[*ir.Expr]bool, visit func(*ir.Expr)) {
	if !s.terms.notes[e].quantified || seen[e] {
		return
	}
	seen[e] = true
	if e.Op == ir.OpForall || e.Op == ir.OpExists {
		visit(e)
	}
	for _, a := range e.Args {
		s.eachQuantifier(a, seen, visit)
	}
}

// needs reports whether a goal of s may need u. What it needs once it needs for good.
func (s *scope) needs(u *universal) bool {
	if s.block == nil || u.id < len(s.needed) && s.needed[u.id] {
		return true
	}
	if !s.mayNeed(u) {
		return false
	}
	for len(s.needed) <= u.id {
		s.needed = append(s.needed, false)
	}
	s.needed[u.id] = true
	return true
}

func (s *scope) mayNeed(u *universal) bool {
	for p := s; p != nil; p = p.parent {
		if p.wanted[u.quantifier] {
			return true
		}
	}
	leading := s.block.leading()
	for _, b := range s.sites[u.quantifier] {
		if leading[b] {
			return true
		}
	}
	return false
}

// leading are the blocks on the ways to b, and b.
func (b *block) leading() map[*block]bool {
	if b.before == nil {
		b.before = map[*block]bool{b: true}
		for _, e := range b.in {
			for f := range e.from.leading() {
				b.before[f] = true
			}
		}
	}
	return b.before
}
