package lockorder

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/infer/memory"
)

// A flow analyses one function.
type flow struct {
	*program
	fn      *ssa.Function
	out     map[*ssa.BasicBlock]*state
	defers  []*ssa.Defer                      // in order of appearance
	inside  map[*memory.Place][]*memory.Place // the objects that are stored in an object while it is fresh
	record  bool                              // the last time over: what happens is noted
	once    bool                              // each block is gone through once
	block   *ssa.BasicBlock                   // that is gone through
	summary *summary
	ends    []*state // at the returns
	returns []*ssa.Return
}

// analyse finds what callers need to know of fn.
func (p *program) analyse(fn *ssa.Function) *summary {
	f := &flow{program: p, fn: fn, out: map[*ssa.BasicBlock]*state{}, inside: map[*memory.Place][]*memory.Place{}, summary: newSummary()}
	order := analysis.ReversePostorder(fn)
	for _, b := range order {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				f.defers = append(f.defers, d)
			}
		}
	}
	if !f.straight(order) {
		f.settle(order)
	}
	f.summarise()
	f.summary.inOrder, f.summary.takes = f.sortedEdges(f.summary.edges), f.sortedAcquisitions(f.summary.acquired)
	return f.summary
}

// straight goes through a function without loops once, and notes what happens in it. Where no block comes before one
// that leads to it, another pass would find what the first one has, unless that has found what all blocks ask for: then
// it notes nothing, and reports that. Most functions have no loop, and more passes took half of the time for the order
// of locks.
func (f *flow) straight(order []*ssa.BasicBlock) bool {
	if hasLoop(order) {
		return false
	}
	open := len(f.open)
	f.record, f.once = true, true
	for _, b := range order {
		f.out[b] = f.through(b)
	}
	f.once = false
	if len(f.inside) == 0 && len(f.open) == open {
		return true
	}
	escapes := f.summary.escapes
	f.summary = newSummary()
	f.summary.escapes = escapes
	f.record, f.ends, f.returns = false, nil, nil
	clear(f.out)
	return false
}

// settle goes through a function until nothing changes, and then once more to note what happens in it.
func (f *flow) settle(order []*ssa.BasicBlock) {
	for again, rounds := true, 0; again && rounds < maxPasses; rounds++ {
		again = false
		for _, b := range order {
			if in := f.through(b); in != nil && (f.out[b] == nil || !f.out[b].equal(in)) {
				f.out[b], again = in, true
			}
		}
	}
	f.record = true
	for _, b := range order {
		f.through(b)
	}
}

// hasLoop reports whether a block comes no later than one that leads to it, in reverse postorder.
func hasLoop(order []*ssa.BasicBlock) bool {
	place := make(map[*ssa.BasicBlock]int, len(order))
	for i, b := range order {
		place[b] = i
	}
	return slices.ContainsFunc(order, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return place[s] <= place[b] })
	})
}

// maxPasses ends what does not settle.
const maxPasses = 20

// through returns what is known at the end of a block, nil as long as nothing leads to it.
func (f *flow) through(b *ssa.BasicBlock) *state {
	s := f.in(b)
	if s == nil {
		return nil
	}
	f.block = b
	f.leaves(b, s)
	for _, instr := range b.Instrs {
		f.instr(instr, s)
	}
	return s
}

// in returns what is known where b begins, nil as long as nothing leads there.
func (f *flow) in(b *ssa.BasicBlock) *state {
	if b == f.fn.Blocks[0] {
		s := newState()
		for _, param := range f.fn.Params {
			s.fresh[f.Target(param)] = true // until it gets away, as far as this function goes
		}
		f.owe(s)
		return s
	}
	var in *state
	for i, pred := range b.Preds {
		if f.out[pred] == nil {
			continue
		}
		out := f.edge(pred, b, i)
		if in == nil {
			in = out
		} else {
			in.join(out)
		}
	}
	return in
}

