package lockorder

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// call does what a call does, or one that was put off when the function returns.
func (f *flow) call(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" && len(c.Args) > 1 {
			f.put(f.Target(c.Args[0]), c.Args[1], s)
		}
		return
	}
	if op, l, ok := f.operation(c); ok {
		f.operate(at, c, op, l, s)
		return
	}
	found := f.targets.of(c)
	if found.param != nil && f.record {
		f.callsParameter(found.param, s.held, s.freed, &way{pos: at.Pos(), fn: f.fn})
	}
	before := s.clone()
	for i, t := range found.all {
		into := s
		if i > 0 {
			into = before.clone()
		}
		if f.bodies[t.fn] {
			f.use(t.fn)
			f.enter(at, t, found.sure, into)
		} else {
			f.foreign(at, t, into)
		}
		if i > 0 {
			s.join(into)
		}
	}
	if len(found.all) == 0 || found.rest {
		if len(found.all) > 0 {
			s.join(before)
		}
		for _, arg := range c.Args {
			f.escape(arg, s)
		}
	}
}

// use notes that what is found of this function rests on what is found of another.
func (f *flow) use(fn *ssa.Function) {
	if f.users[fn] == nil {
		f.users[fn] = map[*ssa.Function]bool{}
	}
	f.users[fn][f.fn] = true
}

// operation returns what a call does to a lock, directly or through a sync.Locker.
func (f *flow) operation(c *ssa.CallCommon) (memory.Operation, lock, bool) {
	if c.IsInvoke() {
		op := memory.LockMethods[c.Method.Name()]
		if !isLocker(c.Value.Type()) || op == memory.NoOperation {
			return 0, lock{}, false
		}
		return op, f.lockOf(c.Value), true
	}
	args := c.Args
	if m, ok := c.Value.(*ssa.MakeClosure); ok && memory.BoundMethod(m) != nil {
		args = m.Bindings
	}
	switch op := memory.OperationOf(memory.Declared(memory.Callee(c))); op {
	case memory.NoOperation, memory.OpHarmless, memory.OpAtomicRead, memory.OpAtomicWrite:
		return 0, lock{}, false
	default:
		return op, f.lockOf(args[0]), true
	}
}

func isLocker(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "Locker"
}

func isNested(c *ssa.CallCommon) bool {
	fn := memory.Declared(memory.Callee(c))
	return fn != nil && strings.HasPrefix(fn.Name(), "Nested")
}

func (f *flow) operate(at ssa.CallInstruction, c *ssa.CallCommon, op memory.Operation, l lock, s *state) {
	here := &way{pos: at.Pos(), fn: f.fn}
	switch op {
	case memory.OpLock, memory.OpRLock:
		m := writing
		if op == memory.OpRLock {
			m = reading
		}
		f.meet(&acquisition{lock: l, mode: m, way: here, sure: true, nested: isNested(c)}, s)
		s.acquire(l, holding{m, true, here})
	case memory.OpUnlock, memory.OpRUnlock:
		s.release(l)
	case memory.OpDowngrade:
		if h, ok := s.held[l]; ok {
			h.mode = reading
			s.held[l] = h
		}
	case memory.OpOnce:
		f.meet(&acquisition{lock: l, mode: writing, way: here, sure: true}, s)
		inside := s.clone()
		inside.acquire(l, holding{writing, true, here})
		f.callValue(at, c.Args[1], inside)
		f.escape(c.Args[1], s)
	}
}

// callValue calls a function that is passed at a call, without arguments that are known.
func (f *flow) callValue(at ssa.CallInstruction, v ssa.Value, s *state) {
	found := f.targets.of(&ssa.CallCommon{Value: v})
	if found.param != nil && f.record {
		f.callsParameter(found.param, s.held, s.freed, &way{pos: at.Pos(), fn: f.fn})
	}
	for _, t := range found.all {
		if f.bodies[t.fn] {
			f.use(t.fn)
			f.enter(at, t, found.sure, s.clone())
		}
	}
}

// callsParameter notes what is so where a parameter is called.
func (f *flow) callsParameter(param *ssa.Parameter, held map[lock]holding, freed map[lock]bool, w *way) {
	old := f.summary.calls[param]
	if old == nil {
		f.summary.calls[param] = &called{maps.Clone(held), maps.Clone(freed), w}
		return
	}
	old.held, old.freed, old.way = joinHeld(old.held, held), joinFreed(old.freed, freed), old.way.or(w)
}

