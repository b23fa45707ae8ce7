package infer

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/addressed"
	"github.com/calvin-go/calvin/desugar/sequential"
	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// A summary is what callers need to know of a function, in its own terms: places that begin with its parameters, with package
// variables, or with its results.
type summary struct {
	acquired holds                  // held at every return, and not on entry
	released map[*memory.Place]bool // of those held on entry
	escapes  map[*ssa.Parameter]bool
	fresh    []bool // results that nobody else can reach
	// calls has, for each parameter that is a function and is called, and nothing else, the locks held there.
	calls map[*ssa.Parameter]holds
	// touches has the parameters behind which it accesses memory plainly, as long as no further pointer leads there; true: it may write.
	touches map[*ssa.Parameter]bool
}

func newSummary() *summary {
	return &summary{acquired: holds{}, released: map[*memory.Place]bool{}, escapes: map[*ssa.Parameter]bool{}, calls: map[*ssa.Parameter]holds{},
		touches: map[*ssa.Parameter]bool{}}
}

func (s *summary) equal(t *summary) bool {
	return t != nil && maps.Equal(s.acquired, t.acquired) && maps.Equal(s.released, t.released) && maps.Equal(s.escapes, t.escapes) &&
		slices.Equal(s.fresh, t.fresh) && maps.Equal(s.touches, t.touches) && maps.EqualFunc(s.calls, t.calls, func(a, b holds) bool { return maps.Equal(a, b) })
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
			if l.Root.Value == ssa.Value(f.fn) {
				held[l] |= m
			}
		}
	}
	for i, x := range f.exits {
		for l, m := range held {
			if memory.IsNil(x.ret.Results[l.Root.Result-1]) {
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
		if !memory.Refers(r.Type()) || memory.IsNil(r) {
			continue
		}
		for l, m := range x.at.held {
			if steps, ok := l.Under(f.Target(r)); ok {
				at.held[f.Places.At(memory.Root{Value: f.fn, Result: i + 1}).Then(steps)] = m
			}
		}
	}
	return at
}

func (f *flow) results(first bool, x *exit) {
	for i, r := range x.ret.Results {
		fresh := memory.Refers(r.Type()) && (memory.IsNil(r) || f.isFresh(f.Target(r), x.at))
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
	fresh  map[*memory.Place]bool // parameters
	caller *ssa.Function
}

// call does what a call does, or a deferred one when the function returns.
func (f *flow) call(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		f.builtin(at, b.Name(), c.Args, s)
		return
	}
	f.usesBehind(at, c, s)
	c, known := unbound(c)
	fn := memory.Callee(c)
	switch {
	case known && f.locker(c, s):
	case !known:
		f.callUnknown(at, c, s)
	case fn != nil && f.bodies[fn]:
		f.callBody(at, c, fn, s)
	case fn != nil:
		f.callForeign(at, c, memory.Declared(fn), s)
	case len(f.entriesOf(c)) > 0:
		f.callEntries(at, c, f.entriesOf(c), s)
	default:
		f.callUnknown(at, c, s)
	}
}

// unbound returns the call of the method that a method value stands for, with the receiver first. It reports false if
// the method is one of an interface.
func unbound(c *ssa.CallCommon) (*ssa.CallCommon, bool) {
	made, ok := c.Value.(*ssa.MakeClosure)
	if !ok || len(made.Bindings) != 1 {
		return c, true
	}
	fn := made.Fn.(*ssa.Function)
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return c, true
	}
	method := fn.Prog.FuncValue(obj)
	if method == nil {
		return c, false
	}
	return &ssa.CallCommon{Value: method, Args: append([]ssa.Value{made.Bindings[0]}, c.Args...)}, true
}

