package desugar

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A channel is an object. What is modelled of it is whether it is closed, who may close it, and its capacity; of what is
// in it no more is known than what the annotation of its variable says of all that is sent. Sends, receives and closing
// are atomic and commute with nothing, so that what a goroutine learns by receiving is ordered after what was sent.

// chanClosed is the heap variable that says which channels are closed.
func (m *memory) chanClosed() *ir.Var {
	const id = "chan closed"
	if f := m.families[id]; f != nil {
		return f
	}
	f := m.family(id, "closed", []*ir.Sort{ir.Ref}, ir.Bool, ir.Latch)
	h := f.Heap
	h.Read = ir.True
	h.Write = ir.False
	ch, who := ir.V(h.Keys[0]), ir.V(h.Who)
	h.Write = ir.Eq(ir.Select(ir.V(m.chanCloser()), ch), who)
	for _, v := range m.prog.Channels {
		if g := m.prog.Guard(v); len(g.Closes) > 0 {
			h.Write = ir.Ite(m.ownedBy(ch, v), m.ofOwner(v, ch, who, nil, nil, g.Closes), h.Write)
			h.Guards = append(h.Guards, m.clausesFor(g.Closes)...)
		}
	}
	if m.alone {
		h.Write = ir.Eq(who, m.tid)
	}
	h.Write = ir.And(ir.Ne(ch, ir.Nil), h.Write)
	if len(m.prog.Open) > 0 {
		h.Always = ir.Not(ir.And(m.staysOpen(ch), ir.Select(ir.V(f), ch)))
	}
	return f
}

// chanCloser is the heap variable that says which goroutine has the right to close a channel: the one that makes it, until
// it starts a goroutine that takes the right over.
func (m *memory) chanCloser() *ir.Var {
	return m.family("chan closer", "closer", []*ir.Sort{ir.Ref}, ir.Tid, ir.Token)
}

func (m *memory) chanCap() *ir.Var { return m.bookkeeping("chan.cap", intSort) }

// ofOwner is the conjunction of what the variable v says of a channel that it owns, about the goroutine who and, for what
// the channel carries, the value bound.
func (m *memory) ofOwner(v *types.Var, ch, who *ir.Expr, bound *annot.Bound, value *ir.Expr, cs []*annot.Clause) *ir.Expr {
	m.noteUnsupported(v, m.prog.Guard(v))
	env := m.envOf(v, ir.Select(ir.V(m.binding().object), ch), who)
	if bound != nil {
		env.bound[bound] = value
	}
	all := ir.True
	for _, c := range cs {
		e, err := env.eval(c.Expr)
		if err != nil {
			m.problem(c, err)
			return ir.False
		}
		all = ir.And(all, e)
	}
	return all
}

func (m *memory) clausesFor(cs []*annot.Clause) []*ir.Clause {
	var out []*ir.Clause
	for _, c := range cs {
		out = append(out, &ir.Clause{Span: m.clauseSpan(c), Text: c.Text})
	}
	return out
}

// A channel is one that an operation is about, with what messages call it.
type channel struct {
	ref    *ir.Expr
	text   string
	elem   types.Type
	closed *ir.Expr
}

func (t *translator) channel(v ssa.Value) (channel, bool) {
	c := channel{text: t.text(v)}
	if typ, ok := v.Type().Underlying().(*types.Chan); ok {
		c.elem = typ.Elem()
	}
	e := t.expr(v)
	if e == nil || c.elem == nil {
		t.lost()
		return c, false
	}
	c.ref = t.stable(e)
	c.closed = ir.Select(ir.V(t.mem.chanClosed()), c.ref)
	return c, true
}

func (t *translator) closedAccess(c channel, write bool) []ir.Access {
	span, _ := t.statement(t.frame)
	return []ir.Access{{Span: span, Map: t.mem.chanClosed(), Index: []*ir.Expr{c.ref}, Write: write, Text: "closed(" + c.text + ")"}}
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
			any = ir.Or(any, t.mem.ownedBy(c.ref, v))
		}
	}
	return any
}

