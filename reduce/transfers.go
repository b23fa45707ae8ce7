package reduce

import "github.com/calvin-go/calvin/ir"

// transferCandidates: nothing is lent, or only to the goroutines of one WaitGroup; and of the slices whose elements are lent one
// after the other, those from some index on are not.
func (t *translation) transferCandidates(l *cut) []candidate {
	var cs []candidate
	given := t.assigned[l.head]
	var groups []*ir.Expr
	for _, g := range t.groups(l) {
		if given.evaluable(g, false) {
			groups = append(groups, g)
		}
	}
	channels := t.awaited(l, groups)
	if v := t.fn.LentObjects; v != nil && l.changed[v] {
		o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
		cs = t.lentCandidates(l, "object", ir.Select(ir.V(v), ir.V(o)), []*ir.Var{o}, groups, channels)
	}
	cs = append(cs, t.sendingCandidates(l, groups)...)
	v := t.fn.LentElements
	if v == nil || !l.changed[v] {
		return cs
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	i := &ir.Var{Name: "i", Sort: v.Sort.Elem.Key, Kind: ir.BoundVar}
	any := ir.Select(ir.V(v), ir.V(o), ir.V(i))
	all := []*ir.Var{o, i}
	for _, lend := range t.fn.Lends {
		if given.evaluable(lend.To, false) && !containsExpr(groups, lend.To) {
			groups = append(groups, lend.To)
		}
	}
	cs = append(cs, t.lentCandidates(l, "element", any, all, groups, channels)...)
	arrays := ir.Eq(any, ir.Nil)
	for _, lend := range t.fn.Lends {
		if given.evaluable(lend.Array, false) {
			arrays = ir.Or(arrays, ir.Eq(ir.V(o), lend.Array))
		}
	}
	cs = append(cs, candidate{name: "no elements of other arrays are lent", cond: ir.Forall(all, arrays)})
	if t.fn.Status != nil {
		known := ir.Forall(all, ir.Or(ir.Eq(any, ir.Nil), t.has(ir.V(o), ir.Mine)))
		cs = append(cs, candidate{name: "elements are lent of arrays of its own alone", cond: known})
	}
	for _, ref := range t.publishedIn(l) {
		none := ir.Eq(ir.Select(ir.V(v), t.base(ref), ir.V(i)), ir.Nil)
		cs = append(cs, candidate{name: "no part of " + ref.String() + " is lent", cond: ir.Forall([]*ir.Var{i}, none)})
	}
	for _, lend := range t.fn.Lends {
		to := ir.Select(ir.V(v), lend.Array, ir.V(i))
		here := ir.Eq(to, ir.Nil)
		for _, x := range t.fn.Locals {
			if x.Sort.Kind != ir.KindInt || !l.changed[x] || !given.has(x) {
				continue
			}
			if lend.Rest != nil {
				rest := ir.Apply(lend.Rest, ir.Sub(ir.V(i), lend.Offset), lend.Stride)
				for _, before := range []*ir.Expr{ir.Lt(rest, ir.V(x)), ir.Le(rest, ir.V(x))} {
					cond := ir.Forall([]*ir.Var{i}, ir.Or(here, before))
					cs = append(cs, candidate{name: "no element is lent but " + before.String(), cond: cond})
				}
				continue
			}
			from := ir.Add(lend.Offset, ir.V(x))
			for _, before := range []*ir.Expr{ir.Lt(ir.V(i), from), ir.Le(ir.V(i), from)} {
				cond := ir.Forall([]*ir.Var{i}, ir.Or(here, before))
				cs = append(cs, candidate{name: "no element is lent but " + before.String(), cond: cond})
			}
		}
	}
	return cs
}

// publishedIn returns the references that go statements in the loop publish, as far as they are known at its head.
func (t *translation) publishedIn(l *cut) (refs []*ir.Expr) {
	given := t.assigned[l.head]
	for _, b := range t.order {
		if !t.body[l.head][b] {
			continue
		}
		for _, s := range b.Stmts {
			s, ok := s.(*ir.Spawn)
			if !ok {
				continue
			}
			for _, r := range s.Publish {
				if given.evaluable(r, false) && !containsExpr(refs, r) {
					refs = append(refs, r)
				}
			}
		}
	}
	return refs
}

// sendingCandidates says until a Done of which WaitGroup others may send on the channels that the function names.
func (t *translation) sendingCandidates(l *cut, groups []*ir.Expr) (cs []candidate) {
	v := t.fn.LentSends
	if v == nil || !l.changed[v] {
		return nil
	}
	for _, ch := range t.keysInto(l, v) {
		until := ir.Select(ir.V(v), ch)
		none := ir.Eq(until, ir.Nil)
		cs = append(cs,
			candidate{name: "nobody sends on " + ch.String(), cond: none},
			candidate{name: "others send on " + ch.String() + " as on entry to the loop", cond: ir.Eq(until, l.entry.of(until))})
		for _, g := range groups {
			cs = append(cs,
				candidate{name: "others send on " + ch.String() + " until a Done of " + g.String() + " at most", cond: ir.Or(none, ir.Eq(until, g))},
				candidate{name: "somebody sends on " + ch.String() + " until a Done of " + g.String(), cond: ir.Eq(until, g)})
		}
	}
	return cs
}

// lentCandidates says of all objects, or all elements, to whom they are lent: to is the WaitGroup or channel of one of them, which
// the bound variables name, nil if it is not lent.
func (t *translation) lentCandidates(l *cut, noun string, to *ir.Expr, bound []*ir.Var, groups, channels []*ir.Expr) []candidate {
	all := func(cond *ir.Expr) *ir.Expr { return ir.Forall(bound, cond) }
	cs := []candidate{
		{name: "no " + noun + " is lent", cond: all(ir.Eq(to, ir.Nil))},
		{name: noun + "s are lent as on entry to the loop", cond: all(ir.Eq(to, l.entry.of(to)))},
	}
	for _, g := range groups {
		cs = append(cs, candidate{name: noun + "s are lent with " + g.String() + " alone", cond: all(ir.Or(ir.Eq(to, ir.Nil), ir.Eq(to, g)))})
	}
	for _, ch := range channels {
		cs = append(cs, candidate{name: "no " + noun + " is lent with " + ch.String() + " when no more is to come", cond: all(t.toCome(ch, to))})
	}
	return cs
}

// awaited returns those of the groups that are channels: the function looks at whether they are open.
func (t *translation) awaited(l *cut, groups []*ir.Expr) []*ir.Expr {
	var out []*ir.Expr
	for _, m := range t.fn.Heap {
		if m.Heap.Class != ir.Latch || m.Heap.Writer != nil {
			continue
		}
		for _, ch := range t.keysInto(l, m) {
			if containsExpr(groups, ch) {
				out = append(out, ch)
			}
		}
	}
	return out
}

// toCome says that values are still to come on the channel if something is lent to what is said.
func (t *translation) toCome(ch, lent *ir.Expr) *ir.Expr {
	return ir.Or(ir.Ne(lent, ch), ir.Lt(ir.N(0, ir.Int), ir.Select(ir.V(t.fn.Obligations), ch)))
}
