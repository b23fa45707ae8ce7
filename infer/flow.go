package infer

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A flow analyses one function.
type flow struct {
	*program
	fn      *ssa.Function
	entry   *state
	out     map[*ssa.BasicBlock]*state
	defers  []*ssa.Defer // in order of appearance
	record  bool         // the last time over: accesses and calls are noted
	exits   []*exit
	summary *summary
	early   bool // it calls a function that is not analysed yet
}

// An exit is a return and what is known there.
type exit struct {
	ret *ssa.Return
	at  *state
}

// analyse goes through fn until nothing changes, and then once more to note what happens in it.
func (p *program) analyse(fn *ssa.Function, entry *state) *summary {
	f := &flow{program: p, fn: fn, entry: entry, out: map[*ssa.BasicBlock]*state{}, summary: newSummary()}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				f.defers = append(f.defers, d)
			}
		}
	}
	for again, rounds := true, 0; again && rounds < maxRounds; rounds++ {
		again = false
		for _, b := range f.order() {
			in := f.in(b)
			if in == nil {
				continue
			}
			f.block(b, in)
			if old := f.out[b]; old == nil || !old.equal(in) {
				f.out[b], again = in, true
			}
		}
	}
	f.record = true
	delete(f.changes, fn)
	for _, b := range f.order() {
		if in := f.in(b); in != nil {
			f.block(b, in)
		}
	}
	f.summarise()
	return f.summary
}

// maxRounds ends what does not settle; the analysis may be wrong then, as it may be anyway.
const maxRounds = 20

// order lists the blocks that can be reached, each after one that leads there.
func (f *flow) order() []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.Succs {
			visit(s)
		}
		list = append(list, b)
	}
	visit(f.fn.Blocks[0])
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// in returns what is known where b begins, nil as long as nothing leads there.
func (f *flow) in(b *ssa.BasicBlock) *state {
	if b == f.fn.Blocks[0] {
		in := f.entry.clone()
		f.willClose(in)
		return in
	}
	var in *state
	for _, pred := range b.Preds {
		out := f.out[pred]
		if out == nil {
			continue
		}
		out = f.edge(pred, b, out)
		if in == nil {
			in = out
		} else {
			in.meet(out)
		}
	}
	return in
}

// edge adds what taking the branch from pred to b tells: whether a TryLock has got its lock, and which values the variables
// of b have there.
func (f *flow) edge(pred, b *ssa.BasicBlock, out *state) *state {
	out = f.phis(pred, b, out)
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
	if taken {
		f.received(cond, out)
	}
	if call, ok := cond.(*ssa.Call); ok && taken {
		switch memory.OperationOf(memory.Declared(memory.Callee(&call.Call))) {
		case memory.OpTryLock:
			out.acquire(f.Target(call.Call.Args[0]), writing)
		case memory.OpTryRLock:
			out.acquire(f.Target(call.Call.Args[0]), reading)
		}
	}
	return out
}

// phis gives the locks at the end of pred their names in b: what a phi points to is what its value for pred points to.
func (f *flow) phis(pred, b *ssa.BasicBlock, out *state) *state {
	in := out.clone()
	from := slices.Index(b.Preds, pred)
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		own := f.Target(phi)
		if own.Root.Value != ssa.Value(phi) || phi.Edges[from] == phi {
			continue
		}
		for l := range in.held { // of the value that it had before
			if l.Base() == own {
				delete(in.held, l)
			}
		}
	}
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if own := f.Target(phi); own.Root.Value == ssa.Value(phi) && !memory.IsNil(phi.Edges[from]) {
			for l, m := range out.held {
				if steps, ok := l.Under(f.Target(phi.Edges[from])); ok {
					in.held[own.Then(steps)] = m
				}
			}
		}
	}
	return in
}