// makeChan translates make(chan T, n).
func (t *translator) makeChan(v *ssa.MakeChan) {
	n := t.integer(v.Size)
	if n == nil {
		t.forget(v)
		return
	}
	size := t.text(v.Size)
	elem := v.Type().Underlying().(*types.Chan).Elem()
	t.check(ir.And(ir.Le(zeroInt, n), noMore(n, elem)), ir.Check{
		Kind: ir.MakeLength, Subject: size, Needed: "0 <= " + size + " <= " + limitText(elem), Shows: t.shows(v.Size, n),
	})
	m := t.mem
	r := m.newRef("channel")
	step := m.create(r, append([]*ir.Expr{
		ir.Not(ir.Select(ir.V(m.chanUsed()), ir.V(r))),
		ir.Not(ir.Select(ir.V(m.chanClosed()), ir.V(r))),
		ir.Eq(ir.Select(ir.V(m.chanCap()), ir.V(r)), n),
	}, m.interiors(ir.V(r), m.deref(ir.V(r), v.Type()))...))
	step.Do = append(step.Do, putAt(m.chanCloser(), []*ir.Expr{ir.V(r)}, ir.V(t.out.Tid)))
	t.step(step)
	t.frame.nonNil[r] = true
	t.define(v, value{expr: ir.V(r)})
}

// closeChan translates close(ch).
func (t *translator) closeChan(inv *invocation) value {
	c, ok := t.channel(inv.argv[0])
	if !ok {
		return value{}
	}
	if e := t.exprOf(inv.args[0]); e != nil { // of a deferred call: evaluated before
		c.ref = t.stable(e)
		c.closed = ir.Select(ir.V(t.mem.chanClosed()), c.ref)
	}
	t.check(ir.Ne(c.ref, ir.Nil), ir.Check{Kind: ir.CloseOfNil, Subject: c.text, Needed: c.text + " != nil"})
	open := t.assertion(ir.Not(c.closed), ir.Check{Kind: ir.CloseOfClosed, Subject: c.text, Needed: "!closed(" + c.text + ")"})
	s := &ir.Step{
		Pre:    append(t.closable(c), open),
		Do:     []ir.Stmt{putAt(t.mem.chanClosed(), []*ir.Expr{c.ref}, ir.True)},
		Access: t.closedAccess(c, true),
		Mover:  ir.NonMover,
	}
	if t.mem.need.channels {
		s.Pre = append(s.Pre, t.noneToCome(c.ref, ir.Check{
			Kind: ir.SendOnClosed, Subject: c.text, Needed: "all values received that goroutines started here send on " + c.text,
		}))
		t.paid(s, c.ref)
	}
	t.step(s)
	return value{}
}

// closable checks that a variable which owns the channel lets the goroutine close it, be it local or not: others rely on
// how it was closed.
func (t *translator) closable(c channel) []*ir.Assert {
	var pre []*ir.Assert
	for _, v := range t.prog.Channels {
		g := t.prog.Guard(v)
		for i, written := range t.mem.clausesFor(g.Closes) {
			may := t.mem.ofOwner(v, c.ref, ir.V(t.out.Tid), nil, nil, g.Closes[i:i+1])
			pre = append(pre, t.assertion(ir.Implies(t.mem.ownedBy(c.ref, v), may), ir.Check{
				Kind: ir.WriteDenied, Subject: "closed(" + c.text + ")", Clause: written, Needed: written.Text,
			}))
		}
	}
	return pre
}

// send translates a send statement, or the send of a select.
func (t *translator) send(ch, x ssa.Value) {
	c, ok := t.channel(ch)
	e := t.expr(x)
	if !ok || e == nil {
		t.lost()
		return
	}
	e = t.stable(e)
	s := &ir.Step{
		When:     ir.Ne(c.ref, ir.Nil), // a nil channel is never ready
		Access:   t.closedAccess(c, false),
		Mover:    ir.NonMover,
		MayStall: true,
		Sends:    true,
	}
	kept := t.sends(s, c.ref)
	s.Pre = append(s.Pre, t.assertion(ir.Or(ir.Eq(c.ref, ir.Nil), kept, ir.Not(c.closed)), ir.Check{
		Kind: ir.SendOnClosed, Subject: c.text, Needed: "!closed(" + c.text + ")",
	}))
	s.Pre = append(s.Pre, t.carried(c, e, t.text(x))...)
	refs := t.mem.publishable(e, c.elem)
	s.Publish = append(s.Publish, notNil(refs)...)
	if given := t.transfers(c); given.Op != ir.OpFalse && t.mem.status != nil {
		for _, r := range refs {
			s.Give = append(s.Give, ir.Ite(given, r, ir.Nil))
		}
	}
	if len(t.owners(c.elem)) > 0 {
		s.Do = append(s.Do, t.mem.use(c.ref))
	}
	t.step(s)
}

