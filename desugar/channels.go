package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A channel is an object. What is modelled of it is whether it is closed, who may close it, and its capacity; of what is
// in it no more is known than what the annotation of its variable says of all that is sent. Sends, receives and closing
// are atomic and commute with nothing, so that what a goroutine learns by receiving is ordered after what was sent.

// A channel is one that an operation is about, with what messages call it.
type channel struct {
	ref    *ir.Expr
	text   string
	elem   types.Type
	closed *ir.Expr
}

func (t *translator) channel(v ssa.Value) (channel, bool) {
	c := channel{text: t.Text(v)}
	if typ, ok := v.Type().Underlying().(*types.Chan); ok {
		c.elem = typ.Elem()
	}
	e := t.Expr(v)
	if e == nil || c.elem == nil {
		t.Lost()
		return c, false
	}
	c.ref = t.Stable(e)
	c.closed = ir.Select(ir.V(t.Mem.ChanClosed()), c.ref)
	if made := t.madeHere(v); made != nil {
		t.Assume(ir.Eq(c.ref, made))
	}
	return c, true
}

// madeHere returns the channel that v is, read from a variable that goroutines share but nobody assigns any more, if
// the function has made it; nil if that is not known.
func (t *translator) madeHere(v ssa.Value) *ir.Expr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	made, ok := t.madeGroup(v).(*ssa.MakeChan)
	a := variableAt(load.X)
	if !ok || made.Parent() != t.Frame.Fn || a.Parent() != t.Frame.Fn || !emit.Dominates(t.Frame, t.Usage(a).Stores[0], load) {
		return nil
	}
	return t.Frame.Values[made].Expr
}

func (t *translator) closedAccess(c channel, write bool) []ir.Access {
	span, _ := t.Statement(t.Frame)
	return []ir.Access{{Span: span, Map: t.Mem.ChanClosed(), Index: []*ir.Expr{c.ref}, Write: write, Text: "closed(" + c.text + ")"}}
}

// owners returns the variables that may own a channel of such elements.
func (t *translator) owners(elem types.Type) []*types.Var {
	var out []*types.Var
	for _, v := range t.prog.Channels {
		if types.Identical(v.Type().Underlying().(*types.Chan).Elem(), elem) {
			out = append(out, v)
		}
	}
	return out
}

// transfers is the condition that what is sent on the channel belongs to whoever receives it.
func (t *translator) transfers(c channel) *ir.Expr {
	any := ir.False
	for _, v := range t.owners(c.elem) {
		if t.prog.Guard(v).Transfers {
			any = ir.Or(any, t.Mem.OwnedBy(c.ref, v))
		}
	}
	return any
}

// makeChan translates make(chan T, n).
func (t *translator) makeChan(v *ssa.MakeChan) {
	n := t.integer(v.Size)
	if n == nil {
		t.Forget(v)
		return
	}
	size := t.Text(v.Size)
	elem := v.Type().Underlying().(*types.Chan).Elem()
	t.Check(ir.And(ir.Le(heap.ZeroInt, n), heap.NoMore(n, elem)), ir.Check{
		Kind: ir.MakeLength, Subject: size, Needed: "0 <= " + size + " <= " + heap.LimitText(elem), Shows: t.shows(v.Size, n),
	})
	m := t.Mem
	r := m.NewRef("channel")
	unaccounted := m.Unaccounted(ir.V(r))
	if !t.prog.Unaccounted(v) {
		unaccounted = ir.Not(unaccounted)
	}
	step := m.Create(r, append([]*ir.Expr{
		unaccounted,
		ir.Not(ir.Select(ir.V(m.ChanUsed()), ir.V(r))),
		ir.Not(ir.Select(ir.V(m.ChanClosed()), ir.V(r))),
		ir.Eq(ir.Select(ir.V(m.ChanCap()), ir.V(r)), n),
	}, m.Interiors(ir.V(r), m.Deref(ir.V(r), v.Type()))...))
	closer := ir.V(t.Out.Tid)
	if t.prog.Unaccounted(v) {
		closer = ir.Free
	}
	step.Do = append(step.Do, heap.PutAt(m.ChanCloser(), []*ir.Expr{ir.V(r)}, closer))
	t.Step(step)
	t.Frame.NonNil[r] = true
	t.Define(v, emit.Value{Expr: ir.V(r)})
}

