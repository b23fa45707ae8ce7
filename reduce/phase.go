package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// phases is a set of phases that the execution may be in.
type phases uint8

const (
	rightPhase phases = 1 << iota // MatchingRight: right movers so far
	leftPhase                     // MatchingLeft: past the commit point
)

// A phaseFlow is what can be said of the phase without a solver. Where the phase is certain, the program has no code
// for the other case.
type phaseFlow struct {
	*world
	*flow
	ends Ends
	in   map[*ir.Block]phases // at the start of a block; of a loop head, after the yield that may come before it
	out  map[*ir.Block]phases
}

func newPhaseFlow(w *world, fl *flow, ends Ends) *phaseFlow {
	p := &phaseFlow{world: w, flow: fl, ends: ends, in: map[*ir.Block]phases{}, out: map[*ir.Block]phases{}}
	for changed := true; changed; {
		changed = false
		for i, b := range fl.order {
			in := p.atStart(b)
			if i == 0 {
				in |= rightPhase
			}
			if out := p.through(b, in); in != p.in[b] || out != p.out[b] {
				p.in[b], p.out[b], changed = in, out, true
			}
		}
	}
	return p
}

func (p *phaseFlow) atStart(b *ir.Block) phases {
	if unbounded(b) {
		return rightPhase
	}
	return p.arriving(b, false) | p.arriving(b, true)
}

// arriving is the set of phases on the forward edges, or the back edges, into b.
func (p *phaseFlow) arriving(b *ir.Block, back bool) phases {
	var set phases
	if b == p.order[0] && !back {
		set = rightPhase
	}
	for _, x := range p.preds[b] {
		if p.back(x, b) == back {
			set |= p.out[x]
		}
	}
	return set
}

// unbounded tells the heads at which a left phase ends: what follows the commit point has to end.
func unbounded(b *ir.Block) bool { return b.Loop != nil && !b.Loop.Bounded }

func (p *phaseFlow) through(b *ir.Block, set phases) phases {
	for _, s := range b.Stmts {
		p.heed()
		set = p.after(s, set)
	}
	return set
}

func (p *phaseFlow) after(s ir.Stmt, set phases) phases {
	switch s := s.(type) {
	case *ir.Spawn:
		return leftPhase
	case *ir.Step:
		if touchesNothing(s) {
			return set
		}
		var out phases
		if p.mayYield(s, set) || set&rightPhase != 0 {
			out |= p.afterRight(s)
		}
		if set&leftPhase != 0 && p.leftMover(s).Op != ir.OpFalse {
			out |= leftPhase
		}
		return out
	}
	return set
}

// afterRight is the set of phases after a step in the right phase.
func (p *phaseFlow) afterRight(s *ir.Step) phases {
	index := make([][]*ir.Expr, len(s.Access))
	for i, a := range s.Access {
		index[i] = a.Index
	}
	switch p.rightMover(s, index).Op {
	case ir.OpTrue:
		return rightPhase
	case ir.OpFalse:
		return leftPhase
	}
	return rightPhase | leftPhase
}

// mayYield reports whether the step may end a block: it comes in the left phase, need not be a left mover, and is not
// conjectured to be one whenever it comes in the left phase.
func (p *phaseFlow) mayYield(s *ir.Step, set phases) bool {
	return p.openEnded(s, set) && !p.conjectured(s)
}

// openEnded reports whether the step comes in the left phase and need not be a left mover.
func (p *phaseFlow) openEnded(s *ir.Step, set phases) bool {
	return set&leftPhase != 0 && !touchesNothing(s) && p.leftMover(s).Op != ir.OpTrue
}

// conjectured reports whether no block is thought to end before the step.
func (p *phaseFlow) conjectured(s *ir.Step) bool {
	return p.ends != nil && !p.ends[s] && p.leftMover(s).Op != ir.OpFalse
}

// yields reports whether a block may end anywhere in the blocks, short of a return.
func (p *phaseFlow) yields(blocks []*ir.Block) bool {
	return slices.ContainsFunc(blocks, func(b *ir.Block) bool {
		set := p.in[b]
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Step); ok && p.mayYield(s, set) {
				return true
			}
			set = p.after(s, set)
		}
		return slices.ContainsFunc(b.Succs, func(to *ir.Block) bool { return unbounded(to) && set&leftPhase != 0 })
	})
}
