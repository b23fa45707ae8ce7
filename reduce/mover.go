package reduce

import "github.com/calvin-go/calvin/ir"

// rightMover says, after the step, that it commutes to the right of any step of another goroutine: it has exclusive
// access to all that it touched (section 2, figure 6). Index holds the indices of its accesses.
func (w *world) rightMover(s *ir.Step, index [][]*ir.Expr) *ir.Expr {
	if s.Mover != ir.ByPredicate && s.Mover != ir.RightMover && s.Mover != ir.BothMover {
		return ir.False
	}
	return w.certainAt[s].after.simplify(w, w.exclusiveTo(s, index))
}

// leftMover says, before the step, that it commutes to the left: it cannot block or stall, so that what has begun also
// ends, and has exclusive access to all that it will touch.
// It is asked many times of each step, and the rules of variables that many types hold are large.
func (w *world) leftMover(s *ir.Step) *ir.Expr {
	left, ok := w.leftMovers[s]
	if !ok {
		left = w.findLeftMover(s)
		w.leftMovers[s] = left
	}
	return left
}

func (w *world) findLeftMover(s *ir.Step) *ir.Expr {
	switch {
	case blocking(s) || s.MayStall:
		return ir.False
	case s.Mover != ir.ByPredicate && s.Mover != ir.LeftMover && s.Mover != ir.BothMover:
		return ir.False
	}
	index := make([][]*ir.Expr, len(s.Access))
	for i, a := range s.Access {
		index[i] = a.Index
	}
	return w.certainAt[s].before.simplify(w, w.exclusiveTo(s, index))
}

// exclusiveTo is E_V for the locations V of the step, of those only that its Mover does not speak of.
func (w *world) exclusiveTo(s *ir.Step, index [][]*ir.Expr) *ir.Expr {
	var all []*ir.Expr
	for i := range s.Access {
		a := &s.Access[i]
		if s.Mover != ir.ByPredicate && !a.Ghost || a.Alone {
			continue
		}
		all = append(all, atIndex(a.Map, w.rules[a.Map].exclusive[kindOf(a)], index[i]))
	}
	return unique(ir.And(all...))
}

// touchesNothing tells the steps that are none: their class is of no interest.
func touchesNothing(s *ir.Step) bool {
	return len(s.Access) == 0 && s.Mover == ir.ByPredicate && !blocking(s) && !s.MayStall
}

// moverCode gives the ir.Mover for a trace.
func moverCode(s *ir.Step, right, left *ir.Expr) *ir.Expr {
	if touchesNothing(s) {
		return nil
	}
	code := func(m ir.Mover) *ir.Expr { return ir.N(int64(m), ir.Int) }
	return ir.Ite(left,
		ir.Ite(right, code(ir.BothMover), code(ir.LeftMover)),
		ir.Ite(right, code(ir.RightMover), code(ir.NonMover)))
}

// keepLeft evaluates the left mover condition before the step, for the trace after it.
func (t *translation) keepLeft(s *ir.Step) *ir.Expr {
	left := t.leftMover(s)
	if left.Op == ir.OpTrue || left.Op == ir.OpFalse {
		return left
	}
	v := t.variable("mover.left", ir.Bool)
	t.assign(v, left)
	return ir.V(v)
}
