package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// Iterators of other modules, as packages.Postorder and (*types.Struct).Fields return them. Nothing is known of what
// such an iterator goes through. So each round is a call of code that is not at hand, which gets once more what the
// function got that has made the iterator, and yields anything. After the last round there is another such call. That
// the iterator calls the loop's body only while the range runs, and by one goroutine at a time, is assumed.

// foreignSequence returns what the iterator goes through that a call of code which is not at hand has returned, nil if
// it has returned none, or one that is used otherwise than in a range.
func (t *translator) foreignSequence(inv *emit.Invocation) *emit.Sequence {
	call, ok := t.Frame.At.(*ssa.Call)
	if !ok || call.Common() != inv.Common || inv.Common.IsInvoke() || analysis.YieldOf(call.Type()) == nil || !onlyRanged(call) {
		return nil
	}
	round := *inv
	round.Callee, round.Name, round.Contract, round.Result, round.Args = emit.Value{}, "", nil, types.NewTuple(), nil
	for _, a := range inv.Args {
		if a.Expr == nil || a.Fn != nil { // a function might be called in each round
			return nil
		}
		round.Args = append(round.Args, emit.Value{Expr: t.Stable(a.Expr)})
	}
	name := "the iterator that " + inv.Name + " returns"
	t.Assumption(inv.Pos, "%s calls the body of the loop only while the loop runs, and in one goroutine at a time", name)
	run := func() { t.foreign(&round, name) }
	yield := analysis.YieldOf(call.Type())
	return &emit.Sequence{Over: inv.Args, End: run, Each: func() ([]emit.Value, bool) {
		run()
		var out []emit.Value
		for p := range yield.Params().Variables() {
			v := t.Unknown(p.Type())
			t.resultInNoRegion(&round, v, p.Type())
			out = append(out, v)
		}
		return out, true
	}}
}

// mayEnd translates what an iterator does after the last round, if there is anything.
func (t *translator) mayEnd(s *emit.Sequence) {
	if s.End != nil {
		s.End()
	}
}

// endless says of the rounds of an iterator whether they come to an end.
func endless(s *emit.Sequence) *ir.Loop { return &ir.Loop{Bounded: s.End == nil} }
