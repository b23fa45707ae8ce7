package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// certain is what is known of locks and ownership at a point without a solver: most code locks and unlocks, creates and
// publishes in plain sight. Where exclusive access follows from it, only one case of figure 8 can happen, and the
// program has no code for the others.
type certain []equation

// An equation says what is at one location of a Holder variable (tid) or of Status, at an index over constants and
// locals.
type equation struct {
	m     *ir.Var
	index []*ir.Expr
	value *ir.Expr
}

func (q equation) is(o equation) bool {
	return q.m == o.m && slices.EqualFunc(q.index, o.index, ir.Equal) && ir.Equal(q.value, o.value)
}

// condition says that the equation holds.
func (q equation) condition() *ir.Expr { return ir.Eq(at(q.m, q.index...), q.value) }

// certainAround is what is certain before and after a step.
type certainAround struct{ before, after certain }

// noteCertain records what is certain at the start of each block and around each step.
func (w *world) noteCertain(fl *flow) {
	w.certainIn = w.findCertain(fl)
	w.certainAt = map[*ir.Step]certainAround{}
	for _, b := range fl.order {
		c := w.certainIn[b]
		for _, s := range b.Stmts {
			next := c.after(w, s)
			if s, ok := s.(*ir.Step); ok {
				w.certainAt[s] = certainAround{c, next}
			}
			c = next
		}
	}
}

// findCertain returns what is certain at the start of each block on every way there: a forward analysis, started from
// the assumption that everything is.
func (w *world) findCertain(fl *flow) map[*ir.Block]certain {
	in, out := map[*ir.Block]certain{}, map[*ir.Block]certain{}
	done := map[*ir.Block]bool{}
	for changed := true; changed; {
		changed = false
		for i, b := range fl.order {
			var ways []certain
			if i == 0 {
				ways = append(ways, w.certainAtEntry())
			}
			for _, p := range fl.preds[b] {
				if done[p] {
					ways = append(ways, out[p])
				}
			}
			start := meet(ways)
			if done[b] && len(start) == len(in[b]) {
				continue
			}
			in[b], done[b], changed = start, true, true
			for _, s := range b.Stmts {
				start = start.after(w, s)
			}
			out[b] = start
		}
	}
	return in
}

// meet returns what is certain on every way.
func meet(ways []certain) certain {
	var common certain
	for i, way := range ways {
		if i == 0 {
			common = slices.Clone(way)
			continue
		}
		common = slices.DeleteFunc(common, func(q equation) bool { return !way.has(q) })
	}
	return common
}

// certainAtEntry: the locks that a requires clause says are held, as other goroutines do not take them; and that what
// a parameter points to is shared, as it stays so.
func (w *world) certainAtEntry() certain {
	var c certain
	for _, r := range w.fn.Requires {
		for _, e := range conjuncts(r.Cond) {
			if q, ok := w.equationIn(e); ok && q.m.Heap != nil {
				c = append(c, q)
			}
		}
	}
	for _, e := range w.fn.Given {
		if e.Op != ir.OpOr || len(e.Args) != 2 {
			continue
		}
		isNil, shared := e.Args[0], e.Args[1]
		q, ok := w.equationIn(shared)
		if ok && q.m == w.fn.Status && slices.ContainsFunc(w.fn.Given, func(g *ir.Expr) bool { return ir.Equal(g, ir.Not(isNil)) }) {
			c = append(c, q)
		}
	}
	return c
}

func conjuncts(e *ir.Expr) []*ir.Expr {
	if e.Op == ir.OpAnd {
		return e.Args
	}
	return []*ir.Expr{e}
}

// equationIn recognises "the holder of a lock is tid" and "the status of an object is a number".
func (w *world) equationIn(e *ir.Expr) (equation, bool) {
	if e.Op != ir.OpEq {
		return equation{}, false
	}
	for i := range 2 {
		q := equation{value: e.Args[1-i]}
		at := e.Args[i]
		if at.Op == ir.OpSelect {
			q.index, at = at.Args[1:], at.Args[0]
		}
		if at.Op != ir.OpVar || slices.ContainsFunc(q.index, dependsOnState) {
			continue
		}
		q.m = at.Var
		lock := q.m.Heap != nil && (q.m.Heap.Class == ir.Holder || q.m.Heap.Class == ir.Token) && len(q.index) == len(q.m.Heap.Keys) && ir.Equal(q.value, w.tid)
		status := w.fn.Status != nil && q.m == w.fn.Status && len(q.index) == 1 && q.value.Op == ir.OpInt
		if lock || status {
			return q, true
		}
	}
	return equation{}, false
}

