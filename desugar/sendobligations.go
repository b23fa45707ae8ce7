package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What comes back by a channel. A goroutine that is started may be promised to send once on a channel, which whoever starts it
// alone may close: it need not know then that the channel is open. How many such values are still to come is counted like
// the Dones that are owed to a WaitGroup, in the same variable: by one more with each goroutine that is started, by one less with
// each value that is received here. Where none is to come any more, all who promised have sent.
//
// So memory may be taken over with a promise, or with the right to close a channel on which nothing has been sent: it comes back
// with the last value that was promised, or with what is received first. The goroutine gives it back when it sends or closes.
//
// The counts hold for channels made by the function under translation, as far as nobody else may have sent on them or closed them
// by a right of its own: "used" channels, and calls of functions that are told who may close a channel, are out of account.

// sendObligations returns the channels on which fn sends that it was given, and that no annotation says who may close.
func (t *translator) sendObligations(fn *ssa.Function) []ssa.Value {
	var out []ssa.Value
	for _, v := range givenSends(fn) {
		if !t.prog.Unaccounted(v) && !t.ownedByAnnotation(v, fn) && !slices.ContainsFunc(out, func(w ssa.Value) bool { return operandKey(v) == operandKey(w) }) {
			out = append(out, v)
		}
	}
	return out
}

// givenSends returns the channels on which fn sends that it was given.
func givenSends(fn *ssa.Function) []ssa.Value {
	var out []ssa.Value
	add := func(ch ssa.Value) {
		if isGiven(ch, fn) {
			out = append(out, ch)
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Send:
				add(i.Chan)
			case *ssa.Select:
				for _, s := range i.States {
					if s.Send != nil {
						add(s.Chan)
					}
				}
			}
		}
	}
	return out
}

// ownedByAnnotation reports whether an annotation may say who may close the channel v.
func (t *translator) ownedByAnnotation(v ssa.Value, fn *ssa.Function) bool {
	says := func(g *annot.Guard) bool { return g != nil && len(g.Closes) > 0 }
	if load, ok := v.(*ssa.UnOp); ok {
		if fv, ok := load.X.(*ssa.FreeVar); ok {
			alloc := capturedAlloc(fv)
			if alloc == nil {
				return true
			}
			own := t.guarded(alloc.Parent())[alloc]
			return own != nil && says(t.prog.Guard(own))
		}
	}
	ch, ok := v.Type().Underlying().(*types.Chan)
	return !ok || slices.ContainsFunc(t.owners(ch.Elem()), func(own *types.Var) bool { return says(t.prog.Guard(own)) })
}

// awaitChannels begins to keep account of what channels bring back, and reports whether it is kept yet.
func (t *translator) awaitChannels() bool {
	if !t.Mem.Need.Channels {
		t.Mem.WantsOwnership, t.Mem.WantsChannels = true, true
	}
	return t.Mem.Need.Channels
}

// toCome is how many values are still to come on the channel that the function was promised, or, where the function is the one
// that has promised, that it may still send; closer tells which.
func (t *translator) toCome(ch *ir.Expr) *ir.Expr { return ir.Select(ir.V(t.owed()), ch) }

func (t *translator) mayClose(ch *ir.Expr) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(t.Mem.ChanCloser()), ch), ir.V(t.Out.Tid))
}

// handPromise hands the right to send once on the channel to a goroutine.
func (t *translator) handPromise(r right, missing ir.Check) {
	s := &ir.Step{Mover: ir.BothMover}
	for _, c := range append(r.has(ir.V(t.Out.Tid)), t.Mem.Unsent(r.promises)) {
		s.Pre = append(s.Pre, t.Assertion(c, missing))
	}
	s.Do = []ir.Stmt{heap.PutAt(t.owed(), []*ir.Expr{r.promises}, ir.Add(t.toCome(r.promises), ir.N(1, ir.Int)))}
	t.paid(s, r.promises)
	t.Step(s)
}

