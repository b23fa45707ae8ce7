package reduce

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// proposals are the candidates about the reducible block: the phase; that the block has changed nothing yet, or has made
// nothing local that was shared; that it has taken a lock and no other, or at least changed no other; positions; that object
// invariants hold, as they did when it began; and, for loops in which no other goroutine runs, that what they do not write
// is as before: all of it, as either all that others can write is as before, or nothing.
func (a *abstraction) proposals(l *cut) []candidate {
	var cs []candidate
	add := func(name string, cond *ir.Expr) { cs = append(cs, candidate{name: name, cond: cond}) }
	if l.changed[a.left] {
		add("the phase is right", ir.Not(ir.V(a.left)))
		add("the phase is left", ir.V(a.left))
	}
	for _, m := range a.before {
		if m.Heap != nil {
			add("the block has not changed "+m.Name, a.unchanged(m, nil))
			if l.changed[m] {
				cs = append(cs, a.framesWithin(m)...)
			}
		} else if m == a.fn.Status {
			add("the block has changed no ownership", ir.Eq(ir.V(m), a.old().of(ir.V(m))))
			o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
			shared := a.has(ir.V(o), ir.Shared)
			add("what was shared still is", ir.Forall([]*ir.Var{o}, ir.Implies(a.old().of(shared), shared), m))
		}
	}
	for _, lock := range a.locks(l) {
		if m := lockMap(lock); m.Heap.Class == ir.Holder {
			was := ir.Eq(a.old().of(lock), ir.Free)
			others := a.unchanged(m, []*ir.Modify{{Map: m, Index: lock.Args[min(1, len(lock.Args)):]}})
			add("the block has only taken "+lock.String(), ir.And(was, others))
			add("the block has changed no "+m.Name+" but "+lock.String(), others)
		}
	}
	for _, p := range a.positionSets() {
		cs = append(cs, a.positionCandidates(l, p)...)
	}
	for _, w := range a.witnesses {
		add("no witness "+w.action, ir.Not(ir.V(w.flag)))
	}
	if a.purity != nil {
		cs = append(cs, a.purity.proposals(l.head)...)
	}
	if !l.head.Loop.Contract {
		for _, inv := range a.fn.Invariants {
			add("invariant "+inv.Text, a.ofObjects(inv, now, inv.Cond))
		}
	}
	own, _ := a.targets(l.head)
	var same []*ir.Expr
	for _, m := range a.state() {
		if l.changed[m] && !own[m] {
			same = append(same, ir.Eq(ir.V(m), l.entry.of(ir.V(m))))
		}
	}
	return append(cs, candidate{
		name: "what the loop does not write is the same as on entry to it", cond: ir.And(same...),
		sharpens: a.phases.yields(a.bodyOf(l.head)), // it holds if no others run, which is for the solver to find out
	})
}

// framesWithin are the candidates that the block has changed of m only what an action of the function may.
func (a *abstraction) framesWithin(m *ir.Var) (cs []candidate) {
	if a.fn.Spec == nil {
		return nil
	}
	for _, act := range a.fn.Spec.Nodes {
		var mods []*ir.Modify
		for _, mod := range act.Modifies {
			if mod.Map == m && mod.In != nil && !a.aboutResults(mod.In) {
				mods = append(mods, mod)
			}
		}
		if len(mods) > 0 {
			cs = append(cs, candidate{name: "the block has changed of " + m.Name + " only what " + act.Name + " may", cond: a.unchanged(m, mods)})
		}
	}
	return cs
}

// positionCandidates: each position is possible, or not, or it or what it follows is; one is possible if the function
// goes on to return what the locals hold here; and if iterations may end in the midst of a block, the block so far is
// explained. That a position is impossible is never needed for a proof, as all that is asserted of positions is that
// some are possible; but it makes for sharper findings.
func (a *abstraction) positionCandidates(l *cut, p *positions) []candidate {
	var cs []candidate
	add := func(name string, cond *ir.Expr) { cs = append(cs, candidate{name: name, cond: cond, position: true}) }
	all := append([]*ir.Var{p.begin}, p.node...)
	for _, v := range all {
		add(v.Name, ir.V(v))
		cs = append(cs, candidate{name: "!" + v.Name, cond: ir.Not(ir.V(v)), sharpens: true, position: true})
	}
	for _, v := range p.node {
		add(p.begin.Name+" or "+v.Name, ir.Or(ir.V(p.begin), ir.V(v)))
	}
	for i, next := range p.spec.Follow {
		for _, j := range next {
			if i != j && slices.Contains(p.spec.Follow[j], j) { // an iteration has begun, or may begin
				add(p.node[i].Name+" or "+p.node[j].Name, ir.Or(ir.V(p.node[i]), ir.V(p.node[j])))
			}
		}
	}
	add("some position of "+p.name, ir.Or(exprs(all)...))
	if !p.safe {
		for _, returning := range a.returnsHere(l) {
			for _, v := range p.node {
				add(v.Name+" if it returns "+returning.name, ir.Implies(returning.cond, ir.V(v)))
			}
		}
	}
	if l.changed[a.left] {
		j := a.judging(p, func(_ string, e *ir.Expr) *ir.Expr { return e })
		add("the block is skip so far if the phase is right", ir.Or(ir.V(a.left), j.skips()))
		add("the block is explained so far for "+p.name, p.any(j))
		add("the specification may end after the block for "+p.name, p.final(j))
	}
	return cs
}

// returnsHere says, for each return whose values are known at the loop's head, that the prophecy of the results is
// these values.
func (a *abstraction) returnsHere(l *cut) []candidate {
	var found []candidate
	for _, b := range a.order {
		if b.Return == nil || len(b.Return.Values) == 0 || len(b.Return.Values) != len(a.fn.Results) {
			continue
		}
		var same []*ir.Expr
		var names []string
		for i, v := range b.Return.Values {
			v = atStart(b, v)
			if !a.assigned[l.head].evaluable(v, false) {
				break
			}
			same = append(same, ir.Eq(ir.V(a.fn.Results[i]), v))
			names = append(names, v.String())
		}
		if len(same) == len(a.fn.Results) {
			found = append(found, candidate{name: strings.Join(names, ", "), cond: ir.And(same...)})
		}
	}
	return found
}

// atStart reads what v is at the end of the block from what locals hold at its start, as far as they are assigned there.
func atStart(b *ir.Block, v *ir.Expr) *ir.Expr {
	for _, s := range slices.Backward(b.Stmts) {
		if s, ok := s.(*ir.Assign); ok {
			v = ir.Subst(v, map[*ir.Var]*ir.Expr{s.Dst: s.Src})
		}
	}
	return v
}