func dependsOnState(e *ir.Expr) bool {
	return mentions(e, func(v *ir.Var) bool { return v.Kind == ir.HeapVar || v.Kind == ir.BoundVar })
}

func (c certain) has(q equation) bool { return slices.ContainsFunc(c, q.is) }

// after is what is certain after the statement. Other goroutines neither take locks nor give any, nor change what is
// shared or ours.
func (c certain) after(w *world, s ir.Stmt) certain {
	switch s := s.(type) {
	case *ir.Assign:
		return c.assigned(w, s)
	case *ir.Havoc:
		for _, v := range s.Vars {
			c = c.without(w, v)
		}
	case *ir.Step:
		c = c.through(w, s.Do)
		if len(c.publishes(w, s.Publish)) > 0 {
			c = c.withoutMine(w)
		}
	case *ir.Spawn:
		if len(s.Publish) > 0 {
			c = c.withoutMine(w)
		}
	}
	return c
}

func (c certain) through(w *world, stmts []ir.Stmt) certain {
	for _, s := range stmts {
		c = c.after(w, s)
	}
	return c
}

// publishes returns the references that are not certainly nil, simplified.
func (c certain) publishes(w *world, refs []*ir.Expr) []*ir.Expr {
	var some []*ir.Expr
	for _, r := range refs {
		if r = c.simplify(w, r); r.Op != ir.OpNil {
			some = append(some, r)
		}
	}
	return some
}

// assigned: a lock whose holder becomes tid is held from then on, a new object is ours; any other change may be of any
// location of the variable.
func (c certain) assigned(w *world, s *ir.Assign) certain {
	q := equation{m: s.Dst, value: s.Src}
	if q.value.Op == ir.OpStore && q.value.Args[0].Op == ir.OpVar && q.value.Args[0].Var == s.Dst {
		n := len(q.value.Args)
		q.index, q.value = q.value.Args[1:n-1], q.value.Args[n-1]
	}
	q, ok := w.equationIn(&ir.Expr{Op: ir.OpEq, Sort: ir.Bool, Args: []*ir.Expr{at(q.m, q.index...), q.value}})
	switch {
	case !ok:
		return c.without(w, s.Dst)
	case q.m == w.fn.Status:
		object := equation{m: q.m, index: []*ir.Expr{w.base(q.index[0])}, value: q.value}
		if !isNumber(q.value, ir.Mine) {
			c = c.withoutMine(w) // it may have been known by another name
		}
		return append(slices.Clip(c), q, object)
	case c.has(q):
		return c
	}
	return append(slices.Clip(c), q)
}

// without drops what depends on the variable.
func (c certain) without(w *world, v *ir.Var) certain {
	if w.fn.Status != nil && v == w.fn.Status {
		return c.withoutMine(w)
	}
	return slices.DeleteFunc(slices.Clone(c), func(q equation) bool {
		return q.m == v || slices.ContainsFunc(q.index, func(e *ir.Expr) bool {
			return mentions(e, func(x *ir.Var) bool { return x == v })
		})
	})
}

// withoutMine drops what is known of objects other than that they are shared, which they remain.
func (c certain) withoutMine(w *world) certain {
	return slices.DeleteFunc(slices.Clone(c), func(q equation) bool {
		return q.m == w.fn.Status && !isNumber(q.value, ir.Shared)
	})
}

func isNumber(e *ir.Expr, n int64) bool {
	return e.Op == ir.OpInt && e.Int.IsInt64() && e.Int.Int64() == n
}

// simplify replaces in a term over the current state what is certain.
func (c certain) simplify(w *world, e *ir.Expr) *ir.Expr {
	if len(c) == 0 || len(e.Args) == 0 || e.Op == ir.OpForall || e.Op == ir.OpExists || e.Op == ir.OpOld {
		return e
	}
	if q, ok := w.equationIn(e); ok {
		for _, known := range c {
			switch {
			case known.is(q):
				return ir.True
			case known.m == q.m && slices.EqualFunc(known.index, q.index, ir.Equal) && q.value.Op == ir.OpInt:
				return ir.False // another number
			}
		}
	}
	args := make([]*ir.Expr, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i] = c.simplify(w, a)
		changed = changed || args[i] != a
	}
	if !changed {
		return e
	}
	return ir.Rebuild(e, args)
}
