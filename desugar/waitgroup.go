package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A WaitGroup is modelled by the Dones that each goroutine owes it: Add takes on as many, Done pays one, and a go
// statement hands one over to a goroutine that calls Done. The counter is their sum over all goroutines. So it cannot
// become negative while everybody pays only what they owe, and it is not zero while anybody owes anything: whoever owes a
// Done knows that no Wait returns. What a goroutine owes is its own affair, no step of another changes it; a function
// knows of those Dones that it took on itself or took over.

// owed is the variable that says how many Dones the function knows to owe each WaitGroup.
func (t *translator) owed() *ir.Var {
	if t.out.Owed == nil {
		t.out.Owed = t.local("owed", ir.Array(ir.Ref, ir.Int))
	}
	return t.out.Owed
}

// oweNothing begins a function that knows of no Done which it owes.
func (t *translator) oweNothing(entry *ir.Block) {
	if v := t.out.Owed; v != nil {
		none := &ir.Assign{Dst: v, Src: ir.ConstArray(v.Sort, ir.N(0, ir.Int))}
		entry.Stmts = append([]ir.Stmt{none}, entry.Stmts...)
	}
}

// owe changes by delta how many Dones the goroutine owes the WaitGroup at ref; fewer than none it cannot owe.
func (t *translator) owe(ref, delta *ir.Expr, mover ir.Mover, c ir.Check) {
	v := t.owed()
	sum := ir.Add(ir.Select(ir.V(v), ref), delta)
	s := &ir.Step{Mover: mover, Do: []ir.Stmt{heap.PutAt(v, []*ir.Expr{ref}, sum)}}
	if delta.Op != ir.OpInt || delta.Int.Sign() < 0 {
		s.Pre = append(s.Pre, t.assertion(ir.Le(ir.N(0, ir.Int), sum), c))
		t.paid(s, ref)
	}
	t.step(s)
}

// waitGroup returns the address of the WaitGroup that an operation is about.
func (t *translator) waitGroup(inv *invocation) (*ir.Expr, string, bool) {
	text := t.receiverText(inv)
	x := inv.args[0]
	switch {
	case x.at != nil && !x.at.IsLocal():
		return t.stable(x.at.Addr()), text, true
	case x.expr != nil:
		t.nonNilExpr(x.expr, text)
		return t.stable(x.expr), text, true
	}
	t.unsupported(inv.pos, "a WaitGroup that cannot be told")
	return nil, text, false
}

func negativeCounter(text string) ir.Check {
	return ir.Check{Kind: ir.NegativeCounter, Subject: text, Needed: "a Done of " + text + " that this goroutine owes"}
}

func addToGroup(t *translator, inv *invocation) value {
	ref, text, ok := t.waitGroup(inv)
	n := t.exprOf(inv.args[1])
	if !ok || n == nil {
		return value{}
	}
	n = t.stable(t.mem.AsInt(n))
	mover := ir.NonMover // less than nothing may be added
	if n.Op == ir.OpInt && n.Int.Sign() >= 0 {
		mover = ir.RightMover
	}
	t.owe(ref, n, mover, negativeCounter(text))
	return value{}
}

func doneOfGroup(t *translator, inv *invocation) value {
	if ref, text, ok := t.waitGroup(inv); ok {
		t.owe(ref, ir.N(-1, ir.Int), ir.LeftMover, negativeCounter(text))
	}
	return value{}
}

func waitForGroup(t *translator, inv *invocation) value {
	ref, text, ok := t.waitGroup(inv)
	if !ok {
		return value{}
	}
	none := ir.Eq(ir.Select(ir.V(t.owed()), ref), ir.N(0, ir.Int))
	s := &ir.Step{
		Pre:      []*ir.Assert{t.assertion(none, ir.Check{Kind: ir.WaitsForItself, Subject: text})},
		Mover:    ir.NonMover,
		MayStall: true,
	}
	t.comesBack(s, ref, ir.True)
	t.step(s)
	return value{}
}

// goOfGroup translates wg.Go(f): a goroutine that owes a Done runs f.
func goOfGroup(t *translator, inv *invocation) value {
	group, _, ok := t.waitGroup(inv)
	if !ok {
		return value{}
	}
	t.start(&invocation{
		pos: inv.pos, common: &ssa.CallCommon{Value: inv.argv[1]}, callee: inv.args[1], result: types.NewTuple(),
	}, group)
	return value{}
}
