package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Once is a lock that is held by the goroutine which runs its function, and a latch that is set when the function
// has returned. Do waits until the lock is free or the latch is set.

// doOnce translates Do: the goroutine runs the function, or waits until another has.
func doOnce(t *translator, inv *invocation) value {
	l, ok := t.lock(inv)
	if !ok || len(inv.args) != 2 {
		return value{}
	}
	done := ir.Access{Map: l.Done, Index: l.Keys, Text: "done(" + l.text + ")"}
	t.saveAll()
	t.choose("once",
		func() {
			t.step(&ir.Step{
				Pre:    []*ir.Assert{t.notHeld(l)},
				When:   ir.And(l.isFree(), ir.Not(l.IsDone())),
				Do:     []ir.Stmt{l.setHolder(l.tid)},
				Access: l.touch(l.Holder),
				Mover:  ir.RightMover,
			})
			t.call(&invocation{
				pos: inv.pos, common: &ssa.CallCommon{Value: inv.argv[1]}, callee: inv.args[1], result: types.NewTuple(),
			})
			write := done
			write.Write = true
			t.step(&ir.Step{
				Do:     []ir.Stmt{heap.PutAt(l.Done, l.Keys, ir.True), l.setHolder(ir.Free)},
				Access: append(slices.Clone(l.touch(l.Holder)), write),
				Mover:  ir.LeftMover,
			})
		},
		func() {
			t.step(&ir.Step{
				Pre:    []*ir.Assert{t.notHeld(l)},
				When:   l.IsDone(),
				Access: []ir.Access{done},
			})
		})
	return value{}
}
