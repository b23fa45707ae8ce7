package reduce

import "github.com/calvin-go/calvin/ir"

// A latch is a flag that, once set, stays set: that the function of a sync.Once has been run, that a channel is closed.
// What goroutines read after they have seen it set needs no lock, as nobody can take that away from them.

// latchRules: a latch that is set is left alone, and so is one that no other goroutine may set.
func (w *world) latchRules(m *ir.Var, r *rules, who *eliminator) error {
	alone, err := who.alone(predicate(m, write))
	if err != nil {
		return err
	}
	r.sole[read] = ir.Or(here(m), w.settled(m.Heap.Object, w.simplify(alone)))
	r.sole[write] = r.sole[read]
	r.kept = ir.Or(r.mine, ir.And(r.shared, r.sole[read]))
	r.exclusive = [2]*ir.Expr{read: r.kept, write: r.mine} // its steps know how they move
	return nil
}

// assumeLatch assumes that a latch which is set has nobody on the way to setting it, and that no latch of nil is set: a nil
// channel is not closed.
func (t *translation) assumeLatch(m *ir.Var) {
	switch {
	case m.Heap.Class != ir.Latch:
	case m.Heap.Writer == nil:
		t.assume(ir.Not(at(m, ir.Nil)))
	default:
		t.assume(forKeys(m, ir.Implies(here(m), ir.Eq(at(m.Heap.Writer, exprs(m.Heap.Keys)...), ir.Free))))
	}
}