// foreign calls a function of which only the declaration is known.
func (f *flow) foreign(at ssa.CallInstruction, t target, s *state) {
	harmless := memory.OperationOf(memory.Declared(t.fn)) == memory.OpHarmless
	for _, arg := range t.args {
		if fn := f.functionOf(arg); fn != nil {
			if harmless {
				f.callValue(at, arg, s)
			} else {
				f.open[fn] = true
			}
		}
		if !harmless {
			f.escape(arg, s)
		}
	}
}

// A renaming names the locks of a callee as its caller does.
type renaming struct {
	*flow
	at   ssa.CallInstruction
	call *ssa.CallCommon
	fn   *ssa.Function
}

func (r *renaming) lock(l lock) lock {
	if l.at == nil {
		return l
	}
	q := r.Outward(r.fn, r.at, r.call, l.at)
	if q == nil || depth(q) > maxDepth {
		return lock{class: l.class}
	}
	if c := r.of(q); c != nil {
		if l.class != nil && l.class.waiting == Receiver {
			c = r.receivers(c)
		}
		return lock{c, q}
	}
	return lock{l.class, q}
}

func depth(p *memory.Place) int {
	n := 0
	for ; p.Up != nil; p = p.Up {
		n++
	}
	return n
}

// maxDepth is how far from where names begin a lock is told from others of its class.
const maxDepth = 8

func (r *renaming) freed(all map[lock]bool) map[lock]bool {
	out := map[lock]bool{}
	for l, sure := range all {
		m := r.lock(l)
		if m == (lock{}) {
			continue
		}
		if old, ok := out[m]; ok {
			sure = sure || old
		}
		out[m] = sure && m.at != nil
	}
	return out
}

func (r *renaming) gates(all []gate) []gate {
	var out []gate
	for _, g := range all {
		if g.lock = r.lock(g.lock); g.class != nil {
			out = append(out, g)
		}
	}
	return out
}

// enter calls a function that is analysed itself.
func (f *flow) enter(at ssa.CallInstruction, t target, sure bool, s *state) {
	sum := f.summaries[t.fn]
	if sum == nil {
		return
	}
	r := &renaming{f, at, &ssa.CallCommon{Value: t.fn, Args: t.args}, t.fn}
	here := func(w *way) *way { return &way{at.Pos(), f.fn, w} }
	for _, a := range sum.takes {
		f.meet(&acquisition{r.lock(a.lock), a.mode, r.freed(a.freed), r.gates(a.gates), here(a.way), a.sure && sure, a.nested}, s)
	}
	for _, e := range sum.inOrder {
		f.lift(r, e, sure, s)
	}
	f.callbacks(at, r, t, sum, s)
	for i, arg := range t.args {
		if i < len(t.fn.Params) && sum.escapes[t.fn.Params[i]] {
			f.escape(arg, s)
		}
	}
	for l, surely := range r.freed(sum.freed) {
		if h, ok := s.held[l]; ok && !surely {
			h.must = false
			s.held[l] = h
		} else {
			s.release(l)
		}
	}
	for _, l := range f.sortedLocks(sum.held) {
		h := sum.held[l]
		if m := r.lock(l); m.class != nil || m.at != nil {
			s.acquire(m, holding{h.mode, h.must && sure && m.at != nil, here(h.way)})
		}
	}
	if v, ok := at.(ssa.Value); ok {
		for i, fresh := range sum.fresh {
			if o := f.Places.At(memory.Root{Value: v, Result: i + 1}); fresh {
				s.fresh[o] = true
			} else {
				delete(s.fresh, o)
			}
		}
	}
}

// callbacks calls what the callee calls of the functions that it is passed.
func (f *flow) callbacks(at ssa.CallInstruction, r *renaming, t target, sum *summary, s *state) {
	for i, arg := range t.args {
		if i >= len(t.fn.Params) {
			break
		}
		with := sum.calls[t.fn.Params[i]]
		fn := f.functionOf(arg)
		if with == nil {
			if fn != nil {
				f.open[fn] = true // it may be called later
			}
			continue
		}
		inside := s.clone()
		for l, surely := range r.freed(with.freed) {
			if surely {
				inside.release(l)
			} else if h, ok := inside.held[l]; ok {
				h.must = false
				inside.held[l] = h
			}
		}
		for l, h := range with.held {
			if m := r.lock(l); m.class != nil {
				inside.acquire(m, holding{h.mode, h.must, &way{at.Pos(), f.fn, h.way}})
			}
		}
		if param, ok := arg.(*ssa.Parameter); ok && f.record {
			f.callsParameter(param, inside.held, inside.freed, &way{at.Pos(), f.fn, with.way})
		}
		f.callValue(at, arg, inside)
	}
}