// carried checks that the channel may carry the value: what the variable says that owns the channel, and that what it
// transfers is the sender's to give.
func (t *translator) carried(c channel, e *ir.Expr, text string) []*ir.Assert {
	var pre []*ir.Assert
	for _, v := range t.owners(c.elem) {
		g := t.prog.Guard(v)
		owned := ir.And(ir.Ne(c.ref, ir.Nil), t.mem.ownedBy(c.ref, v))
		for _, cl := range g.Carries {
			cond := t.mem.ofOwner(v, c.ref, ir.V(t.out.Tid), g.Value, e, []*annot.Clause{cl})
			pre = append(pre, t.assertion(ir.Implies(owned, cond), ir.Check{
				Kind: ir.NotCarried, Subject: text, Detail: "carries " + cl.Text, Clause: t.mem.clausesFor([]*annot.Clause{cl})[0],
			}))
		}
		if !g.Transfers {
			continue
		}
		t.mem.wantsOwnership = true
		local := ir.True
		for _, r := range t.mem.publishable(e, c.elem) {
			ours := t.mem.whole(r)
			if t.mem.stored != nil {
				ours = ir.And(ours, ir.Not(ir.Select(ir.V(t.mem.stored), r)))
			}
			local = ir.And(local, ir.Or(ir.Eq(r, ir.Nil), ours))
		}
		pre = append(pre, t.assertion(ir.Implies(owned, local), ir.Check{
			Kind: ir.NotCarried, Subject: text, Detail: "transfers what it carries", Needed: "local(" + text + ")",
		}))
	}
	return pre
}

// use notes that something may be in the channel: no variable can own it any more that does not yet.
func (m *memory) use(ch *ir.Expr) ir.Stmt { return putAt(m.chanUsed(), []*ir.Expr{ch}, ir.True) }

func (m *memory) chanUsed() *ir.Var {
	return m.family("chan.used", "chan.used", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)
}

// receive translates a receive, and returns the value and whether it was sent: if not, the channel is closed.
func (t *translator) receive(ch ssa.Value) (v, ok *ir.Expr) {
	c, known := t.channel(ch)
	if !known {
		return nil, nil
	}
	zero, err := t.mem.zero(c.elem)
	if err != nil {
		t.unsupported(t.frame.pos(), "receive: %v", err)
		return nil, nil
	}
	val, sent := t.local("", zero.Sort), t.local("", ir.Bool)
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
			carried := t.mem.ofOwner(u, c.ref, ir.V(t.out.Tid), g.Value, v, g.Carries)
			s.Do = append(s.Do, &ir.Assume{Cond: ir.Implies(ir.And(ok, t.mem.ownedBy(c.ref, u)), carried)})
		}
	}
	given := ir.And(ok, t.transfers(c))
	if given.Op == ir.OpFalse || t.mem.status == nil {
		t.mem.wantsOwnership = t.mem.wantsOwnership || given.Op != ir.OpFalse
		t.step(s)
		t.assume(t.mem.known(v, c.elem, ir.False)...)
		return v, ok
	}
	s.Do = append(s.Do, t.mem.take(v, c.elem, given)...)
	t.step(s)
	t.assume(t.mem.knownParam(v, c.elem, true)...)
	for _, r := range t.mem.publishable(v, c.elem) {
		t.assume(ir.Or(given, t.mem.isShared(r)))
	}
	return v, ok
}

