package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A WaitGroup that guards what is beside it, as the result of a call that several goroutines wait for. Its one Add
// comes before others know the object. From then on one goroutine at a time owes the one Done, and may write what is
// guarded. Once that is paid anybody may read it:
//
//	c := new(call)
//	c.wg.Add(1)
//	g.calls[key] = c // under a lock
//	...
//	c.val = f()      // others do c.wg.Wait(); return c.val
//	c.wg.Done()
//
// So it is what a channel would be that is made in place of Add, closed in place of Done, and received from in place of
// Wait. Nobody is asked how many Dones are owed: each is checked to be the one, and Add to be the first that anybody
// does with the WaitGroup.

// onlyPublishes refuses to look at another use of such a WaitGroup.
func (t *translator) onlyPublishes(a *ssa.FieldAddr) {
	if t.prog.Publishes(a) && !t.prog.OnlyPublishes(a) {
		t.Unsupported(t.Frame.Pos(), "another use of the WaitGroup %s, which guards something, than to call Add, Done and Wait", analysis.FieldOf(a).Name())
	}
}

// beginPublishing translates its Add.
func (t *translator) beginPublishing(inv *emit.Invocation) emit.Value {
	ref, text, ok := t.waitGroup(inv)
	if !ok {
		return emit.Value{}
	}
	if !isOne(inv.Argv[1]) {
		t.Unsupported(inv.Pos, "Add of another number than 1 to the WaitGroup %s, which guards something", text)
	}
	t.Mem.WantsOwnership = true
	unused, looks := t.Mem.UnusedGroup(*t.groupPlace(inv.Args[0], analysis.Deref(inv.Argv[0].Type())))
	at := []*ir.Expr{ref}
	t.Step(&ir.Step{
		Mover:  ir.BothMover,
		Access: looks,
		Pre: []*ir.Assert{t.Assertion(unused, ir.Check{
			Kind: ir.NotOwed, Subject: text, Detail: "a Wait before this Add returns at once", Needed: text + " unused, where no other goroutine can reach it",
		})},
		Do: append(t.Mem.UseGroup(ref), heap.PutAt(t.Mem.GroupPaid(), at, ir.False), heap.PutAt(t.Mem.GroupPayer(), at, ir.V(t.Out.Tid)), t.owesOne(ref, 1)),
	})
	return emit.Value{}
}

// publishGroup translates its Done.
func (t *translator) publishGroup(inv *emit.Invocation) emit.Value {
	ref, text, ok := t.waitGroup(inv)
	if !ok {
		return emit.Value{}
	}
	owes := t.payer(ref)
	s := &ir.Step{
		Pre:   []*ir.Assert{t.Assertion(ir.And(owes.has(ir.V(t.Out.Tid))...), notOwed(text, inv))},
		Do:    append(t.Mem.UseGroup(ref), heap.PutAt(t.Mem.GroupPaid(), []*ir.Expr{ref}, ir.True), t.owesOne(ref, 0)),
		Mover: ir.NonMover,
	}
	t.Step(s)
	return emit.Value{}
}

// awaitPublished translates its Wait.
func (t *translator) awaitPublished(inv *emit.Invocation) emit.Value {
	ref, text, ok := t.waitGroup(inv)
	if !ok {
		return emit.Value{}
	}
	paid := ir.Select(ir.V(t.Mem.GroupPaid()), ref)
	none := ir.Eq(ir.Select(ir.V(t.owed()), ref), ir.N(0, ir.Int))
	t.Step(&ir.Step{
		Pre:      []*ir.Assert{t.Assertion(none, ir.Check{Kind: ir.WaitsForItself, Subject: text})},
		When:     paid,
		Do:       t.Mem.UseGroup(ref),
		Access:   []ir.Access{{Map: paid.Args[0].Var, Index: []*ir.Expr{ref}, Text: "closed(" + text + ")"}},
		Mover:    ir.NonMover,
		MayStall: true,
	})
	return emit.Value{}
}

// payer is the Done of such a WaitGroup, which one goroutine owes and may hand over.
func (t *translator) payer(group *ir.Expr) right {
	paid, payer := t.Mem.GroupPaid(), t.Mem.GroupPayer()
	at := []*ir.Expr{group}
	return right{
		publishes: group,
		has: func(who *ir.Expr) []*ir.Expr {
			return []*ir.Expr{ir.Eq(ir.Select(ir.V(payer), group), who), ir.Not(ir.Select(ir.V(paid), group))}
		},
		give: func(to *ir.Expr) []ir.Stmt { return []ir.Stmt{heap.PutAt(payer, at, to), t.owesOne(group, 0)} },
	}
}

// owesOne notes whether the function knows that it owes the Done of such a WaitGroup: then it must not wait for it.
func (t *translator) owesOne(group *ir.Expr, n int64) ir.Stmt {
	return heap.PutAt(t.owed(), []*ir.Expr{group}, ir.N(n, ir.Int))
}

// dones returns the Dones of such WaitGroups that fn pays and was given: a goroutine takes these over from the one that
// starts it, and a helper has them from its callers. So it is with those of others, if fn is a helper: for a goroutine
// they are among its claims.
func (t *translator) dones(fn *ssa.Function) (out []claim) {
	if !t.prog.Spawned[fn] && !t.prog.CountsOnDone(fn) {
		return nil
	}
	for _, call := range t.ownCalls(fn) {
		v := takenBy(call)
		if t.owesForCaller(v, fn) {
			out = append(out, claim{value: v})
		}
		if a, ok := v.(*ssa.FieldAddr); ok && t.prog.Publishes(a) && t.isFinal(a.X, fn) {
			out = append(out, claim{value: v})
		}
	}
	return out
}

// owesForCaller reports whether a helper owes a Done of a WaitGroup that it is given, as its callers do.
func (t *translator) owesForCaller(v ssa.Value, fn *ssa.Function) bool {
	return v != nil && !t.prog.Spawned[fn] && !analysis.IsChan(v.Type()) && !t.prog.Publishes(v) && !t.prog.Unaccounted(v) && isGiven(v, fn)
}