// permuted returns, where locks are taken in an order that depends on something (first, second := a, b, or the other way
// round), the locks that are held whichever the order is: those that some held one is on every way to the phis.
func (f *flow) permuted(l *memory.Place, s *state) []*memory.Place {
	phi, ok := l.Root.Value.(*ssa.Phi)
	if !ok {
		return nil
	}
	steps, _ := l.Under(l.Base())
	var all []*memory.Place
	for i := range phi.Edges {
		here := map[*memory.Place]bool{}
		for _, instr := range phi.Block().Instrs {
			other, ok := instr.(*ssa.Phi)
			if ok && s.held[f.Places.At(memory.Root{Value: other}).Then(steps)] != 0 && !memory.IsNil(other.Edges[i]) {
				here[f.Target(other.Edges[i]).Then(steps)] = true
			}
		}
		if i == 0 {
			all = slices.Collect(maps.Keys(here))
		} else {
			all = slices.DeleteFunc(all, func(p *memory.Place) bool { return !here[p] })
		}
	}
	return all
}

// acquire takes a lock, under all its names.
func (f *flow) acquire(l *memory.Place, m mode, s *state) {
	s.acquire(l, m)
	for _, p := range f.permuted(l, s) {
		s.acquire(p, m)
	}
}

// release gives a lock back, under all its names.
func (f *flow) release(l *memory.Place, s *state) {
	for _, p := range f.permuted(l, s) {
		delete(s.held, p)
	}
	s.release(l)
}

func (f *flow) block(b *ssa.BasicBlock, s *state) {
	for _, instr := range b.Instrs {
		f.watch(instr, s)
	}
}

// instr changes the state as the instruction does.
func (f *flow) instr(instr ssa.Instruction, s *state) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		s.fresh[f.Target(instr)] = true
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeClosure:
		s.fresh[f.Target(instr.(ssa.Value))] = true
		if c, ok := instr.(*ssa.MakeClosure); ok {
			for _, b := range c.Bindings {
				f.keep(f.Target(c), b)
			}
		}
	case *ssa.UnOp:
		switch instr.Op {
		case token.MUL:
			f.load(instr, s)
		case token.ARROW:
			f.isClosed(instr.X, s)
			if !instr.CommaOk {
				f.receives(instr, instr.X, s)
			}
		}
	case *ssa.Extract:
		f.extract(instr, s)
	case *ssa.Store:
		f.store(instr, s)
	case *ssa.MapUpdate:
		at := f.Target(instr.Map)
		f.access(instr, at.To(f.Element(instr.Key)), true, false, s)
		f.put(at, instr.Key, s)
		f.put(at, instr.Value, s)
	case *ssa.Lookup:
		if _, ok := instr.X.Type().Underlying().(*types.Map); ok {
			f.access(instr, f.Target(instr.X).To(f.Element(instr.Index)), false, false, s)
		}
	case *ssa.Range:
		if _, ok := instr.X.Type().Underlying().(*types.Map); ok {
			f.access(instr, f.Target(instr.X).To(memory.Step{Kind: memory.ToElement}), false, false, s)
		}
	case *ssa.Send:
		f.sends(instr, instr.Chan, instr.X, s)
		f.escape(instr.X, s)
	case *ssa.Select:
		for _, c := range instr.States {
			if c.Send != nil {
				f.sends(instr, c.Chan, c.Send, s)
				f.escape(c.Send, s)
			}
		}
	case *ssa.Call:
		f.call(instr, &instr.Call, s)
	case *ssa.Go:
		f.spawn(instr, s)
	case *ssa.RunDefers:
		for i := len(f.defers) - 1; i >= 0; i-- {
			f.call(f.defers[i], &f.defers[i].Call, s)
		}
	case *ssa.Return:
		if f.record {
			f.exits = append(f.exits, &exit{instr, s.clone()})
		}
	}
}

// load notes the accesses of a load: of a struct, to each of its fields.
func (f *flow) load(v *ssa.UnOp, s *state) {
	at := f.Target(v.X)
	f.access(v, at, false, false, s)
	f.fields(v, at, v.Type(), false, s)
}