// take makes the object that v refers to the goroutine's own, under the condition given. In transit it is nobody's.
func (m *memory) take(v *ir.Expr, typ types.Type, given *ir.Expr) []ir.Stmt {
	var stmts []ir.Stmt
	for _, r := range m.publishable(v, typ) {
		comes := ir.And(given, ir.Ne(r, ir.Nil))
		status := ir.Select(ir.V(m.status), r)
		isBase := ir.Eq(ir.Apply(m.base, r), r)
		stmts = append(stmts,
			&ir.Assume{Cond: ir.Implies(comes, ir.And(isBase, ir.Eq(status, ir.N(ir.Theirs, ir.Int))))},
			&ir.Assign{Dst: m.status, Src: ir.Ite(comes, ir.Store(ir.V(m.status), []*ir.Expr{r}, ir.N(ir.Mine, ir.Int)), ir.V(m.status))},
			&ir.Assign{Dst: m.stored, Src: ir.Ite(comes, ir.Store(ir.V(m.stored), []*ir.Expr{r}, ir.False), ir.V(m.stored))})
	}
	return stmts
}

// receiveOp translates <-ch and v, ok := <-ch.
func (t *translator) receiveOp(u *ssa.UnOp) {
	v, ok := t.receive(u.X)
	switch {
	case v == nil:
		t.forget(u)
	case u.CommaOk:
		t.define(u, value{parts: []value{{expr: v}, {expr: ok}}})
	default:
		t.define(u, value{expr: v})
	}
}

// selects translates a select: one of its cases happens, or, with a default, none.
func (t *translator) selects(s *ssa.Select) {
	index, received := t.local("", intSort), t.local("", ir.Bool)
	results := []value{{expr: t.mem.intValue(ir.V(index))}, {expr: ir.V(received)}}
	vars := make([]*ir.Var, len(s.States))
	for i, state := range s.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		sort, err := t.mem.sort(state.Chan.Type().Underlying().(*types.Chan).Elem())
		if err != nil {
			t.unsupported(t.frame.pos(), "select: %v", err)
			t.forget(s)
			return
		}
		vars[i] = t.anything(sort)
		results = append(results, value{expr: ir.V(vars[i])})
	}
	t.saveAll()
	t.emit(&ir.Havoc{Vars: []*ir.Var{received}})
	var cases []func()
	for i, state := range s.States {
		cases = append(cases, func() {
			if state.Dir == types.RecvOnly {
				if v, ok := t.receive(state.Chan); v != nil {
					t.emit(&ir.Assign{Dst: vars[i], Src: v})
					t.emit(&ir.Assign{Dst: received, Src: ok})
				}
			} else {
				t.send(state.Chan, state.Send)
			}
			t.emit(&ir.Assign{Dst: index, Src: ir.N(int64(i), intSort)})
		})
	}
	if !s.Blocking {
		cases = append(cases, func() {
			t.noneReady(s)
			t.emit(&ir.Assign{Dst: index, Src: ir.N(-1, intSort)})
		})
	}
	if len(cases) == 0 {
		t.assume(ir.False) // select {} waits for ever
	} else {
		t.choose("select", cases...)
	}
	t.define(s, value{parts: results})
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
	t.step(step)
}

// measureChan translates len and cap of a channel: the length is any that fits.
func (t *translator) measureChan(inv *invocation, name string) value {
	ch := t.exprOf(inv.args[0])
	if ch == nil {
		return t.unknown(inv.result)
	}
	capacity := t.mem.capOf(t.stable(ch))
	t.assume(ir.Le(zeroInt, capacity), noMore(capacity, inv.argv[0].Type().Underlying().(*types.Chan).Elem()))
	if name == "cap" {
		return value{expr: t.mem.intValue(capacity)}
	}
	n := ir.V(t.anything(intSort))
	t.assume(ir.Le(zeroInt, n), ir.Le(n, capacity))
	return value{expr: t.mem.intValue(n)}
}

func (m *memory) capOf(ch *ir.Expr) *ir.Expr {
	return ir.Ite(ir.Eq(ch, ir.Nil), zeroInt, ir.Select(ir.V(m.chanCap()), ch))
}

// isClosed translates closed(ch) in an annotation.
func (e *specEnv) isClosed(x *annot.Builtin) (*ir.Expr, error) {
	ch, err := e.eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return ir.Select(ir.V(e.mem.chanClosed()), ch), nil
}

