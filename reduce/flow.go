package reduce

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A flow is what the control flow of a function says without looking at its state. Edges back to a loop head are kept
// apart from the rest: the reduction cuts loops there.
type flow struct {
	order []*ir.Block                      // reachable blocks; topological but for back edges
	preds map[*ir.Block][]*ir.Block        // over all edges
	body  map[*ir.Block]map[*ir.Block]bool // of the loop at a head
	// assigned holds the locals that surely have a value at the start of a block.
	assigned map[*ir.Block]localSet
	// needed holds the locals whose value at the start of a block may be read later.
	needed map[*ir.Block]localSet
	number numbering
}

type vars map[*ir.Var]bool

func newFlow(f *ir.Func, s *stopper) (*flow, error) {
	fl := &flow{
		preds: map[*ir.Block][]*ir.Block{}, body: map[*ir.Block]map[*ir.Block]bool{}, assigned: map[*ir.Block]localSet{}, number: numbering{},
	}
	if len(f.Blocks) == 0 {
		return nil, fmt.Errorf("%s has no body", f.Name)
	}
	for _, b := range f.Blocks {
		if b.Loop != nil {
			fl.body[b] = map[*ir.Block]bool{b: true}
			for _, x := range b.Loop.Body {
				fl.body[b][x] = true
			}
		}
	}
	if err := fl.sort(f); err != nil {
		return nil, err
	}
	fl.findAssigned(s)
	fl.needed = fl.live(s)
	return fl, nil
}

// nest is the number of the outermost loop that the loop at head is in: the place of its own head.
func (fl *flow) nest(head *ir.Block) int {
	return slices.IndexFunc(fl.order, func(b *ir.Block) bool { return fl.body[b][head] })
}

// back reports whether the edge leads back to the head of a loop that it is in.
func (fl *flow) back(from, to *ir.Block) bool { return fl.body[to][from] }

func (fl *flow) sort(f *ir.Func) error {
	const open, done = 1, 2
	state := map[*ir.Block]int{}
	var visit func(*ir.Block) error
	visit = func(b *ir.Block) error {
		state[b] = open
		for _, s := range slices.Backward(b.Succs) {
			fl.preds[s] = append(fl.preds[s], b)
			switch {
			case fl.back(b, s):
			case state[s] == open:
				return fmt.Errorf("%s: block %s is in a cycle that is no natural loop", f.Name, s.Name)
			case state[s] == 0:
				if err := visit(s); err != nil {
					return err
				}
			}
		}
		state[b] = done
		fl.order = append(fl.order, b)
		return nil
	}
	if err := visit(f.Blocks[0]); err != nil {
		return err
	}
	slices.Reverse(fl.order)
	return nil
}

// findAssigned: forward, over all ways. Back edges add nothing, as the head dominates its body.
func (fl *flow) findAssigned(s *stopper) {
	out := map[*ir.Block]localSet{}
	for _, b := range fl.order {
		s.heed()
		in := fl.arriving(b, out)
		fl.assigned[b] = in
		o := in.clone()
		for _, stmt := range b.Stmts {
			o.assign(stmt)
		}
		out[b] = o
	}
}

// arriving returns what every forward edge into b has; nothing where the function begins.
func (fl *flow) arriving(b *ir.Block, out map[*ir.Block]localSet) localSet {
	common, any := localSet{number: fl.number}, false
	for _, p := range fl.preds[b] {
		switch {
		case fl.back(p, b):
		case !any:
			common, any = out[p].clone(), true
		default:
			common.intersect(out[p])
		}
	}
	return common
}

// targets returns the variables that the body of the loop at head may change, in the order of the function's lists,
// and whether it holds a step or a go statement.
func (fl *flow) targets(head *ir.Block) (changed vars, steps bool) {
	changed = vars{}
	for b := range fl.body[head] {
		forTargets(b.Stmts, func(v *ir.Var) { changed[v] = true })
		for _, s := range b.Stmts {
			switch s.(type) {
			case *ir.Step, *ir.Spawn:
				steps = true
			}
		}
	}
	return changed, steps
}