func (f *flow) builtin(at ssa.CallInstruction, name string, args []ssa.Value, s *state) {
	any := memory.Step{Kind: memory.ToElement}
	switch name {
	case "append":
		into := f.Target(args[0])
		f.access(at, into.To(any), true, false, s)
		if len(args) > 1 {
			f.put(into, args[1], s)
			f.elements(into, args[1], s)
		}
	case "copy":
		f.access(at, f.Target(args[0]).To(any), true, false, s)
		f.access(at, f.Target(args[1]).To(any), false, false, s)
	case "close":
		f.closing(args[0], s)
		f.isClosed(args[0], s)
	case "delete", "clear":
		f.access(at, f.Target(args[0]).To(any), true, false, s)
	case "len":
		if _, ok := args[0].Type().Underlying().(*types.Map); ok {
			f.access(at, f.Target(args[0]).To(any), false, false, s)
		}
	}
}

// elements stores what the array of a variadic argument has in it.
func (f *flow) elements(into *memory.Place, arg ssa.Value, s *state) {
	for _, at := range f.inside(f.Target(arg)) {
		for v := range f.stored[at] {
			f.put(into, v, s)
		}
	}
}

// callBody calls a function that is analysed itself.
func (f *flow) callBody(at ssa.CallInstruction, c *ssa.CallCommon, fn *ssa.Function, s *state) {
	f.site(at, fn, f.context(fn, c.Args, s))
	sum := f.summaryOf(fn)
	if sum == nil {
		f.early = true
		return
	}
	f.lend(at, c, fn, s)
	for i, arg := range c.Args {
		if i >= len(fn.Params) {
			break
		}
		param := fn.Params[i]
		lit := memory.Literal(arg)
		if with, ok := sum.calls[param]; ok && lit != nil {
			ctx := f.context(lit, nil, s)
			for l, m := range with {
				if q := f.Outward(fn, at, c, l); q != nil {
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
		if q := f.Outward(fn, at, c, l); q != nil {
			s.release(q)
		}
	}
	for l, m := range sum.acquired {
		if q := f.Outward(fn, at, c, l); q != nil {
			s.acquire(q, m)
		}
	}
	if v, ok := at.(ssa.Value); ok {
		for i, fresh := range sum.fresh {
			if r := f.Places.At(memory.Root{Value: v, Result: i + 1}); fresh {
				s.fresh[r] = true
			}
		}
	}
}

// lend notes what a call accesses of the variables whose addresses, slices or maps it is passed: a struct that lies in
// another is accessed by its methods. One that synchronises itself is no matter of the variable that it lies in.
func (f *flow) lend(at ssa.CallInstruction, c *ssa.CallCommon, fn *ssa.Function, s *state) {
	if !f.record {
		return
	}
	sum := f.summaryOf(fn)
	if sum == nil {
		return
	}
	for i, param := range fn.Params {
		write, ok := sum.touches[param]
		if !ok || i >= len(c.Args) {
			continue
		}
		arg := c.Args[i]
		if named, ok := addressed.Of(arg); ok {
			arg = named
		}
		if ptr, ok := arg.Type().Underlying().(*types.Pointer); ok {
			if st, ok := ptr.Elem().Underlying().(*types.Struct); ok && f.synchronises(st) {
				continue
			}
		}
		f.access(at, f.Target(arg), write, false, s)
	}
}

// touch notes for callers that what a parameter leads to is accessed.
func (f *flow) touch(at *memory.Place, write bool) {
	param, ok := at.Root.Value.(*ssa.Parameter)
	if !ok || param.Parent() != f.fn {
		return
	}
	for p := at; p != nil; p = p.Up {
		if p.Up != nil && p.Step.Kind == memory.ToTarget {
			return
		}
	}
	f.summary.touches[param] = f.summary.touches[param] || write
}

// callForeign calls a function of which only the declaration is known.
func (f *flow) callForeign(at ssa.CallInstruction, c *ssa.CallCommon, fn *types.Func, s *state) {
	if f.arrange(at, c, fn, s) {
		return
	}
	op := memory.OperationOf(fn)
	switch op {
	case memory.OpLock:
		f.acquire(f.Target(c.Args[0]), writing, s)
	case memory.OpRLock:
		f.acquire(f.Target(c.Args[0]), reading, s)
	case memory.OpUnlock, memory.OpRUnlock:
		f.demand(f.Target(c.Args[0]), op, s)
		f.release(f.Target(c.Args[0]), s)
	case memory.OpTryLock, memory.OpTryRLock:
	case memory.OpDowngrade:
		f.release(f.Target(c.Args[0]), s)
		f.acquire(f.Target(c.Args[0]), reading, s)
	case memory.OpOnce:
		f.runOnce(at, c, s)
	case memory.OpAtomicRead, memory.OpAtomicWrite:
		f.access(at, f.Target(c.Args[0]), op == memory.OpAtomicWrite, true, s)
		for _, arg := range c.Args[1:] {
			f.put(f.Target(c.Args[0]), arg, s)
		}
	default:
		f.waited(c, s)
		f.published(at, s)
		f.lendForeign(at, c, fn, s)
		f.writeAddressed(at, c, fn, s)
		for _, arg := range c.Args {
			f.pass(at, arg, op == memory.OpHarmless, s)
		}
	}
}

// lockOfLocker is the name of the method by which the lock behind a sync.Locker is acquired.
const lockOfLocker = "(sync.Locker).Lock"

// locker does what a call of a method of sync.Locker does, and reports whether c is one. What is behind it is a lock:
// that is proved, or assumed.
func (f *flow) locker(c *ssa.CallCommon, s *state) bool {
	if !c.IsInvoke() {
		return false
	}
	switch c.Method.FullName() {
	case lockOfLocker:
		f.acquire(f.Target(c.Value), writing, s)
	case "(sync.Locker).Unlock":
		f.demand(f.Target(c.Value), memory.OpUnlock, s)
		f.release(f.Target(c.Value), s)
	default:
		return false
	}
	return true
}

// lendForeign notes what a function of the standard library accesses: a map that it is passed, or whose method it is. A
// list or a buffer that lies in a variable is accessed by its methods, and by what they are called from as an
// io.Writer. Where the library's table does not say that it is only read it counts as written.
func (f *flow) lendForeign(at ssa.CallInstruction, c *ssa.CallCommon, fn *types.Func, s *state) {
	if !f.record {
		return
	}
	var row *library.Row
	if fn != nil {
		row = library.Of(fn.FullName())
	}
	for i, arg := range c.Args {
		if v, ok := arg.(*ssa.MakeInterface); ok {
			arg = v.X
		}
		if _, isMap := arg.Type().Underlying().(*types.Map); isMap && row != nil { // headers, say
			f.access(at, f.Target(arg).To(memory.Step{Kind: memory.ToElement}), row.Writes(i), false, s)
			continue
		}
		if _, isSlice := arg.Type().Underlying().(*types.Slice); isSlice && row != nil { // a buffer
			f.access(at, f.Target(arg).To(memory.Step{Kind: memory.ToElement}), row.Writes(i), false, s)
			continue
		}
		ptr, ok := types.Unalias(arg.Type()).(*types.Pointer)
		if !ok {
			continue
		}
		if n, ok := memory.Named(ptr.Elem()); ok && unsynchronised(n.Obj()) {
			f.access(at, f.Target(arg), row == nil || row.Writes(i), false, s)
		}
	}
}

// usesBehind notes that a call which uses a hash, or a source of random numbers, is as good as a write of the variable
// that it was found in.
func (f *flow) usesBehind(at ssa.CallInstruction, c *ssa.CallCommon, s *state) {
	if !f.record {
		return
	}
	for _, v := range sequential.Used(c, func(fn *types.Func) *library.Row { return library.Of(fn.FullName()) }) {
		f.usesHeld(at, v, s, map[ssa.Value]bool{}, f.isSequential)
	}
	if recv, writes := sequential.Receiver(c); writes {
		f.usesHeld(at, recv, s, map[ssa.Value]bool{}, func(ssa.Value, *types.Var) bool { return true })
	}
}

// isSequential reports whether what one goroutine at a time may use is behind a value that was read from a variable.
func (p *program) isSequential(v ssa.Value, in *types.Var) bool {
	return sequential.Certainly(v.Type()) || sequential.Is(v.Type()) && p.sequential[in]
}

// usesHeld does so of a value, or of those that it may be.
func (f *flow) usesHeld(at ssa.Instruction, v ssa.Value, s *state, seen map[ssa.Value]bool, counts func(ssa.Value, *types.Var) bool) {
	v = sequential.Unconverted(v)
	if seen[v] {
		return
	}
	seen[v] = true
	if phi, ok := v.(*ssa.Phi); ok {
		for _, e := range phi.Edges {
			f.usesHeld(at, e, s, seen, counts)
		}
		return
	}
	in, ok := sequential.HeldIn(v)
	if !ok || !counts(v, in) {
		return
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	switch from := v.(type) {
	case *ssa.UnOp:
		f.access(at, f.Target(from.X), true, false, s)
	case *ssa.Lookup:
		f.access(at, f.Target(from.X).To(f.Element(from.Index)), true, false, s)
	}
}

// unsynchronised tells the types of the standard library whose values one goroutine at a time may use.
func unsynchronised(name *types.TypeName) bool {
	return name.Pkg() != nil && library.IsUnsynchronised(name.Pkg().Path()+"."+name.Name())
}

// pass hands a value to code that is not analysed. The address of a variable is as good as an access to it.
func (f *flow) pass(at ssa.Instruction, arg ssa.Value, harmless bool, s *state) {
	if lit := memory.Literal(arg); lit != nil {
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
	o := f.Target(c.Args[0])
	if run := f.program.runOnce(c); run != nil {
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
			if lit := memory.Literal(arg); lit != nil {
				f.site(at, lit, f.context(lit, nil, s))
			}
		}
		return
	}
	f.writeAddressed(at, c, c.Method, s)
	if readsInto(c) {
		f.access(at, f.Target(c.Args[0]).To(memory.Step{Kind: memory.ToElement}), true, false, s)
	}
	for i, arg := range c.Args {
		if !f.lendTo(c, i, s) {
			f.pass(at, arg, false, s)
		}
	}
}

// readsInto reports whether a call is one of a method of an interface that reads into the bytes which it is passed.
func readsInto(c *ssa.CallCommon) bool {
	if !c.IsInvoke() || len(c.Args) == 0 {
		return false
	}
	bytes, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok || !types.Identical(bytes.Elem(), types.Typ[types.Byte]) {
		return false
	}
	return slices.Contains([]string{"Read", "ReadAt", "ReadFrom"}, c.Method.Name())
}

// isYield reports whether the call is a range over a function, which is passed the loop's body.
func isYield(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool {
		lit := memory.Literal(v)
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
	f.starting(g, s)
	if fn := memory.Callee(&g.Call); fn != nil && f.bodies[fn] {
		f.site(g, fn, f.lasting(fn, g.Call.Args, s))
		f.lend(g, &g.Call, fn, newState())
	}
	f.escape(g.Call.Value, s)
	for _, arg := range g.Call.Args {
		f.pass(g, arg, false, s)
	}
}

// lasting says what a goroutine finds that runs fn: nobody holds a lock for it, but the functions of Onces that have
// returned here have returned there, too, and channels that are closed stay so.
func (f *flow) lasting(fn *ssa.Function, args []ssa.Value, s *state) *context {
	ctx := f.context(fn, args, s)
	maps.DeleteFunc(ctx.held, func(l *memory.Place, m mode) bool { return m != reading || !isChannel(l) && lockKind(l) != annot.Once })
	ctx.fresh = map[*memory.Place]bool{}
	return ctx
}

func (f *flow) nothing() *context {
	return &context{held: holds{}, fresh: map[*memory.Place]bool{}, caller: f.fn}
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
		for _, q := range f.Inward(fn, args, l) {
			ctx.held[q] = m
		}
	}
	if fn.Parent() != nil {
		maps.Copy(ctx.fresh, s.fresh)
	}
	for i, arg := range args {
		if i < len(fn.Params) && memory.Refers(arg.Type()) && !memory.IsNil(arg) && f.isFresh(f.Target(arg), s) {
			ctx.fresh[f.Target(fn.Params[i])] = true
		}
	}
	return ctx
}