// edge adds what taking the branch from pred to b tells: whether a TryLock has got its lock, and which values the variables of b
// have there.
func (f *flow) edge(pred, b *ssa.BasicBlock, from int) *state {
	out := f.phis(b, from, f.out[pred])
	branch, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
	if !ok || pred.Succs[0] == pred.Succs[1] {
		return out
	}
	cond, taken := branch.Cond, pred.Succs[0] == b
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, taken = not.X, !taken
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !taken {
		return out
	}
	at := &way{pos: call.Pos(), fn: f.fn}
	switch memory.OperationOf(memory.Declared(memory.Callee(&call.Call))) {
	case memory.OpTryLock:
		out.acquire(f.lockOf(call.Call.Args[0]), holding{writing, true, at})
	case memory.OpTryRLock:
		out.acquire(f.lockOf(call.Call.Args[0]), holding{reading, true, at})
	}
	return out
}

// phis gives the locks at the end of a predecessor their names in b: what a phi points to is what its value points to that comes from
// there. A lock whose name means another one from then on is one of some object.
func (f *flow) phis(b *ssa.BasicBlock, from int, out *state) *state {
	phis := phisOf(b)
	if len(phis) == 0 && f.once && len(b.Preds[from].Succs) == 1 {
		return out // which nobody else asks for
	}
	in := out.clone()
	if len(phis) == 0 {
		return in
	}
	gone := map[lock]holding{}
	for _, phi := range phis {
		own := f.Target(phi)
		if own.Root.Value != ssa.Value(phi) || phi.Edges[from] == phi {
			continue
		}
		for l, h := range out.held {
			if l.at != nil && l.at.Base() == own {
				delete(in.held, l)
				gone[l] = h
			}
		}
	}
	for _, phi := range phis {
		own := f.Target(phi)
		if own.Root.Value != ssa.Value(phi) || memory.IsNil(phi.Edges[from]) {
			continue
		}
		for _, l := range f.sortedLocks(out.held) {
			if l.at == nil {
				continue
			}
			h := out.held[l]
			if steps, ok := l.at.Under(f.Target(phi.Edges[from])); ok {
				in.held[f.at(own.Then(steps))] = h
				delete(gone, l)
			}
		}
	}
	for l, h := range gone {
		if l.class != nil {
			h.must = false
			in.held[lock{class: l.class}] = h
		}
	}
	return in
}

func phisOf(b *ssa.BasicBlock) []*ssa.Phi {
	var all []*ssa.Phi
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		all = append(all, phi)
	}
	return all
}

// lockOf returns the lock that v points to.
func (f *flow) lockOf(v ssa.Value) lock { return f.at(f.Target(v)) }

func (p *program) at(place *memory.Place) lock { return lock{p.of(place), place} }

// instr changes the state as the instruction does.
func (f *flow) instr(instr ssa.Instruction, s *state) {
	switch instr.(type) {
	case *ssa.Defer, *ssa.Go: // what is called is so later, or by another goroutine
	default:
		f.await(instr, s)
		defer f.pay(instr, s)
	}
	switch instr := instr.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		s.fresh[f.Target(instr.(ssa.Value))] = true
	case *ssa.MakeClosure:
		for _, b := range instr.Bindings {
			f.escape(b, s)
		}
	case *ssa.Store:
		f.put(f.Target(instr.Addr), instr.Val, s)
	case *ssa.MapUpdate:
		f.put(f.Target(instr.Map), instr.Key, s)
		f.put(f.Target(instr.Map), instr.Value, s)
	case *ssa.Send:
		f.escape(instr.X, s)
	case *ssa.Select:
		for _, c := range instr.States {
			if c.Send != nil {
				f.escape(c.Send, s)
			}
		}
	case *ssa.Call:
		f.call(instr, &instr.Call, s)
	case *ssa.Go:
		f.start(instr)
		f.escape(instr.Call.Value, s)
		for _, arg := range instr.Call.Args {
			f.escape(arg, s)
		}
	case *ssa.Defer:
		s.defers[instr] = true
	case *ssa.RunDefers:
		for _, d := range slices.Backward(f.defers) {
			if s.defers[d] {
				f.await(d, s)
				f.call(d, &d.Call, s)
				f.pay(d, s)
			}
		}
	case *ssa.Return:
		if f.record {
			f.ends, f.returns = append(f.ends, s.clone()), append(f.returns, instr)
		}
	}
}