// closeChan translates close(ch).
func (t *translator) closeChan(inv *emit.Invocation) emit.Value {
	c, ok := t.channel(inv.Argv[0])
	if !ok {
		return emit.Value{}
	}
	if e := t.ExprOf(inv.Args[0]); e != nil { // of a deferred call: evaluated before
		c.ref = t.Stable(e)
		c.closed = ir.Select(ir.V(t.Mem.ChanClosed()), c.ref)
	}
	t.Check(ir.Ne(c.ref, ir.Nil), ir.Check{Kind: ir.CloseOfNil, Subject: c.text, Needed: c.text + " != nil"})
	access := t.closedAccess(c, true)
	for _, v := range t.prog.Channels {
		if t.prog.MayOwn(inv.Argv[0], v) {
			access[0].Guards = append(access[0].Guards, t.Mem.ClausesFor(t.prog.Guard(v).Closes)...)
		} else {
			t.Assume(ir.Not(t.Mem.OwnedBy(c.ref, v)))
		}
	}
	unaccounted := t.prog.Unaccounted(inv.Argv[0])
	if unaccounted {
		t.Assume(ir.Or(ir.Eq(c.ref, ir.Nil), t.Mem.Unaccounted(c.ref)))
	}
	open := t.Assertion(ir.Not(c.closed), ir.Check{Kind: ir.CloseOfClosed, Subject: c.text, Needed: "!closed(" + c.text + ")"})
	s := &ir.Step{
		Pre:    append(t.closable(c), open),
		Do:     []ir.Stmt{heap.PutAt(t.Mem.ChanClosed(), []*ir.Expr{c.ref}, ir.True)},
		Access: access,
		Mover:  ir.NonMover,
	}
	if t.Mem.Need.Channels && !unaccounted { // else it has brought back nothing, and nobody was promised anything
		s.Pre = append(s.Pre, t.noneToCome(c.ref, ir.Check{
			Kind: ir.ToCome, Subject: c.text, Needed: "all values received that goroutines started here send on " + c.text,
		}))
		s.Pre = append(s.Pre, t.Assertion(ir.Or(ir.Eq(c.ref, ir.Nil), ir.Eq(t.sendsUntil(c.ref), ir.Nil)), ir.Check{
			Kind: ir.ToCome, Subject: c.text, Needed: "a Wait for the goroutines that may send on " + c.text + ", or for which it stands",
		}))
		t.paid(s, c.ref)
	}
	t.Step(s)
	return emit.Value{}
}

// closable checks that a variable which owns the channel lets the goroutine close it, be it local or not: others rely on
// how it was closed.
func (t *translator) closable(c channel) []*ir.Assert {
	var pre []*ir.Assert
	for _, v := range t.prog.Channels {
		g := t.prog.Guard(v)
		for i, written := range t.Mem.ClausesFor(g.Closes) {
			may := t.Mem.OfOwner(v, c.ref, ir.V(t.Out.Tid), nil, nil, g.Closes[i:i+1])
			pre = append(pre, t.Assertion(ir.Implies(t.Mem.OwnedBy(c.ref, v), may), ir.Check{
				Kind: ir.WriteDenied, Subject: "closed(" + c.text + ")", Clause: written, Needed: written.Text,
			}))
		}
	}
	return pre
}

// send translates a send statement, or the send of a select.
func (t *translator) send(ch, x ssa.Value) {
	c, ok := t.channel(ch)
	e := t.Expr(x)
	if !ok || e == nil {
		t.Lost()
		return
	}
	e = t.Stable(e)
	s := &ir.Step{
		When:     ir.Ne(c.ref, ir.Nil), // a nil channel is never ready
		Access:   t.closedAccess(c, false),
		Mover:    ir.NonMover,
		MayStall: true,
		Sends:    true,
	}
	kept := t.sends(s, c.ref)
	s.Pre = append(s.Pre, t.Assertion(ir.Or(ir.Eq(c.ref, ir.Nil), kept, ir.Not(c.closed)), ir.Check{
		Kind: ir.SendOnClosed, Subject: c.text, Needed: "!closed(" + c.text + ")",
	}))
	s.Pre = append(s.Pre, t.carried(c, ch, e, t.Text(x))...)
	s.Pre = append(s.Pre, t.exposesSent(c, x, e)...)
	refs := t.Mem.Publishable(e, c.elem)
	s.Publish = append(s.Publish, emit.NotNil(refs)...)
	if given := t.transfers(c); given.Op != ir.OpFalse && t.Mem.Status != nil {
		for _, r := range refs {
			s.Give = append(s.Give, ir.Ite(given, r, ir.Nil))
		}
	}
	if len(t.owners(c.elem)) > 0 {
		s.Do = append(s.Do, t.Mem.Use(c.ref))
	}
	t.Step(s)
}

