package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Goroutines that send as long as somebody has to wait for them. A goroutine that owes one Done, or that Go of a
// WaitGroup runs, may be lent the right to send on a channel, as often as it likes, until it pays the Done, or ends.
// Whoever starts it alone may close the channel, and may do so once it has waited for the WaitGroup: then nobody sends
// any more. It can hand the right to close on to a goroutine that waits for the WaitGroup first.
//
// The variable lentSends says by which WaitGroup the right to send on a channel comes back. For whoever has the right
// to close the channel that is where others still may send; for anybody else, where the goroutine itself may.

// lentSends is the variable that says until which Done the right to send on a channel is lent: nil for channels of which it is not.
func (t *translator) lentSends() *ir.Var {
	if t.Out.LentSends == nil {
		t.Out.LentSends = t.Local("sending", ir.Array(ir.Ref, ir.Ref))
	}
	return t.Out.LentSends
}

func (t *translator) sendsUntil(ch *ir.Expr) *ir.Expr { return ir.Select(ir.V(t.lentSends()), ch) }

func (t *translator) setSendsUntil(ch, group *ir.Expr) ir.Stmt {
	return heap.PutAt(t.lentSends(), []*ir.Expr{ch}, group)
}

// lendNoSends begins a function that has lent no right to send.
func (t *translator) lendNoSends(entry *ir.Block) {
	if v := t.Out.LentSends; v != nil {
		none := &ir.Assign{Dst: v, Src: ir.ConstArray(v.Sort, ir.Nil)}
		entry.Stmts = append([]ir.Stmt{none}, entry.Stmts...)
	}
}

// streams reports whether goroutines that run fn send on the channels that they are given until they pay the Done that
// they owe, or end: so if they are started in one of these ways only.
func (t *translator) streams(fn *ssa.Function, claims []claim) bool {
	if t.prog.ByGroup[fn] {
		return !t.prog.ByGo[fn]
	}
	owed := map[string]bool{}
	for _, c := range claims {
		if c.owes() {
			owed[c.key()] = true
		}
	}
	return len(owed) == 1
}

// owes reports whether what is claimed is a Done.
func (c claim) owes() bool {
	if c.clause != nil {
		return analysis.IsWaitGroup(c.clause.Expr.Type())
	}
	return !c.sends && !analysis.IsChan(c.value.Type())
}

// waitsFor returns the group that fn was given and waits for; nil if there is none or more than one.
func (t *translator) waitsFor(fn *ssa.Function) ssa.Value {
	var only ssa.Value
	for _, call := range analysis.Calls(fn) {
		v := analysis.AwaitedBy(call)
		if v == nil || t.prog.Unaccounted(v) {
			continue
		}
		if !isGiven(v, fn) || only != nil && operandKey(only) != operandKey(v) {
			return nil
		}
		only = v
	}
	return only
}

// lendSends lends the right to send on a channel to a goroutine, until the Done for the group is paid; nil if that
// never comes back. A goroutine that may send until it pays a Done of the same group may let another do so, too.
func (t *translator) lendSends(r right, group *ir.Expr, missing ir.Check) {
	s := &ir.Step{Mover: ir.BothMover}
	if group == nil {
		group = r.promises
	}
	until := t.sendsUntil(r.promises)
	same := ir.Eq(until, group)
	passedOn := ir.And(t.maySend(r.promises), same)
	noneToCome := ir.Eq(t.toCome(r.promises), ir.N(0, ir.Int)) // as these would not be counted
	for _, c := range append(r.has(ir.V(t.Out.Tid)), ir.Or(ir.Eq(until, ir.Nil), same), noneToCome) {
		s.Pre = append(s.Pre, t.Assertion(ir.Or(passedOn, c), missing))
	}
	s.Do = []ir.Stmt{
		t.setSendsUntil(r.promises, group),
		heap.PutAt(t.Mem.ChanUsed(), []*ir.Expr{r.promises}, ir.True), // nothing comes back by it
	}
	t.Step(s)
}

// beginSends gives the goroutine under translation the right to send until it pays the Done for the group, or, if Go of
// a WaitGroup runs it, until it ends.
func (t *translator) beginSends(fn *ssa.Function, r right, group *ir.Expr) {
	if t.prog.ByGroup[fn] {
		t.Emit(t.setSendsUntil(r.promises, r.promises))
		return
	}
	t.Emit(t.setSendsUntil(r.promises, group))
	t.sending = append(t.sending, r.promises)
}

// endSends adds to a step by which the goroutine pays or hands over a Done of the group that it may not send any more,
// if it owes no other: while it does, no Wait returns.
func (t *translator) endSends(s *ir.Step, group *ir.Expr) {
	for _, ch := range t.sending {
		none := ir.Eq(ir.Select(ir.V(t.owed()), group), ir.N(0, ir.Int))
		until := t.sendsUntil(ch)
		s.Do = append(s.Do, t.setSendsUntil(ch, ir.Ite(ir.And(ir.Eq(until, group), none), ir.Nil, until)))
	}
}

// sendsComeBack adds to the step of a Wait for the group that those who may send until they have paid a Done of it do so no more.
func (t *translator) sendsComeBack(s *ir.Step, group *ir.Expr) {
	if !t.Mem.Need.Channels {
		return
	}
	ch := &ir.Var{Name: "c", Label: "c", Sort: ir.Ref, Kind: ir.BoundVar}
	until := t.sendsUntil(ir.V(ch))
	s.Do = append(s.Do, t.revise(t.lentSends(), ir.Ite(ir.And(ir.Eq(until, group), t.mayClose(ir.V(ch))), ir.Nil, until), ch)...)
}

// maySend is the condition that the goroutine may send on a channel that another has the right to close.
func (t *translator) maySend(ch *ir.Expr) *ir.Expr {
	return ir.And(ir.Ne(t.sendsUntil(ch), ir.Nil), ir.Not(t.mayClose(ch)))
}