// noneToCome asserts that nobody is to send on a channel that is closed, or that another may close.
func (t *translator) noneToCome(ch *ir.Expr, c ir.Check) *ir.Assert {
	return t.Assertion(ir.Or(ir.Eq(ch, ir.Nil), ir.Eq(t.toCome(ch), ir.N(0, ir.Int))), c)
}

// noneSends asserts that nobody may send on a channel when the right to close it is handed on, unless who gets it waits for them.
func (t *translator) noneSends(r right, c ir.Check) *ir.Assert {
	until := t.sendsUntil(r.closes)
	none := ir.Eq(until, ir.Nil)
	if r.after != nil {
		none = ir.Or(none, ir.Eq(until, r.after))
	}
	return t.Assertion(none, c)
}

// sends adds to the step of a send what it is for a promise, and returns the condition that there is one.
func (t *translator) sends(s *ir.Step, ch *ir.Expr) *ir.Expr {
	if !t.Mem.Need.Channels {
		return ir.False
	}
	t.apartFrom(ch, t.rights)
	n := t.toCome(ch)
	some, closer := ir.Lt(ir.N(0, ir.Int), n), t.mayClose(ch)
	kept := ir.And(some, ir.Not(closer))
	// A value of its own, of whoever waits for others', has to be received as well.
	more := ir.Ite(ir.And(some, closer), ir.Add(n, ir.N(1, ir.Int)), n)
	used := ir.Or(ir.Not(kept), ir.Select(ir.V(t.Mem.ChanUsed()), ch))
	s.Do = append(s.Do,
		heap.PutAt(t.Mem.ChanUsed(), []*ir.Expr{ch}, used),
		heap.PutAt(t.owed(), []*ir.Expr{ch}, ir.Ite(kept, ir.Sub(n, ir.N(1, ir.Int)), more)))
	t.paid(s, ch)
	return ir.Or(kept, t.maySend(ch))
}

// receives adds to the step of a receive, which yields a value or finds the channel closed, what it brings back.
func (t *translator) receives(s *ir.Step, ch, value *ir.Expr) {
	if t.joinsByChannel() {
		t.awaitChannels()
	}
	if !t.Mem.Need.Channels {
		return
	}
	t.apartFrom(ch, t.rights)
	n := t.toCome(ch)
	counts := ir.And(value, t.mayClose(ch), ir.Lt(ir.N(0, ir.Int), n))
	s.Do = append(s.Do, heap.PutAt(t.owed(), []*ir.Expr{ch}, ir.Ite(counts, ir.Sub(n, ir.N(1, ir.Int)), n)))
	all := ir.Not(ir.And(t.mayClose(ch), ir.Lt(ir.N(0, ir.Int), t.toCome(ch))))
	group, stands := t.standsFor(ch)
	t.comesBack(s, func(to *ir.Expr) *ir.Expr {
		return ir.Or(ir.And(all, ir.Eq(to, ch)), ir.And(stands, ir.Eq(to, group)))
	})
	t.joinedBy(s, ch)
}

// outOfAccount notes a call by which others may send on a channel, or close one, that the function keeps account of.
func (t *translator) outOfAccount(inv *emit.Invocation, callee string) {
	t.uncounted = append(t.uncounted, ir.Note{Span: t.Span(inv.Pos, inv.Pos), Text: "call of " + callee +
		", which may send on a channel or close one, in a function that waits for goroutines by a channel"})
}

// maySendOrClose reports whether whoever has a value of the type may send on a channel by it, or close one.
func maySendOrClose(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && ch.Dir() != types.RecvOnly
}

// speaksOfClosing reports whether a contract asks who may close a channel, or whether it is open.
func speaksOfClosing(spec *annot.FuncSpec) bool {
	found := false
	for _, c := range spec.Requires {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			b, ok := x.(*annot.Builtin)
			found = found || ok && (b.Name == "closed" || b.Name == "closer")
			return !found
		})
	}
	return found
}

// ensuresClosing reports whether a contract says who may close a channel afterwards.
func ensuresClosing(spec *annot.FuncSpec) bool {
	for _, a := range spec.Performs.Actions {
		if speaksOfClosing(&annot.FuncSpec{Requires: a.Ensures}) {
			return true
		}
	}
	return false
}
