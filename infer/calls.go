package infer

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A summary is what callers need to know of a function, in its own terms: places that begin with its parameters, with package
// variables, or with its results.
type summary struct {
	acquired holds           // held at every return, and not on entry
	released map[*place]bool // of those held on entry
	escapes  map[*ssa.Parameter]bool
	fresh    []bool // results that nobody else can reach
	// calls has, for each parameter that is a function and is called, and nothing else, the locks held there.
	calls map[*ssa.Parameter]holds
}

func newSummary() *summary {
	return &summary{acquired: holds{}, released: map[*place]bool{}, escapes: map[*ssa.Parameter]bool{}, calls: map[*ssa.Parameter]holds{}}
}

func (s *summary) equal(t *summary) bool {
	return t != nil && maps.Equal(s.acquired, t.acquired) && maps.Equal(s.released, t.released) && maps.Equal(s.escapes, t.escapes) &&
		slices.Equal(s.fresh, t.fresh) && maps.EqualFunc(s.calls, t.calls, func(a, b holds) bool { return maps.Equal(a, b) })
}

// summarise says what is so at all returns.
func (f *flow) summarise() {
	var end *state
	all := f.allResults()
	for i, x := range f.exits {
		at := all[i]
		if i == 0 {
			end = at
		} else {
			end.meet(at)
		}
		f.results(i == 0, x)
	}
	if end == nil {
		return
	}
	for l, m := range end.held {
		if f.entry.held[l] == 0 {
			f.summary.acquired[l] = m
		}
	}
	for l := range end.freed {
		if end.held[l] == 0 {
			f.summary.released[l] = true
		}
	}
}

// allResults are the states at the returns, with what is held of the results. Where a result is nil, whatever is held of it at
// other returns goes for it, too: callers that use it have looked.
func (f *flow) allResults() []*state {
	var all []*state
	held := holds{}
	for _, x := range f.exits {
		at := f.withResults(x)
		all = append(all, at)
		for l, m := range at.held {
			if l.root.value == ssa.Value(f.fn) {
				held[l] |= m
			}
		}
	}
	for i, x := range f.exits {
		for l, m := range held {
			if isNil(x.ret.Results[l.root.result-1]) {
				all[i].held[l] = m
			}
		}
	}
	return all
}

// withResults adds the locks held at a return under the names that begin with what is returned.
func (f *flow) withResults(x *exit) *state {
	at := x.at.clone()
	for i, r := range x.ret.Results {
		if !refers(r.Type()) || isNil(r) {
			continue
		}
		for l, m := range x.at.held {
			if steps, ok := l.under(f.target(r)); ok {
				at.held[f.places.at(root{f.fn, i + 1}).then(steps)] = m
			}
		}
	}
	return at
}

func (f *flow) results(first bool, x *exit) {
	for i, r := range x.ret.Results {
		fresh := refers(r.Type()) && (isNil(r) || f.isFresh(f.target(r), x.at))
		if first {
			f.summary.fresh = append(f.summary.fresh, fresh)
		} else {
			f.summary.fresh[i] = f.summary.fresh[i] && fresh
		}
	}
}

// A context is what a function finds when it is called at one place, in its own terms.
type context struct {
	held   holds
	fresh  map[*place]bool // parameters
	caller *ssa.Function
}

// call does what a call does, or a deferred one when the function returns.
func (f *flow) call(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		f.builtin(at, b.Name(), c.Args, s)
		return
	}
	fn := callee(c)
	switch {
	case fn != nil && f.bodies[fn]:
		f.callBody(at, c, fn, s)
	case fn != nil:
		f.callForeign(at, c, declared(fn), s)
	default:
		f.callUnknown(at, c, s)
	}
}

func (f *flow) builtin(at ssa.CallInstruction, name string, args []ssa.Value, s *state) {
	any := step{kind: toElement}
	switch name {
	case "append":
		into := f.target(args[0])
		f.access(at, into.to(any), true, false, s)
		if len(args) > 1 {
			f.put(into, args[1], s)
			f.elements(into, args[1], s)
		}
	case "copy":
		f.access(at, f.target(args[0]).to(any), true, false, s)
		f.access(at, f.target(args[1]).to(any), false, false, s)
	case "delete", "clear":
		f.access(at, f.target(args[0]).to(any), true, false, s)
	case "len":
		if _, ok := args[0].Type().Underlying().(*types.Map); ok {
			f.access(at, f.target(args[0]).to(any), false, false, s)
		}
	}
}

// elements stores what the array of a variadic argument has in it.
func (f *flow) elements(into *place, arg ssa.Value, s *state) {
	for _, at := range f.inside(f.target(arg)) {
		for v := range f.stored[at] {
			f.put(into, v, s)
		}
	}
}

