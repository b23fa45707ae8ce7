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
// locals; but not, where unless is a reference, if that is nil.
type equation struct {
	m      *ir.Var
	index  []*ir.Expr
	value  *ir.Expr
	unless *ir.Expr
}

func (q equation) is(o equation) bool {
	same := q.unless == o.unless || q.unless != nil && o.unless != nil && ir.Equal(q.unless, o.unless)
	return same && q.m == o.m && slices.EqualFunc(q.index, o.index, ir.Equal) && ir.Equal(q.value, o.value)
}

// condition says that the equation holds.
func (q equation) condition() *ir.Expr {
	holds := ir.Eq(at(q.m, q.index...), q.value)
	if q.unless != nil {
		return ir.Or(ir.Eq(q.unless, ir.Nil), holds)
	}
	return holds
}

// certainAround is what is certain before and after a step.
type certainAround struct{ before, after certain }

// noteCertain records what is certain at the start of each block and around each step.
func (w *world) noteCertain(fl *flow) {
	w.certainIn = w.findCertain(fl)
	w.certainAt = map[*ir.Step]certainAround{}
	clear(w.leftMovers)
	for _, b := range fl.order {
		c := w.certainIn[b]
		for _, s := range b.Stmts {
			w.heed()
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
				w.heed()
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
	case *ir.Assume:
		return c.given(w, s.Cond)
	case *ir.Assert:
		return c.given(w, s.Cond)
	case *ir.Havoc:
		for _, v := range s.Vars {
			c = c.without(w, v)
		}
	case *ir.Step:
		c = c.through(w, s.Do)
		refs := c.publishes(w, s.Publish)
		switch {
		case len(s.Give) > 0 && len(refs) > 0:
			c = c.withoutMine(w)
		case len(refs) > 0:
			c = c.published(w, refs)
		}
	case *ir.Spawn:
		if len(s.Publish) > 0 {
			c = c.withoutMine(w)
		}
	}
	return c
}

// given: objects are shared of which the condition says so, or so unless a reference is nil.
func (c certain) given(w *world, cond *ir.Expr) certain {
	for _, e := range conjuncts(c.simplify(w, cond)) {
		if e.Op == ir.OpNot && e.Args[0].Op == ir.OpEq {
			for _, q := range c {
				if q.unless != nil && ir.Equal(e.Args[0], ir.Eq(q.unless, ir.Nil)) {
					q.unless = nil
					c = append(slices.Clip(c), q)
				}
			}
			continue
		}
		var r *ir.Expr
		if e.Op == ir.OpOr && len(e.Args) == 2 && e.Args[0].Op == ir.OpEq && e.Args[0].Args[1].Op == ir.OpNil {
			r, e = e.Args[0].Args[0], e.Args[1]
		}
		if q, ok := w.equationIn(e); ok && q.m == w.fn.Status && isNumber(q.value, ir.Shared) && (r == nil || !dependsOnState(r)) {
			q.unless = r
			if !c.has(q) {
				c = append(slices.Clip(c), q)
			}
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

// publishes returns the references that are neither certainly nil nor to what is shared already, simplified.
func (c certain) publishes(w *world, refs []*ir.Expr) []*ir.Expr {
	var some []*ir.Expr
	for _, r := range refs {
		if r = c.simplify(w, r); r.Op != ir.OpNil && !c.shared(w, r) {
			some = append(some, r)
		}
	}
	return some
}

// shared reports whether r certainly is nil or points to a shared object.
func (c certain) shared(w *world, r *ir.Expr) bool {
	q, ok := w.equationIn(w.has(w.base(r), ir.Shared))
	return ok && slices.ContainsFunc(c, func(known equation) bool {
		return known.m == q.m && isNumber(known.value, ir.Shared) && slices.EqualFunc(known.index, q.index, ir.Equal) &&
			(known.unless == nil || ir.Equal(known.unless, r))
	})
}

// returned is what is certain once the constant is known to be the value: that it leads to something shared if that does.
func (c certain) returned(w *world, result *ir.Var, value *ir.Expr) certain {
	names, _ := references(ir.V(result))
	values, _ := references(value)
	for i, r := range names {
		if q, ok := w.equationIn(w.has(w.base(r), ir.Shared)); ok && c.shared(w, values[i]) {
			q.unless = r
			c = append(slices.Clip(c), q)
		}
	}
	return c
}

// published is what is certain once the references have been published: those of our objects that are named are shared.
func (c certain) published(w *world, refs []*ir.Expr) certain {
	rest := c.withoutMine(w)
	for _, r := range refs {
		mine, ok := w.equationIn(w.has(w.base(r), ir.Mine))
		if ok && c.has(mine) {
			rest = append(rest, equation{m: mine.m, index: mine.index, value: ir.N(ir.Shared, ir.Int), unless: r})
		}
	}
	return rest
}

// assigned: a lock whose holder becomes tid is held from then on, a new object is ours; any other change may be of any
// location of the variable.
func (c certain) assigned(w *world, s *ir.Assign) certain {
	q := equation{m: s.Dst, value: s.Src}
	if q.value.Op == ir.OpStore && q.value.Args[0].Op == ir.OpVar && q.value.Args[0].Var == s.Dst {
		n := len(q.value.Args)
		q.index, q.value = q.value.Args[1:n-1], q.value.Args[n-1]
	}
	if s.Src.Op == ir.OpVar && s.Src.Var.Kind != ir.HeapVar && s.Dst.Kind == ir.LocalVar && s.Src.Sort.Kind == ir.KindRef {
		return c.without(w, s.Dst).copied(s.Dst, s.Src.Var)
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

// copied is what is certain once a reference has another name, of which the same is certain.
func (c certain) copied(name, of *ir.Var) certain {
	with := map[*ir.Var]*ir.Expr{of: ir.V(name)}
	all := slices.Clip(c)
	for _, q := range c {
		named := equation{m: q.m, value: q.value, index: each(q.index, func(e *ir.Expr) *ir.Expr { return ir.Subst(e, with) })}
		if q.unless != nil {
			named.unless = ir.Subst(q.unless, with)
		}
		if !all.has(named) {
			all = append(all, named)
		}
	}
	return all
}

// without drops what depends on the variable.
func (c certain) without(w *world, v *ir.Var) certain {
	if w.fn.Status != nil && v == w.fn.Status {
		return c.withoutMine(w)
	}
	return slices.DeleteFunc(slices.Clone(c), func(q equation) bool {
		is := func(x *ir.Var) bool { return x == v }
		return q.m == v || q.unless != nil && mentions(q.unless, is) ||
			slices.ContainsFunc(q.index, func(e *ir.Expr) bool { return mentions(e, is) })
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
			case known.unless != nil:
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
