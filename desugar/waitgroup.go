package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
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
	if t.Out.Obligations == nil {
		t.Out.Obligations = t.Local("owed", ir.Array(ir.Ref, ir.Int))
	}
	return t.Out.Obligations
}

// oweNothing begins a function that knows of no Done which it owes.
func (t *translator) oweNothing(entry *ir.Block) {
	if v := t.Out.Obligations; v != nil {
		none := &ir.Assign{Dst: v, Src: ir.ConstArray(v.Sort, ir.N(0, ir.Int))}
		entry.Stmts = append([]ir.Stmt{none}, entry.Stmts...)
	}
}

// owe changes by delta how many Dones the goroutine owes the WaitGroup at ref; fewer than none it cannot owe.
func (t *translator) owe(ref, delta *ir.Expr, mover ir.Mover, c ir.Check) {
	v := t.owed()
	sum := ir.Add(ir.Select(ir.V(v), ref), delta)
	s := &ir.Step{Mover: mover, Do: append(t.Mem.UseGroup(ref), heap.PutAt(v, []*ir.Expr{ref}, sum))}
	if delta.Op != ir.OpInt || delta.Int.Sign() >= 0 {
		s.Do = append(s.Do, t.addedTo(ref)...)
	}
	if delta.Op != ir.OpInt || delta.Int.Sign() < 0 {
		s.Pre = append(s.Pre, t.Assertion(ir.Le(ir.N(0, ir.Int), sum), c))
		t.paid(s, ref)
	}
	t.Step(s)
}

// waitGroup returns the address of the WaitGroup that an operation is about: the receiver, or the one in an errgroup.Group.
func (t *translator) waitGroup(inv *emit.Invocation) (*ir.Expr, string, bool) {
	text := t.receiverText(inv)
	x := inv.Args[0]
	if x.At == nil && x.Expr != nil {
		t.NonNilExpr(x.Expr, text)
	}
	if ref := t.groupAt(x, analysis.Deref(inv.Argv[0].Type())); ref != nil {
		return t.Stable(ref), text, true
	}
	t.Unsupported(inv.Pos, "a WaitGroup that Calvin cannot identify")
	return nil, text, false
}

// groupAt returns the address of the WaitGroup that a pointer leads to: to itself, or to an errgroup.Group that has it.
// It is nil if it is not known.
func (t *translator) groupAt(x emit.Value, typ types.Type) *ir.Expr {
	if p := t.groupPlace(x, typ); p != nil {
		return p.Addr()
	}
	return nil
}

// groupPlace is the place at the address that groupAt returns.
func (t *translator) groupPlace(x emit.Value, typ types.Type) *heap.Place {
	var p heap.Place
	switch {
	case x.At != nil && !x.At.IsLocal():
		p = *x.At
	case x.Expr != nil:
		p = t.Mem.Deref(x.Expr, typ)
	default:
		return nil
	}
	if annot.IsErrGroup(typ) {
		f := analysis.WaitGroupOf(typ)
		if f == nil {
			return nil
		}
		p = t.Mem.Field(p, f)
	}
	return &p
}

// notOwed is the check that the goroutine owes as many Dones as it pays. Others rely on that: so it is no matter of
// panics, unless it is known that the counter is zero.
func notOwed(text string, inv *emit.Invocation) ir.Check {
	kind := ir.NotOwed
	if len(inv.Args) == 2 && analysis.IsFirst(inv.Common) {
		kind = ir.NegativeCounter
	}
	return ir.Check{Kind: kind, Subject: text, Needed: "a Done of " + text + " that this goroutine must call"}
}

func addToGroup(t *translator, inv *emit.Invocation) emit.Value {
	if t.prog.Publishes(inv.Argv[0]) {
		return t.beginPublishing(inv)
	}
	ref, text, ok := t.waitGroup(inv)
	n := t.ExprOf(inv.Args[1])
	if !ok || n == nil {
		return emit.Value{}
	}
	if t.prog.Unaccounted(inv.Argv[0]) {
		t.Step(&ir.Step{Mover: ir.NonMover, Do: t.Mem.UseGroup(ref)})
		return emit.Value{}
	}
	n = t.Stable(t.Mem.AsInt(n))
	mover := ir.NonMover // less than nothing may be added
	if n.Op == ir.OpInt && n.Int.Sign() >= 0 {
		mover = ir.RightMover
	}
	t.owe(ref, n, mover, notOwed(text, inv))
	return emit.Value{}
}

func doneOfGroup(t *translator, inv *emit.Invocation) emit.Value {
	if t.prog.Publishes(inv.Argv[0]) {
		return t.publishGroup(inv)
	}
	ref, text, ok := t.waitGroup(inv)
	switch {
	case !ok:
	case t.prog.Unaccounted(inv.Argv[0]):
		t.Step(&ir.Step{Mover: ir.NonMover, Do: t.Mem.UseGroup(ref)})
	default:
		t.owe(ref, ir.N(-1, ir.Int), ir.LeftMover, notOwed(text, inv))
	}
	return emit.Value{}
}

func waitForGroup(t *translator, inv *emit.Invocation) emit.Value {
	if t.prog.Publishes(inv.Argv[0]) {
		return t.awaitPublished(inv)
	}
	ref, text, ok := t.waitGroup(inv)
	if !ok {
		return emit.Value{}
	}
	if t.prog.Unaccounted(inv.Argv[0]) { // it may return at any time
		t.Step(&ir.Step{Mover: ir.NonMover, MayStall: true})
		return emit.Value{}
	}
	for _, r := range t.rights {
		if r.promises != nil {
			t.Assume(ir.Ne(ref, r.promises)) // a channel is no WaitGroup: one variable counts what is owed to both
		}
	}
	none := ir.Eq(ir.Select(ir.V(t.owed()), ref), ir.N(0, ir.Int))
	s := &ir.Step{
		Pre:      []*ir.Assert{t.Assertion(none, ir.Check{Kind: ir.WaitsForItself, Subject: text})},
		Mover:    ir.NonMover,
		MayStall: true,
	}
	t.comesBack(s, func(to *ir.Expr) *ir.Expr { return ir.Eq(to, ref) })
	t.sendsComeBack(s, ref)
	t.joined(s, inv)
	t.rejoined(s, inv)
	t.rejoinedHere(s, inv)
	t.Step(s)
	return emit.Value{}
}

// goOfGroup translates wg.Go(f): a goroutine that owes a Done runs f.
func goOfGroup(t *translator, inv *emit.Invocation) emit.Value {
	group, _, ok := t.waitGroup(inv)
	if !ok {
		return emit.Value{}
	}
	if t.prog.Unaccounted(inv.Argv[0]) {
		if use := t.Mem.UseGroup(group); use != nil {
			t.Step(&ir.Step{Mover: ir.BothMover, Do: use})
		}
		group = nil // nothing comes back by it
	} else {
		t.owe(group, ir.N(0, ir.Int), ir.BothMover, ir.Check{}) // one more, which the new goroutine owes
	}
	t.start(&emit.Invocation{
		Pos: inv.Pos, Common: &ssa.CallCommon{Value: inv.Argv[1]}, Callee: inv.Args[1], Result: types.NewTuple(),
	}, group)
	return emit.Value{}
}
