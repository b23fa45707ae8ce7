package desugar

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// handOn makes what fn takes over that of the goroutine to, after checking that it is this one's to give. If Go of a
// WaitGroup starts it, that is the group.
func (t *translator) handOn(g given, to, group *ir.Expr) {
	rights, err := g.rights()
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	until := group // by which the right to send comes back: if Go runs it, with its end alone
	if !t.prog.ByGroup[g.fn] {
		until = groupOf(rights)
	}
	var by *ir.Expr // the channel that is closed when the memory comes back
	if group == nil {
		group = groupOf(rights)
		for _, r := range rights {
			if group != nil && r.closes == group && len(t.memoryClaims(g.fn)) > 0 {
				by = group
			}
		}
	}
	if (by != nil || handsStanding(rights) || slices.ContainsFunc(rights, right.isPromise)) && !t.awaitChannels() {
		return
	}
	t.handMemory(g, group) // before the Done, which says that it may be awaited
	t.handRights(g, rights, to, by, until)
}

// takeOver hands a callee with a contract what it takes over; what is left of it afterwards the contract does not say.
func (t *translator) takeOver(g given, inv *emit.Invocation) {
	if len(t.memoryClaims(g.fn)) > 0 {
		t.Unsupported(inv.Pos, "a call of %s, which takes memory over", analysis.FunctionName(g.fn))
	}
	rights, err := g.rights()
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return
	}
	if slices.ContainsFunc(rights, right.isPromise) {
		t.Unsupported(inv.Pos, "a call of %s, which sends on a channel parameter, and which a go statement runs elsewhere", analysis.FunctionName(g.fn))
		return
	}
	if len(rights) > 0 {
		t.handRights(g, rights, ir.V(t.Anything(ir.Tid)), nil, nil)
	}
}

// handRights hands the rights to the goroutine to. Memory comes back by the channel that is given, nil for none, and
// the right to send by the WaitGroup until.
func (t *translator) handRights(g given, rights []right, to, by, until *ir.Expr) {
	t.apart(rights)
	s := &ir.Step{Mover: ir.BothMover}
	for _, r := range rights {
		missing := ir.Check{Kind: ir.NotGiven, Subject: analysis.FunctionName(g.fn), Detail: r.text}
		if r.promises != nil {
			if r.lasts {
				t.lendSends(r, until, missing)
			} else {
				t.handPromise(r, missing)
			}
			continue
		}
		if r.closes != nil && t.Mem.Need.Channels {
			s.Pre = append(s.Pre, t.noneToCome(r.closes, missing), t.noneSends(r, missing))
			s.Do = append(s.Do, t.setSendsUntil(r.closes, ir.Nil))
			t.standFor(s, r)
			t.paid(s, r.closes)
		}
		if r.closes != nil && r.closes == by {
			s.Pre = append(s.Pre, t.Assertion(t.Mem.Unsent(by), missing))
		}
		if r.owes != nil {
			t.owe(r.owes, ir.N(-1, ir.Int), ir.BothMover, missing)
			continue
		}
		for _, c := range r.has(ir.V(t.Out.Tid)) {
			s.Pre = append(s.Pre, t.Assertion(c, missing))
		}
		s.Do = append(s.Do, r.give(to)...)
	}
	if len(s.Do) > 0 {
		t.Step(s)
	}
}

// beginRights gives the function under translation what it takes over.
func (t *translator) beginRights(f *emit.Frame) {
	g := given{t: t, fn: f.Fn, begun: true, value: func(v ssa.Value) (emit.Value, bool) {
		x, ok := f.Values[v]
		return x, ok
	}}
	rights, err := g.rights()
	if err != nil {
		t.Unsupported(f.Fn.Pos(), "%v", err)
		return
	}
	if obj := analysis.Object(f.Fn); len(rights) > 0 && obj != nil && t.prog.Valued[obj] {
		t.Unsupported(f.Fn.Pos(), "a function that takes something over, but is used as a value")
	}
	t.rights = rights
	t.beginConfined(g)
	outer := t.Frame
	t.Frame = f
	t.borrow(g, rights)
	t.Frame = outer
	t.beginLoan(f.Fn, rights)
	t.expects(g)
	t.apart(rights)
	for _, r := range rights {
		if r.promises != nil {
			if t.awaitChannels() {
				if r.lasts {
					t.beginSends(f.Fn, r, groupOf(rights))
				} else {
					t.Emit(heap.PutAt(t.owed(), []*ir.Expr{r.promises}, ir.N(1, ir.Int)))
				}
				t.Out.Taken = append(t.Out.Taken, ir.Not(t.mayClose(r.promises)))
				t.Out.Taken = append(t.Out.Taken, r.unowned...)
			}
			continue
		}
		if r.owes != nil {
			one := ir.Add(ir.Select(ir.V(t.owed()), r.owes), ir.N(1, ir.Int))
			t.Emit(heap.PutAt(t.owed(), []*ir.Expr{r.owes}, one))
			continue
		}
		if r.after != nil && t.awaitChannels() {
			t.Emit(t.setSendsUntil(r.closes, r.after))
		}
		if r.publishes != nil {
			t.Emit(t.owesOne(r.publishes, 1))
		}
		t.Out.Taken = append(t.Out.Taken, r.has(ir.V(t.Out.Tid))...)
	}
}

// apart says that no channel among the rights is a WaitGroup among them.
func (t *translator) apart(rights []right) {
	for _, r := range rights {
		if ch := cmp.Or(r.promises, r.closes); ch != nil {
			t.apartFrom(ch, rights)
		}
	}
}

// apartFrom says that a channel is none of the WaitGroups among the rights: one variable counts what is owed to both.
func (t *translator) apartFrom(ch *ir.Expr, rights []right) {
	for _, r := range rights {
		if r.owes != nil {
			t.Assume(ir.Ne(ch, r.owes))
		}
	}
}
