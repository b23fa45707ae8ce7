package ir

import (
	"fmt"
	"slices"
)

// FindLoops finds the natural loops of f. It fills in the Body of every Loop that a block carries, and gives a Loop to
// the heads that have none. A block that carries a Loop although nothing jumps back to it (a for statement whose body
// always leaves) is its own body. Blocks that cannot be reached are in no loop.
//
// Control flow that enters a cycle at two places (goto into a loop) is an error that names one of them: it has no head
// at which to cut it.
func FindLoops(f *Func) error {
	bodies, err := naturalLoops(f.Blocks)
	if err != nil {
		return fmt.Errorf("loops of %s: %w", f.Name, err)
	}
	for _, b := range f.Blocks {
		body := bodies[b]
		switch {
		case body == nil && b.Loop == nil:
			continue
		case body == nil:
			body = []*Block{b}
		case b.Loop == nil:
			b.Loop = &Loop{}
		}
		b.Loop.Body = body
	}
	return nil
}

// naturalLoops maps the head of every natural loop to the loop's blocks, in the order of blocks. All back edges to one
// head make one loop.
func naturalLoops(blocks []*Block) (map[*Block][]*Block, error) {
	g := newFlow(blocks)
	members := map[int]map[int]bool{}
	for _, b := range g.order {
		for _, h := range g.succs[b] {
			if g.number[h] > g.number[b] {
				continue
			}
			if !g.dominates(h, b) {
				return nil, fmt.Errorf("irreducible control flow: block %s is in a cycle that can also be entered elsewhere",
					blocks[h].Name)
			}
			if members[h] == nil {
				members[h] = map[int]bool{h: true}
			}
			g.addReaching(members[h], b)
		}
	}
	bodies := make(map[*Block][]*Block, len(members))
	for h, in := range members {
		for i, b := range blocks {
			if in[i] {
				bodies[blocks[h]] = append(bodies[blocks[h]], b)
			}
		}
	}
	return bodies, nil
}

// flow is the part of a control-flow graph that can be reached from its entry; blocks are their positions.
type flow struct {
	succs, preds [][]int
	order        []int // reverse postorder
	number       []int // position in order, -1 if unreachable
	idom         []int // immediate dominator; the entry is its own
}

func newFlow(blocks []*Block) *flow {
	index := make(map[*Block]int, len(blocks))
	for i, b := range blocks {
		index[b] = i
	}
	n := len(blocks)
	g := &flow{succs: make([][]int, n), preds: make([][]int, n), number: make([]int, n), idom: make([]int, n)}
	for i, b := range blocks {
		g.number[i], g.idom[i] = -1, -1
		for _, s := range b.Succs {
			if j, ok := index[s]; ok {
				g.succs[i] = append(g.succs[i], j)
			}
		}
	}
	if n > 0 {
		g.sort()
		g.dominators()
	}
	return g
}

// sort numbers the reachable blocks in reverse postorder and records their predecessors.
func (g *flow) sort() {
	seen := make([]bool, len(g.succs))
	var visit func(int)
	visit = func(b int) {
		seen[b] = true
		for _, s := range g.succs[b] {
			g.preds[s] = append(g.preds[s], b)
			if !seen[s] {
				visit(s)
			}
		}
		g.order = append(g.order, b)
	}
	visit(0)
	slices.Reverse(g.order)
	for i, b := range g.order {
		g.number[b] = i
	}
}

// dominators computes immediate dominators (Cooper, Harvey and Kennedy, A simple, fast dominance algorithm, 2001).
func (g *flow) dominators() {
	g.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range g.order[1:] {
			idom := -1
			for _, p := range g.preds[b] {
				switch {
				case g.idom[p] < 0: // not reached yet in this round
				case idom < 0:
					idom = p
				default:
					idom = g.common(idom, p)
				}
			}
			if g.idom[b] != idom {
				g.idom[b], changed = idom, true
			}
		}
	}
}

// common returns the nearest block that dominates both a and b.
func (g *flow) common(a, b int) int {
	for a != b {
		for g.number[a] > g.number[b] {
			a = g.idom[a]
		}
		for g.number[b] > g.number[a] {
			b = g.idom[b]
		}
	}
	return a
}

func (g *flow) dominates(a, b int) bool { return g.common(a, b) == a }

// addReaching adds b, and all that reaches b without passing a member, to the loop.
func (g *flow) addReaching(loop map[int]bool, b int) {
	work := []int{b}
	for len(work) > 0 {
		b, work = work[len(work)-1], work[:len(work)-1]
		if !loop[b] {
			loop[b] = true
			work = append(work, g.preds[b]...)
		}
	}
}