// callBody calls a function that is analysed itself.
func (f *flow) callBody(at ssa.CallInstruction, c *ssa.CallCommon, fn *ssa.Function, s *state) {
	f.site(at, fn, f.context(fn, c.Args, s))
	sum := f.summaries[fn]
	if sum == nil {
		return
	}
	for i, arg := range c.Args {
		if i >= len(fn.Params) {
			break
		}
		param := fn.Params[i]
		lit := literal(arg)
		if with, ok := sum.calls[param]; ok && lit != nil {
			ctx := f.context(lit, nil, s)
			for l, m := range with {
				if q := f.outward(fn, at, c, l); q != nil {
					ctx.held[q] = m
				}
			}
			f.site(at, lit, ctx)
		} else if lit != nil {
			f.site(at, lit, f.nothing())
			f.escape(arg, s)
		} else if sum.escapes[param] {
			f.escape(arg, s)
		}
	}
	for l := range sum.released {
		if q := f.outward(fn, at, c, l); q != nil {
			s.release(q)
		}
	}
	for l, m := range sum.acquired {
		if q := f.outward(fn, at, c, l); q != nil {
			s.acquire(q, m)
		}
	}
	if v, ok := at.(ssa.Value); ok {
		for i, fresh := range sum.fresh {
			if r := f.places.at(root{v, i + 1}); fresh {
				s.fresh[r] = true
			}
		}
	}
}

// callForeign calls a function of which only the declaration is known.
func (f *flow) callForeign(at ssa.CallInstruction, c *ssa.CallCommon, fn *types.Func, s *state) {
	op := operationOf(fn)
	switch op {
	case lock:
		f.acquire(f.target(c.Args[0]), writing, s)
	case rlock:
		f.acquire(f.target(c.Args[0]), reading, s)
	case unlock, runlock:
		f.demand(f.target(c.Args[0]), op, s)
		f.release(f.target(c.Args[0]), s)
	case tryLock, tryRLock:
	case downgrade:
		f.release(f.target(c.Args[0]), s)
		f.acquire(f.target(c.Args[0]), reading, s)
	case once:
		f.runOnce(at, c, s)
	case atomicRead, atomicWrite:
		f.access(at, f.target(c.Args[0]), op == atomicWrite, true, s)
		for _, arg := range c.Args[1:] {
			f.put(f.target(c.Args[0]), arg, s)
		}
	default:
		for _, arg := range c.Args {
			f.pass(at, arg, op == harmless, s)
		}
	}
}

// pass hands a value to code that is not analysed. The address of a variable is as good as an access to it.
func (f *flow) pass(at ssa.Instruction, arg ssa.Value, harmless bool, s *state) {
	if lit := literal(arg); lit != nil {
		ctx := f.nothing()
		if harmless {
			ctx = f.context(lit, nil, s)
		}
		f.site(at, lit, ctx)
	}
	if !harmless {
		f.escape(arg, s)
	}
}

// runOnce runs the function of a sync.Once as if the Once were a lock; afterwards it is known to have run.
func (f *flow) runOnce(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	o := f.target(c.Args[0])
	run := literal(c.Args[1])
	if run == nil {
		run = boundMethod(c.Args[1])
	}
	if run != nil && f.bodies[run] {
		var args []ssa.Value
		if m, ok := c.Args[1].(*ssa.MakeClosure); ok && len(run.Params) > 0 {
			args = m.Bindings
		}
		inside := s.clone()
		inside.acquire(o, writing)
		f.site(at, run, f.context(run, args, inside))
	}
	if s.held[o] == 0 {
		s.acquire(o, reading)
	}
}

// callUnknown calls a function value, or a method through an interface.
func (f *flow) callUnknown(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	if param, ok := c.Value.(*ssa.Parameter); ok && f.record {
		if old, known := f.summary.calls[param]; known {
			old.meet(s.held)
		} else if onlyCalled(param) {
			f.summary.calls[param] = maps.Clone(s.held)
		}
	}
	if f.fn.Synthetic != "" || isYield(c) {
		for _, arg := range c.Args { // the body of a range over a function
			if lit := literal(arg); lit != nil {
				f.site(at, lit, f.context(lit, nil, s))
			}
		}
		return
	}
	for _, arg := range c.Args {
		f.pass(at, arg, false, s)
	}
}

// isYield reports whether the call is a range over a function, which is passed the loop's body.
func isYield(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool {
		lit := literal(v)
		return lit != nil && lit.Synthetic != ""
	})
}

