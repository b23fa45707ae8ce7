package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// obligationCandidates: nobody is owed less than nothing; the loop leaves alone what is owed to all WaitGroups but those that it
// names; and each of these is owed as much as on entry to the loop, or as much more or less as an integer has grown: a
// loop that starts n goroutines hands over one Done in each iteration.
func (t *translation) obligationCandidates(l *cut) []candidate {
	v := t.fn.Obligations
	if v == nil || !l.changed[v] {
		return nil
	}
	r := &ir.Var{Name: "r", Sort: ir.Ref, Kind: ir.BoundVar}
	at := func(ref *ir.Expr) *ir.Expr { return ir.Select(ir.V(v), ref) }
	each := func(cond *ir.Expr) *ir.Expr { return ir.Forall([]*ir.Var{r}, cond, v) }
	cs := []candidate{{name: "no WaitGroup is owed less than nothing", cond: each(ir.Le(ir.N(0, ir.Int), at(ir.V(r))))}}
	same := ir.Eq(at(ir.V(r)), l.entry.of(at(ir.V(r))))
	groups := t.groups(l)
	named := []*ir.Expr{same}
	for _, g := range groups {
		named = append(named, ir.Eq(ir.V(r), g))
		now, first := at(g), l.entry.of(at(g))
		cs = append(cs, candidate{name: g.String() + " is owed as much as on entry to the loop", cond: ir.Eq(now, first)})
		for _, i := range t.fn.Locals {
			if i.Sort.Kind != ir.KindInt || !l.changed[i] || !t.assigned[l.head].has(i) {
				continue
			}
			was := l.entry.of(ir.V(i))
			cs = append(cs,
				candidate{
					name: g.String() + " is owed as much less as " + i.Name + " is more",
					cond: ir.Eq(ir.Add(now, ir.V(i)), ir.Add(first, was)),
				},
				candidate{
					name: g.String() + " is owed as much more as " + i.Name + " is",
					cond: ir.Eq(ir.Add(now, was), ir.Add(first, ir.V(i))),
				})
		}
	}
	return append(cs, candidate{name: "no other WaitGroup is owed more or less", cond: each(ir.Or(named...))})
}

// groups lists the WaitGroups and channels that the function counts by, at the head.
func (t *translation) groups(l *cut) []*ir.Expr { return t.keysInto(l, t.fn.Obligations) }

// openCandidates: a channel is open of which the function looks at whether it is.
func (t *translation) openCandidates(l *cut) []candidate {
	var cs []candidate
	for _, m := range t.fn.Heap {
		if m.Heap.Class != ir.Latch || m.Heap.Writer != nil || !l.changed[m] {
			continue
		}
		for _, ch := range t.keysInto(l, m) {
			cs = append(cs, candidate{name: ch.String() + " is open", cond: ir.Not(ir.Select(ir.V(m), ch))})
		}
	}
	return cs
}

// keysInto lists the references by which the function's steps look into a variable, at the head.
func (t *translation) keysInto(l *cut, into *ir.Var) []*ir.Expr {
	given := t.assigned[l.head]
	return slices.DeleteFunc(slices.Clone(t.keysAnywhere(into)), func(k *ir.Expr) bool { return !given.evaluable(k, true) })
}
