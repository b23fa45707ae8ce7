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
				prefix.assume(g.implies(e.lit, g.terms.canon(ir.And(append([]*ir.Expr{e.from.end()}, e.equal...)...))), 0)
			}
		}
		for _, s := range b.segments {
			prefix.assume(g.implies(s.lit, g.terms.canon(ir.And(s.assumed...))), 0)
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

// observe makes what is known of a term that a trace shows part of the hypotheses.
func (s *scope) observe(e *ir.Expr) {
	s.discover(s.ground(e), 0)
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
		w.count(h)
	}
	texts := make([]string, len(s.hyps))
	for i, h := range s.hyps {
		texts[i] = w.text(h)
	}
	return texts
}

func (w *writer) universals(s *scope) []string {
	var texts []string
	for _, u := range s.universals {
		texts = append(texts, w.universal(u))
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
}

func (gg *goalGenerator) add(pt *point) {
	s := gg.newScope(gg.prefix)
	neg := pt.reach
	if pt.assert != nil {
		neg = gg.terms.canon(ir.And(pt.reach, ir.Not(pt.cond)))
	}
	s.assume(neg, 0) // the first hypothesis
	s.saturate()
	if s.err != nil {
		return // there will be no VC
	}
	w := gg.newWriter(gg.writer)
	goal := &Goal{Assert: pt.assert, Cover: pt.cover}
	if pt.assert != nil && pt.assert.Candidate != nil {
		c := gg.candidateOf(pt.assert.Candidate)
		c.Obligations = append(c.Obligations, goal)
	} else {
		gg.vc.Goals = append(gg.vc.Goals, goal)
		for _, sh := range pt.shows {
			s.observe(sh.value)
		}
		defer func() { gg.tracer.attach(goal, w, pt); goal.Decls = w.decls }()
	}
	texts := w.hyps(s)
	if neg.Op == ir.OpTrue {
		texts = append([]string{"true"}, texts...)
	}
	goal.Neg, goal.Hyps = texts[0], texts[1:]
	goal.Quantified = w.universals(s)
	goal.Decls = w.decls
}

func (gg *goalGenerator) candidateOf(c *ir.Candidate) *Candidate {
	i := slices.IndexFunc(gg.vc.Candidates, func(x *Candidate) bool { return x.Candidate == c })
	return gg.vc.Candidates[i]
}