func (f *flow) fields(instr ssa.Instruction, at *memory.Place, t types.Type, write bool, s *state) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || !f.record {
		return
	}
	for i := range st.NumFields() {
		if v := st.Field(i).Origin(); !memory.IsAtomic(v.Type()) && !memory.IsSync(v.Type()) {
			f.access(instr, at.Field(v), write, false, s)
		}
	}
}

func (f *flow) store(v *ssa.Store, s *state) {
	at := f.Target(v.Addr)
	f.access(v, at, true, false, s)
	f.fields(v, at, v.Val.Type(), true, s)
	f.given(at, v.Val, s)
	f.notOwn(at, v.Val, s)
	f.put(at, v.Val, s)
	f.condition(at, v.Val)
}

// put notes that a value is stored at a place: what others can reach leads them to it.
func (f *flow) put(at *memory.Place, v ssa.Value, s *state) {
	if !memory.Refers(v.Type()) || memory.IsNil(v) {
		return
	}
	if f.isFresh(at, s) {
		f.keep(at, v)
		return
	}
	f.escape(v, s)
}

// keep remembers what is stored in an object as long as it is fresh.
func (f *flow) keep(at *memory.Place, v ssa.Value) {
	if f.stored[at][v] {
		return
	}
	if f.stored[at] == nil {
		f.stored[at] = map[ssa.Value]bool{}
	}
	f.stored[at][v] = true
	f.isStored(at)
}

// isFresh reports whether nobody else can reach what is at p.
func (f *flow) isFresh(p *memory.Place, s *state) bool {
	return f.freshObject(p.Object(), s, map[*memory.Place]bool{})
}

func (f *flow) freshObject(o *memory.Place, s *state, seen map[*memory.Place]bool) bool {
	if seen[o] {
		return true
	}
	seen[o] = true
	if o.Up == nil {
		switch v := o.Root.Value.(type) {
		case *ssa.Const:
			return true
		case *ssa.Phi:
			for _, e := range v.Edges {
				if !memory.IsNil(e) && !f.freshObject(f.Target(e).Object(), s, seen) {
					return false
				}
			}
			return true
		}
		return s.fresh[o]
	}
	if !f.freshObject(o.Up.Object(), s, seen) {
		return false
	}
	for at := o.Up; at != nil; at = at.Up { // what it may have been made to point to, also with the struct around it
		for v := range f.stored[at] {
			if !memory.IsNil(v) && !f.freshObject(f.Target(v).Object(), s, seen) {
				return false
			}
		}
		if at == at.Object() {
			break
		}
	}
	return true
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
	if phi, ok := o.Root.Value.(*ssa.Phi); ok && o.Up == nil {
		for _, e := range phi.Edges {
			f.publish(f.Target(e).Object(), s, seen)
		}
	}
	if o.Up != nil { // it was stored there
		for v := range f.stored[o.Up] {
			f.publish(f.Target(v).Object(), s, seen)
		}
		return
	}
	if s.fresh[o] {
		delete(s.fresh, o)
		if param, ok := o.Root.Value.(*ssa.Parameter); ok && param.Parent() == f.fn {
			f.summary.escapes[param] = true
		}
	}
	for _, at := range f.inside(o) {
		for v := range f.stored[at] {
			f.publish(f.Target(v).Object(), s, seen)
		}
	}
}

// inside lists the places in an object that something was stored at.
func (f *flow) inside(o *memory.Place) []*memory.Place {
	var all []*memory.Place
	var visit func(p *memory.Place)
	visit = func(p *memory.Place) {
		if len(f.stored[p]) > 0 {
			all = append(all, p)
		}
		for s, k := range p.Kids {
			if s.Kind == memory.ToField || s.Kind == memory.ToElement {
				visit(k)
			}
		}
	}
	visit(o)
	return all
}
