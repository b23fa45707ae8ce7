package vcgen

import (
	"fmt"
	"slices"
	"sort"

	"github.com/calvin-go/calvin/ir"
)

// assumeProgram adds to the prefix what the whole program says: what follows from reaching each segment (Barnett and
// Leino, PASTE 2005, read forwards from the entry).
func (g *generator) assumeProgram(prefix *scope, p *passive) error {
	entry := &passifier{generator: g, env: map[*ir.Var]*ir.Expr{}}
	for _, f := range g.prog.Facts {
		cond, err := entry.value(f)
		if err != nil {
			return fmt.Errorf("facts: %w", err)
		}
		prefix.assume(cond, 0)
	}
	for _, b := range p.blocks {
		for _, e := range b.in {
			if len(b.in) > 1 {
				prefix.assumeIn(b, g.implies(e.lit, g.terms.canon(ir.And(append([]*ir.Expr{e.from.end()}, e.equal...)...))))
			}
		}
		for _, s := range b.segments {
			prefix.assumeIn(b, g.implies(s.lit, g.terms.canon(ir.And(s.assumed...))))
		}
		for _, m := range b.marks {
			if m.mover != nil {
				prefix.observe(m.mover)
			}
			for _, sh := range m.shows {
				prefix.observe(sh.value)
			}
		}
	}
	return g.err
}

// observe makes what is known of a term that a trace shows part of the hypotheses. Nothing is instantiated at what is shown
// alone: other goroutines come before nearly every step, and fields are shown each time, so that half of the prefix of a
// function on linked nodes would be instances at what a field was at some moment at which nobody reads it.
func (s *scope) observe(e *ir.Expr) {
	shown := s.ground(e)
	s.discover(shown, 1) // what is read there counts as chased
	s.queue(s.boundsOf(shown), 1)
	s.drain()
}

// distinct says that constants of one opaque sort differ.
func (g *generator) distinct() []string {
	var out []string
	for _, names := range g.constants {
		if len(names) > 1 {
			out = append(out, apply("distinct", names...))
		}
	}
	sort.Strings(out)
	return out
}

// hyps writes the hypotheses of a scope, its terms counted beforehand.
func (w *writer) hyps(s *scope) []string {
	for _, h := range s.hyps {
		w.terms.heed()
		if w.passages[h] == nil {
			w.count(h)
		}
	}
	texts := make([]string, len(s.hyps))
	for i, h := range s.hyps {
		w.terms.heed()
		texts[i] = w.passage(h, func() string { return w.text(h) })
	}
	return texts
}

// A goalGenerator adds goals to a VC whose prefix is complete.
type goalGenerator struct {
	*generator
	prefix *scope
	writer *writer
	tracer *tracer
	vc     *VC
	scopes map[*Goal]*goalScope // of the goals so far
	// head is the last goal that does not build on another, and where it is.
	head  *goalScope
	block *block
}

// A goalScope is what a goal has besides the prefix.
type goalScope struct {
	*scope
	head  *goalScope // the goal's that it builds on, or nil
	hyps  []string
	needs declarations
}

// open gives a goal its scope. A goal that needs no witnesses but those of one before it in the same block builds on that
// one's scope: what is known of the witnesses is most of the text of a goal, and has been written and will be read. (The
// assertions at a return say nearly the same thrice.)
func (gg *goalGenerator) open(b *block, neg *ir.Expr) *goalScope {
	if gg.block == b && gg.head.spells(neg) {
		return &goalScope{scope: gg.newScope(gg.head.scope), head: gg.head}
	}
	gg.block = b
	gg.head = &goalScope{scope: gg.newScope(gg.prefix)}
	return gg.head
}

func (gg *goalGenerator) add(pt *point) {
	obliged := pt.assert != nil && pt.assert.Candidate != nil
	if obliged && gg.candidate(pt.assert.Candidate).hopeless {
		return
	}
	neg := pt.reach
	if pt.assert != nil {
		neg = gg.terms.canon(ir.And(pt.reach, ir.Not(pt.cond)))
	}
	s := gg.open(pt.block, neg)
	s.scope.block = pt.block
	if s.head == nil {
		s.about = gg.momentOf(pt)
	}
	s.assume(neg, 0) // the first hypothesis
	s.saturate()
	if gg.err != nil {
		return // there will be no VC
	}
	goal := &Goal{Assert: pt.assert, Cover: pt.cover}
	if !obliged {
		for _, sh := range pt.shows {
			s.observe(sh.value)
		}
	}
	gg.writer.needs = nil
	gg.write(goal, s, neg)
	gg.scopes[goal] = s
	if obliged {
		c := gg.candidateOf(pt.assert.Candidate)
		c.Obligations = append(c.Obligations, goal)
	} else {
		gg.vc.Goals = append(gg.vc.Goals, goal)
		gg.tracer.attach(goal, gg.writer, pt)
	}
	s.needs = gg.writer.needs
	if s.head != nil {
		s.needs = slices.Concat(s.head.needs, s.needs)
	}
	goal.Decls = s.needs.all()
}

// write writes what the goal asserts: first what is false of it, then what its witnesses are, then the rest.
func (gg *goalGenerator) write(goal *Goal, s *goalScope, neg *ir.Expr) {
	slices.SortStableFunc(s.scope.hyps[min(1, len(s.scope.hyps)):], func(a, b *ir.Expr) int {
		switch {
		case s.asked[a] && !s.asked[b]:
			return -1
		case s.asked[b] && !s.asked[a]:
			return 1
		}
		return 0
	})
	texts := gg.writer.hyps(s.scope)
	if neg.Op == ir.OpTrue {
		texts = append([]string{"true"}, texts...)
	}
	goal.Neg, s.hyps = texts[0], texts[1:]
	goal.Hyps = s.hyps
	if s.head != nil {
		goal.Hyps = slices.Concat(s.head.hyps, s.hyps)
	}
}

func (gg *goalGenerator) candidateOf(c *ir.Candidate) *Candidate {
	i := slices.IndexFunc(gg.vc.Candidates, func(x *Candidate) bool { return x.Candidate == c })
	return gg.vc.Candidates[i]
}
