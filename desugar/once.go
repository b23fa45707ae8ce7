package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Once is a lock that is held by the goroutine which runs its function, and a latch that is set when the function
// has returned. Do waits until the lock is free or the latch is set.

// once makes the two heap variables of places of type sync.Once, and returns the lock's.
func (m *memory) once(id, label string, keys []*ir.Sort) *ir.Var {
	runner := m.family(id, label+".runner", keys, ir.Tid, ir.Holder)
	done := m.family(id+" done", label+".done", keys, ir.Bool, ir.Latch)
	h := done.Heap
	h.Writer = runner
	h.Read = ir.True
	h.Write = ir.Eq(at(runner, varExprs(h.Keys)), ir.V(h.Who))
	m.dones[runner] = done
	return runner
}

// at is the value of heap variable v at the keys.
func at(v *ir.Var, keys []*ir.Expr) *ir.Expr {
	if len(keys) == 0 {
		return ir.V(v)
	}
	return ir.Select(ir.V(v), keys...)
}

func varExprs(vars []*ir.Var) []*ir.Expr {
	var es []*ir.Expr
	for _, v := range vars {
		es = append(es, ir.V(v))
	}
	return es
}

// put is the assignment of x to heap variable v at the keys.
func putAt(v *ir.Var, keys []*ir.Expr, x *ir.Expr) ir.Stmt {
	if len(keys) > 0 {
		x = ir.Store(ir.V(v), keys, x)
	}
	return &ir.Assign{Dst: v, Src: x}
}

// isDone is the condition that the function of a Once has returned.
func (l lockVars) isDone() *ir.Expr { return at(l.done, l.keys) }

// doOnce translates Do: the goroutine runs the function, or waits until another has.
func doOnce(t *translator, inv *invocation) value {
	l, ok := t.lock(inv)
	if !ok || len(inv.args) != 2 {
		return value{}
	}
	done := ir.Access{Map: l.done, Index: l.keys, Text: "done(" + l.text + ")"}
	t.saveAll()
	t.choose("once",
		func() {
			t.step(&ir.Step{
				Pre:    []*ir.Assert{t.notHeld(l)},
				When:   ir.And(l.isFree(), ir.Not(l.isDone())),
				Do:     []ir.Stmt{l.setHolder(l.tid)},
				Access: l.touch(l.holder),
				Mover:  ir.RightMover,
			})
			t.call(&invocation{
				pos: inv.pos, common: &ssa.CallCommon{Value: inv.argv[1]}, callee: inv.args[1], result: types.NewTuple(),
			})
			write := done
			write.Write = true
			t.step(&ir.Step{
				Do:     []ir.Stmt{putAt(l.done, l.keys, ir.True), l.setHolder(ir.Free)},
				Access: append(slices.Clone(l.touch(l.holder)), write),
				Mover:  ir.LeftMover,
			})
		},
		func() {
			t.step(&ir.Step{
				Pre:    []*ir.Assert{t.notHeld(l)},
				When:   l.isDone(),
				Access: []ir.Access{done},
			})
		})
	return value{}
}

func (e *specEnv) onceDone(x *annot.Builtin) (*ir.Expr, error) {
	p, err := e.locate(x.Args[0])
	if err != nil {
		return nil, err
	}
	l, err := e.mem.lock(p)
	if err != nil {
		return nil, err
	}
	return l.isDone(), nil
}