func onlyCalled(param *ssa.Parameter) bool {
	for _, use := range *param.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if use.Call.Value != param || slices.Contains(use.Call.Args, ssa.Value(param)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// spawn starts a goroutine.
func (f *flow) spawn(g *ssa.Go, s *state) {
	if fn := callee(&g.Call); fn != nil && f.bodies[fn] {
		f.site(g, fn, f.nothing())
	}
	f.escape(g.Call.Value, s)
	for _, arg := range g.Call.Args {
		f.pass(g, arg, false, s)
	}
}

// literal returns the function literal that v is, nil if it is none.
func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); fn.Parent() != nil {
			return fn
		}
	case *ssa.Function:
		if v.Parent() != nil {
			return v
		}
	case *ssa.ChangeType:
		return literal(v.X)
	}
	return nil
}

// boundMethod returns the method that the method value v is of.
func boundMethod(v ssa.Value) *ssa.Function {
	m, ok := v.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := m.Fn.(*ssa.Function)
	if obj := declared(fn); obj != nil && fn.Synthetic != "" {
		return fn.Prog.FuncValue(obj.Origin())
	}
	return nil
}

func (f *flow) nothing() *context {
	return &context{held: holds{}, fresh: map[*place]bool{}, caller: f.fn}
}

// site notes what the callee finds when it is called here.
func (f *flow) site(at ssa.Instruction, fn *ssa.Function, ctx *context) {
	if !f.record || f.initial {
		return
	}
	if f.sites[fn] == nil {
		f.sites[fn] = map[ssa.Instruction]*context{}
	}
	f.sites[fn][at] = ctx
}

// context says what a callee finds: the locks that it can name, and which parameters are fresh.
func (f *flow) context(fn *ssa.Function, args []ssa.Value, s *state) *context {
	ctx := f.nothing()
	for l, m := range s.held {
		for _, q := range f.inward(fn, args, l) {
			ctx.held[q] = m
		}
	}
	if fn.Parent() != nil {
		maps.Copy(ctx.fresh, s.fresh)
	}
	for i, arg := range args {
		if i < len(fn.Params) && refers(arg.Type()) && !isNil(arg) && f.isFresh(f.target(arg), s) {
			ctx.fresh[f.target(fn.Params[i])] = true
		}
	}
	return ctx
}

// inward names a place of the caller as the callee can.
func (f *flow) inward(fn *ssa.Function, args []ssa.Value, p *place) []*place {
	var all []*place
	if f.shared(fn, p.root) {
		all = append(all, p)
	}
	for i, arg := range args {
		if i >= len(fn.Params) || !refers(arg.Type()) || isNil(arg) {
			continue
		}
		if steps, ok := p.under(f.target(arg)); ok {
			if q := rename(f.target(fn.Params[i]), steps, func(v ssa.Value) ssa.Value {
				if j := slices.Index(args, v); j >= 0 && j < len(fn.Params) {
					return fn.Params[j]
				}
				return nil
			}); q != nil {
				all = append(all, q)
			}
		}
	}
	return all
}

// shared reports whether a name that begins with r means the same in fn as around it.
func (f *flow) shared(fn *ssa.Function, r root) bool {
	if _, ok := r.value.(*ssa.Global); ok {
		return true
	}
	for at := fn.Parent(); at != nil; at = at.Parent() {
		if r.value.Parent() == at {
			return true
		}
	}
	return false
}

// outward names a place of the callee as the caller can, or returns nil.
func (f *flow) outward(fn *ssa.Function, at ssa.CallInstruction, c *ssa.CallCommon, p *place) *place {
	r := p.root
	steps, _ := p.under(p.base())
	back := func(v ssa.Value) ssa.Value {
		if param, ok := v.(*ssa.Parameter); ok {
			if i := slices.Index(fn.Params, param); i >= 0 && i < len(c.Args) {
				return c.Args[i]
			}
		}
		return nil
	}
	if param, ok := r.value.(*ssa.Parameter); ok && param.Parent() == fn {
		arg := back(param)
		if arg == nil {
			return nil
		}
		return rename(f.target(arg), steps, back)
	}
	if v, ok := at.(ssa.Value); ok && r.value == ssa.Value(fn) {
		return rename(f.places.at(root{v, r.result}), steps, back)
	}
	if f.shared(fn, r) {
		return p
	}
	return nil
}

// rename continues p with steps, whose indices are values of another function.
func rename(p *place, steps []step, value func(ssa.Value) ssa.Value) *place {
	for _, s := range steps {
		if s.kind == toElement && s.index != nil {
			switch i := s.index.(type) {
			case ssa.Value:
				v := value(i)
				if v == nil {
					return nil
				}
				s.index = v
				if c, ok := v.(*ssa.Const); ok {
					s = (&values{}).element(c)
				}
			case *place:
				return nil
			}
		}
		p = p.to(s)
	}
	return p
}
