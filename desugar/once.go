package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Once is a lock that is held by the goroutine which runs its function, and a latch that is set when the function
// has returned. Do waits until the lock is free or the latch is set.

// doOnce translates Do: the goroutine runs the function, or waits until another has.
func doOnce(t *translator, inv *emit.Invocation) emit.Value {
	l, ok := t.lock(inv)
	if !ok || len(inv.Args) != 2 {
		return emit.Value{}
	}
	again := t.notHeld(l)
	again.Check.Detail = "its function calls Do again"
	done := ir.Access{Map: l.Done, Index: l.Keys, Text: "done(" + l.text + ")"}
	t.SaveAll()
	t.Choose("once",
		func() {
			t.Step(&ir.Step{
				Pre:    []*ir.Assert{again},
				When:   ir.And(l.isFree(), ir.Not(l.IsDone())),
				Do:     []ir.Stmt{l.setHolder(l.tid)},
				Access: l.touch(l.Holder),
				Mover:  ir.RightMover,
			})
			t.Within++ // what ends the function otherwise than by a return leaves the Once done
			t.call(&emit.Invocation{
				Pos: inv.Pos, Common: &ssa.CallCommon{Value: inv.Argv[1]}, Callee: inv.Args[1], Result: types.NewTuple(),
			})
			t.Within--
			write := done
			write.Write = true
			t.Step(&ir.Step{
				Do:     []ir.Stmt{heap.PutAt(l.Done, l.Keys, ir.True), l.setHolder(ir.Free)},
				Access: append(slices.Clone(l.touch(l.Holder)), write),
				Mover:  ir.LeftMover,
			})
		},
		func() {
			t.Step(&ir.Step{
				Pre:    []*ir.Assert{again},
				When:   l.IsDone(),
				Access: []ir.Access{done},
			})
		})
	return emit.Value{}
}

// runsOnce translates sync.OnceFunc, OnceValue and OnceValues. The function is checked by itself where it is a literal, as code
// that is not at hand calls it; a call of the function that is returned is one of such code too.
func runsOnce(t *translator, inv *emit.Invocation) emit.Value {
	f := t.ExprOf(inv.Args[0])
	if f == nil {
		t.Lost()
		return t.Unknown(inv.Result)
	}
	if inv.Args[0].Fn == nil {
		t.NonNilExpr(f, t.Text(inv.Argv[0]))
	}
	t.Publish(t.published(inv))
	return made(t, inv)
}

// runnable checks, where a function value is called, that the goroutine holds no lock which a function may acquire that the value
// is known to run.
func (t *translator) runnable(inv *emit.Invocation) {
	for _, fn := range t.prog.Runs(inv.Common.Value) {
		t.functionLockFree(fn, &emit.Invocation{Pos: inv.Pos}, t.Text(inv.Common.Value), nil)
	}
}