// carried checks that the channel ch may carry the value: what the variable says that owns the channel, and that what it
// transfers is the sender's to give.
func (t *translator) carried(c channel, ch ssa.Value, e *ir.Expr, text string) []*ir.Assert {
	var pre []*ir.Assert
	for _, v := range t.owners(c.elem) {
		if !t.prog.MayHoldHere(v, t.Frame.Fn) || !t.prog.MayOwn(ch, v) {
			continue
		}
		g := t.prog.Guard(v)
		owned := ir.And(ir.Ne(c.ref, ir.Nil), t.Mem.OwnedBy(c.ref, v))
		for _, cl := range g.Carries {
			cond := t.Mem.OfOwner(v, c.ref, ir.V(t.Out.Tid), g.Value, e, []*annot.Clause{cl})
			pre = append(pre, t.Assertion(ir.Implies(owned, cond), ir.Check{
				Kind: ir.NotCarried, Subject: text, Detail: "carries " + cl.Text, Clause: t.Mem.ClausesFor([]*annot.Clause{cl})[0],
			}))
		}
		if !g.Transfers {
			continue
		}
		t.Mem.WantsOwnership = true
		local := ir.True
		for _, r := range t.Mem.Publishable(e, c.elem) {
			ours := t.Mem.Whole(r)
			if t.Mem.Stored != nil {
				ours = ir.And(ours, ir.Not(ir.Select(ir.V(t.Mem.Stored), r)))
			}
			local = ir.And(local, ir.Or(ir.Eq(r, ir.Nil), ours))
		}
		pre = append(pre, t.Assertion(ir.Implies(owned, local), ir.Check{
			Kind: ir.NotCarried, Subject: text, Detail: "transfers what it carries", Needed: "local(" + text + ")",
		}))
	}
	return pre
}

// receive translates a receive, and returns the value and whether it was sent: if not, the channel is closed.
func (t *translator) receive(ch ssa.Value) (v, ok *ir.Expr) {
	c, known := t.channel(ch)
	if !known {
		return nil, nil
	}
	zero, err := t.Mem.Zero(c.elem)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "receive: %v", err)
		return nil, nil
	}
	val, sent := t.Local("", zero.Sort), t.Local("", ir.Bool)
	v, ok = ir.V(val), ir.V(sent)
	s := &ir.Step{
		When: ir.Ne(c.ref, ir.Nil),
		Do: []ir.Stmt{
			&ir.Havoc{Vars: []*ir.Var{val, sent}},
			&ir.Assume{Cond: ir.Or(ok, ir.And(c.closed, ir.Eq(v, zero)))},
		},
		Access:   t.closedAccess(c, false),
		Mover:    ir.NonMover,
		MayStall: true,
	}
	t.receives(s, c.ref, ok)
	for _, u := range t.owners(c.elem) {
		g := t.prog.Guard(u)
		if len(g.Carries) > 0 {
			carried := t.Mem.OfOwner(u, c.ref, ir.V(t.Out.Tid), g.Value, v, g.Carries)
			s.Do = append(s.Do, &ir.Assume{Cond: ir.Implies(ir.And(ok, t.Mem.OwnedBy(c.ref, u)), carried)})
		}
	}
	given := ir.And(ok, t.transfers(c))
	if given.Op == ir.OpFalse || t.Mem.Status == nil {
		t.Mem.WantsOwnership = t.Mem.WantsOwnership || given.Op != ir.OpFalse
		t.Step(s)
		t.Assume(t.Mem.Known(v, c.elem, ir.False)...)
		t.Assume(t.Mem.Unowned(v, c.elem)...)
		return v, ok
	}
	s.Do = append(s.Do, t.Mem.Take(v, c.elem, given)...)
	t.Step(s)
	t.Assume(t.Mem.KnownParam(v, c.elem, true)...)
	t.Assume(t.Mem.Unowned(v, c.elem)...)
	for _, r := range t.Mem.Publishable(v, c.elem) {
		t.Assume(ir.Or(given, t.Mem.IsShared(r)))
	}
	return v, ok
}