// closer translates closer(ch) in an annotation.
func (e *specEnv) closer(x *annot.Builtin) (*ir.Expr, error) {
	ch, err := e.eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return ir.Select(ir.V(e.mem.chanCloser()), ch), nil
}

// bindChannel makes p's variable the owner of the channel ch: an open channel of our own that nobody has used. What the variable
// says of who may close it takes the place of the right of whoever made it.
func (m *memory) bindChannel(p place, ch *ir.Expr) ([]*ir.Assign, *ir.Assert) {
	b := m.binding()
	object := ir.Nil
	if p.owner != nil {
		object = p.owner
	}
	owner := ir.Select(ir.V(b.owner), ch)
	isNew := ir.Eq(owner, noOwner)
	same := ir.And(m.ownedBy(ch, p.variable), ir.Eq(ir.Select(ir.V(b.object), ch), object))
	fresh := ir.And(ir.Not(ir.Select(ir.V(m.chanClosed()), ch)), ir.Not(ir.Select(ir.V(m.chanUsed()), ch)))
	assert := &ir.Assert{
		Cond:  ir.Or(ir.Eq(ch, ir.Nil), same, ir.And(isNew, m.mine(ch), ir.Eq(ir.Apply(m.base, ch), ch), fresh)),
		Check: ir.Check{Kind: ir.Binding, Subject: p.variable.Name()},
	}
	var do []*ir.Assign
	set := func(f *ir.Var, x *ir.Expr) {
		old := ir.Select(ir.V(f), ch)
		do = append(do, &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), []*ir.Expr{ch}, ir.Ite(isNew, x, old))})
	}
	set(b.object, object)
	if len(m.prog.Guard(p.variable).Closes) > 0 {
		set(m.chanCloser(), ir.Free)
	}
	set(b.owner, m.kindOfVar(p.variable))
	return do, assert
}

// boundChannel says that the channel, read from p, is one that p's variable owns.
func (m *memory) boundChannel(ch *ir.Expr, p place) *ir.Expr {
	object := ir.Nil
	if p.owner != nil {
		object = p.owner
	}
	is := ir.And(m.ownedBy(ch, p.variable), ir.Eq(ir.Select(ir.V(m.binding().object), ch), object))
	return ir.Or(ir.Eq(ch, ir.Nil), is)
}

// channelLaw is what is known of every place f of the variable v, which owns the channels that it holds: that it owns
// them; and that one which may be closed only by the function of a Once is open until that function runs.
func (m *memory) channelLaw(v *types.Var, f *ir.Var) *ir.Expr {
	var owner *ir.Expr
	p := place{variable: v}
	if len(f.Heap.Keys) > 0 {
		owner = ir.V(f.Heap.Keys[0])
		p.owner = owner
	}
	ch := at(f, varExprs(f.Heap.Keys))
	law := m.boundChannel(ch, p)
	for _, c := range m.prog.Guard(v).Closes {
		if k, ok := c.Expr.(*annot.Const); ok && !constant.BoolVal(k.Value) {
			law = ir.And(law, ir.Not(ir.Select(ir.V(m.chanClosed()), ch)))
		}
		for _, once := range heldIn(c.Expr) {
			at, err := m.envOf(v, owner, nil).locate(once)
			if err != nil {
				continue // noted where the clause is evaluated
			}
			if l, err := m.lock(at); err == nil && l.done != nil {
				begun := ir.Or(l.isDone(), ir.Not(l.holds(ir.Free)))
				law = ir.And(law, ir.Implies(ir.Select(ir.V(m.chanClosed()), ch), begun))
			}
		}
	}
	return law
}

// envOf is the scope of what is said of the variable v of the object owner.
func (m *memory) envOf(v *types.Var, owner, who *ir.Expr) *specEnv {
	env := &specEnv{mem: m, tid: who, bound: map[*annot.Bound]*ir.Expr{}}
	switch {
	case v.IsField():
		env.this = owner
	case !analysis.IsPackageVar(v):
		env.vars = func(u *types.Var) (place, bool) {
			if analysis.IsPackageVar(u) {
				return place{}, false
			}
			return m.captured(u, owner), true
		}
	}
	return env
}