// isFresh reports whether nobody else can reach the lock: it is in an object that this function has made.
func (f *flow) isFresh(l lock, s *state) bool {
	if l.at == nil {
		return false
	}
	o := l.at.Object()
	_, isParam := o.Root.Value.(*ssa.Parameter)
	return o.Up == nil && !isParam && s.fresh[o]
}

// put notes that a value is stored in an object: whoever can reach the object can reach the value.
func (f *flow) put(at *memory.Place, v ssa.Value, s *state) {
	if !memory.Refers(v.Type()) || memory.IsNil(v) {
		return
	}
	into := at.Object()
	if into.Up != nil || !s.fresh[into] {
		f.escape(v, s)
		return
	}
	if _, isParam := into.Root.Value.(*ssa.Parameter); isParam {
		f.escape(v, s)
		return
	}
	if o := f.Target(v).Object(); !slices.Contains(f.inside[into], o) {
		f.inside[into] = append(f.inside[into], o)
	}
}

// escape notes that others may reach what v leads to.
func (f *flow) escape(v ssa.Value, s *state) {
	if memory.Refers(v.Type()) {
		f.publish(f.Target(v).Object(), s, map[*memory.Place]bool{})
	}
}

func (f *flow) publish(o *memory.Place, s *state, seen map[*memory.Place]bool) {
	if seen[o] {
		return
	}
	seen[o] = true
	if param, ok := o.Root.Value.(*ssa.Parameter); ok && o.Up == nil && param.Parent() == f.fn {
		f.summary.escapes[param] = true
	}
	if phi, ok := o.Root.Value.(*ssa.Phi); ok && o.Up == nil {
		for _, e := range phi.Edges {
			f.publish(f.Target(e).Object(), s, seen)
		}
	}
	delete(s.fresh, o)
	for _, in := range f.inside[o] {
		f.publish(in, s, seen)
	}
}

// summarise says what is so at the returns.
func (f *flow) summarise() {
	for i, end := range f.ends {
		held := f.withResults(f.returns[i], end)
		if i == 0 {
			f.summary.held, f.summary.freed = held, end.freed
		} else {
			f.summary.held, f.summary.freed = joinHeld(f.summary.held, held), joinFreed(f.summary.freed, end.freed)
		}
		for j, r := range f.returns[i].Results {
			fresh := memory.Refers(r.Type()) && (memory.IsNil(r) || f.isFresh(lock{at: f.Target(r)}, end))
			if i == 0 {
				f.summary.fresh = append(f.summary.fresh, fresh)
			} else {
				f.summary.fresh[j] = f.summary.fresh[j] && fresh
			}
		}
	}
}

// withResults are the locks held at a return, those of what is returned under the names that callers know.
func (f *flow) withResults(ret *ssa.Return, end *state) map[lock]holding {
	held := map[lock]holding{}
	for l, h := range end.held {
		if !h.must && h.way.next != nil {
			continue // a callee has acquired it or not, which its result tells; nobody but the one who has called it looks at that
		}
		held[l] = h
		for i, r := range ret.Results {
			if l.at == nil || !memory.Refers(r.Type()) || memory.IsNil(r) {
				continue
			}
			if steps, ok := l.at.Under(f.Target(r)); ok {
				delete(held, l)
				held[f.program.at(f.Places.At(memory.Root{Value: f.fn, Result: i + 1}).Then(steps))] = h
			}
		}
	}
	return held
}