// receiveOp translates <-ch and v, ok := <-ch.
func (t *translator) receiveOp(u *ssa.UnOp) {
	v, ok := t.receive(u.X)
	if v != nil {
		t.takesIndex(t.ExprOf(t.Value(u.X)), v, ok)
	}
	switch {
	case v == nil:
		t.Forget(u)
	case u.CommaOk:
		t.Define(u, emit.Value{Parts: []emit.Value{{Expr: v}, {Expr: ok}}})
	default:
		t.Define(u, emit.Value{Expr: v})
	}
}

// selects translates a select: one of its cases happens, or, with a default, none.
func (t *translator) selects(s *ssa.Select) {
	index, received := t.Local("", heap.IntSort), t.Local("", ir.Bool)
	results := []emit.Value{{Expr: t.Mem.IntValue(ir.V(index))}, {Expr: ir.V(received)}}
	vars := make([]*ir.Var, len(s.States))
	for i, state := range s.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		sort, err := t.Mem.Sort(state.Chan.Type().Underlying().(*types.Chan).Elem())
		if err != nil {
			t.Unsupported(t.Frame.Pos(), "select: %v", err)
			t.Forget(s)
			return
		}
		vars[i] = t.Anything(sort)
		results = append(results, emit.Value{Expr: ir.V(vars[i])})
	}
	t.SaveAll()
	t.Emit(&ir.Havoc{Vars: []*ir.Var{received}})
	var cases []func()
	for i, state := range s.States {
		cases = append(cases, func() {
			if state.Dir == types.RecvOnly {
				if v, ok := t.receive(state.Chan); v != nil {
					t.Emit(&ir.Assign{Dst: vars[i], Src: v})
					t.Emit(&ir.Assign{Dst: received, Src: ok})
				}
			} else {
				t.send(state.Chan, state.Send)
			}
			t.Emit(&ir.Assign{Dst: index, Src: ir.N(int64(i), heap.IntSort)})
		})
	}
	if !s.Blocking {
		cases = append(cases, func() {
			t.noneReady(s)
			t.Emit(&ir.Assign{Dst: index, Src: ir.N(-1, heap.IntSort)})
		})
	}
	if len(cases) == 0 {
		t.Assume(ir.False) // select {} waits for ever
	} else {
		t.Choose("select", cases...)
	}
	t.Define(s, emit.Value{Parts: results})
}

// noneReady translates the choice of a default: none of the channels that the select would receive from is closed. That
// nothing is in them is not modelled.
func (t *translator) noneReady(s *ssa.Select) {
	step := &ir.Step{}
	for _, state := range s.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		if c, ok := t.channel(state.Chan); ok {
			step.Do = append(step.Do, &ir.Assume{Cond: ir.Or(ir.Eq(c.ref, ir.Nil), ir.Not(c.closed))})
			step.Access = append(step.Access, t.closedAccess(c, false)...)
		}
	}
	t.Step(step)
}

// measureChan translates len and cap of a channel: the length is any that fits.
func (t *translator) measureChan(inv *emit.Invocation, name string) emit.Value {
	ch := t.ExprOf(inv.Args[0])
	if ch == nil {
		return t.Unknown(inv.Result)
	}
	capacity := t.Mem.CapOf(t.Stable(ch))
	t.Assume(ir.Le(heap.ZeroInt, capacity), heap.NoMore(capacity, inv.Argv[0].Type().Underlying().(*types.Chan).Elem()))
	if name == "cap" {
		return emit.Value{Expr: t.Mem.IntValue(capacity)}
	}
	n := ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(heap.ZeroInt, n), ir.Le(n, capacity))
	return emit.Value{Expr: t.Mem.IntValue(n)}
}