// meet notes that a lock is acquired: after those that are held.
func (f *flow) meet(a *acquisition, s *state) {
	if !f.record || f.isFresh(a.lock, s) {
		return
	}
	gates := f.gatesIn(s, a.freed)
	for _, l := range f.sortedLocks(s.held) {
		h := s.held[l]
		if l.class != nil && a.class != nil && l.class.waiting != NoWaiting && a.class.waiting != NoWaiting {
			continue
		}
		if a.freed[l] || l == a.lock || f.isFresh(l, s) || l.class == nil && l.at == nil {
			continue
		}
		e := &edge{held: l, acquired: a.lock, heldMode: h.mode, mode: a.mode, holds: h.way, takes: a.way, sure: h.must && a.sure}
		if e.relation = f.relationOf(l, a.lock); e.relation.kind == same {
			continue
		}
		if a.nested && e.relation.kind != within {
			e.relation = relation{kind: ordered}
		}
		e.gates = slices.DeleteFunc(f.besides(e, slices.Concat(gates, a.gates)), func(g gate) bool { return g.lock == l || g.lock == a.lock })
		f.summary.add(f.program, e)
	}
	freed := maps.Clone(s.freed)
	for l, surely := range a.freed {
		if _, ok := s.held[l]; !ok {
			freed[l] = surely || freed[l]
		}
	}
	if a.class != nil || a.at != nil {
		f.summary.acquire(&acquisition{a.lock, a.mode, freed, slices.Concat(gates, a.gates), a.way, a.sure, a.nested})
	}
}

// gatesIn are the locks that are surely held, and not given back on the way.
func (f *flow) gatesIn(s *state, freed map[lock]bool) []gate {
	var gates []gate
	for _, l := range f.sortedLocks(s.held) {
		if _, given := freed[l]; s.held[l].must && !given && l.class != nil && l.class.waiting == NoWaiting {
			gates = append(gates, gate{lock: l, mode: s.held[l].mode})
		}
	}
	return gates
}

// besides notes which gates are in an object from which the code comes to a lock of the edge.
func (f *flow) besides(e *edge, gates []gate) []gate {
	out := slices.Clone(gates)
	for i, g := range out {
		for _, l := range []lock{e.held, e.acquired} {
			if g.at != nil && l.at != nil {
				if _, ok := l.at.Under(g.at.Object()); ok {
					out[i].beside = true
				}
			}
		}
	}
	return out
}

// relationOf relates the objects of two locks, where that matters.
func (f *flow) relationOf(x, y lock) relation {
	if x.class != nil && y.class != nil && x.class.core != y.class.core {
		return relation{}
	}
	r := f.relate(x.at, y.at)
	if (r.kind == peers || r.kind == unknown) && f.compares(f.block, x.at, y.at) {
		return relation{kind: ordered}
	}
	return r
}

// lift names an edge of a callee as this function does.
func (f *flow) lift(r *renaming, e *edge, sure bool, s *state) {
	if !f.record {
		return
	}
	out := *e
	out.held, out.acquired = r.lock(e.held), r.lock(e.acquired)
	if f.isFresh(out.held, s) || f.isFresh(out.acquired, s) {
		return
	}
	out.sure = e.sure && sure
	out.holds, out.takes = &way{r.at.Pos(), f.fn, e.holds}, &way{r.at.Pos(), f.fn, e.takes}
	known := out.held.at != nil && out.acquired.at != nil
	switch {
	case e.relation.kind == ordered:
	case known:
		if out.relation = f.relationOf(out.held, out.acquired); out.relation.kind == same {
			return
		}
	case e.relation.kind == peers && fromParameter(e.held):
		out.relation = relation{}
	}
	var more []gate
	for _, g := range f.besides(&out, f.gatesIn(s, nil)) {
		if g.lock != out.held && g.lock != out.acquired {
			more = append(more, g)
		}
	}
	out.gates = slices.Concat(more, r.gates(e.gates))
	f.summary.add(f.program, &out)
}

func fromParameter(l lock) bool {
	if l.at == nil {
		return false
	}
	_, ok := l.at.Root.Value.(*ssa.Parameter)
	return ok
}
