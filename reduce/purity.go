package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A purity says of a function that is to reduce to one block with all its accesses (ir.Spec.Reducible) which of its blocks
// may stand apart: those that change nothing, and of which the reads are dead at their end. Such a block might as well not
// have run, as the failed round of a retry loop (Flanagan, Freund and Qadeer, "Exploiting purity for atomicity", 2005).
//
// The reads of a block are dead where it ends if
//
//   - it has read nothing of shared memory; or
//   - no branch was decided by such a read since the block began, and no local that may depend on one is needed later; or
//   - it began before a loop's head, had read nothing up to there, and now leads back to that head, with the same values
//     in all locals that are needed there: what it read has led nowhere;
//
// and if it has stored nothing after it had read something: memory, another goroutine, or code that is not at hand may keep it.
type purity struct {
	*abstraction
	read    *ir.Var // the block has read shared memory
	decided *ir.Var // and a branch since may have depended on what was read
	stored  *ir.Var // and a step since may have stored what was read
	depends vars    // the locals that may depend on what was read
	results vars    // the locals of which the value comes about by an assumption about it: results of callees
	rounds  map[*ir.Block]*round
	at      map[*ir.Step]site
	// dead says at the point under translation that the block's reads are dead if it ends here.
	dead *ir.Expr
}

// A round is what is remembered of the head of a loop, to compare with where the round comes back.
type round struct {
	whole *ir.Var // no block has begun since the head
	read  *ir.Var // the block had read shared memory before the head
	// kept are the locals that are needed at the head and change in a round, but for those that count rounds.
	kept []*ir.Var
}

// A site is where a step stands.
type site struct {
	block *ir.Block
	index int
}

func newPurity(a *abstraction) *purity {
	p := &purity{
		abstraction: a, read: a.variable("block.read", ir.Bool), decided: a.variable("block.decided", ir.Bool),
		stored:  a.variable("block.stored", ir.Bool),
		depends: vars{}, results: vars{}, rounds: map[*ir.Block]*round{}, at: map[*ir.Step]site{},
	}
	p.findResults()
	p.findDepending()
	for _, b := range a.order {
		for i, s := range b.Stmts {
			if s, ok := s.(*ir.Step); ok {
				p.at[s] = site{b, i}
			}
		}
		if b.Loop != nil {
			p.rounds[b] = &round{
				whole: a.variable("round.whole."+b.Name, ir.Bool), read: a.variable("round.read."+b.Name, ir.Bool),
				kept: p.keptIn(b),
			}
		}
	}
	p.dead = ir.Not(ir.V(p.read))
	return p
}

// reads reports whether the step reads shared memory and puts what it read, or what depends on it, into a local, or where no
// term says. That a step had to wait tells nothing that it would not wait for again.
func (p *purity) reads(s *ir.Step) bool {
	switch {
	case touchesNothing(s):
		return false
	case len(p.takes(s)) == 0:
		return p.looks(s)
	}
	return len(s.Access) == 0 || slices.ContainsFunc(s.Access, func(a ir.Access) bool { return !p.constant(a.Map) })
}

// looks reports whether the step reads shared memory for something of which a result is any value: a function that is passed a
// slice and searches it, say. That havocs follow such a step no term says.
func (p *purity) looks(s *ir.Step) bool {
	return s.When == nil && len(p.takes(s)) == 0 && slices.ContainsFunc(s.Access, func(a ir.Access) bool {
		return !a.Write && (a.Map.Heap.Class == ir.Plain || a.Map.Heap.Class == ir.Atomic) && !p.constant(a.Map)
	})
}

// takes are the locals that the step gives a value: those that it assigns, and results of which it says something.
func (p *purity) takes(s *ir.Step) vars {
	vs := vars{}
	forTargets([]ir.Stmt{s}, func(v *ir.Var) {
		if v.Kind == ir.LocalVar {
			vs[v] = true
		}
	})
	for _, d := range s.Do {
		if d, ok := d.(*ir.Assume); ok {
			mentions(d.Cond, func(v *ir.Var) bool {
				if p.results[v] {
					vs[v] = true
				}
				return false
			})
		}
	}
	return vs
}

// findResults finds the locals that no assignment gives a value, or that are given any value somewhere.
func (p *purity) findResults() {
	for _, v := range p.fn.Locals {
		p.results[v] = true
	}
	var find func(stmts []ir.Stmt, havocked bool)
	find = func(stmts []ir.Stmt, havocked bool) {
		for _, s := range stmts {
			switch s := s.(type) {
			case *ir.Assign:
				if !havocked {
					p.results[s.Dst] = false
				}
			case *ir.Havoc:
				for _, v := range s.Vars {
					p.results[v] = p.results[v] || havocked && v.Kind == ir.LocalVar
				}
			case *ir.Step:
				find(s.Do, havocked)
			}
		}
	}
	for _, havocked := range []bool{false, true} {
		for _, b := range p.order {
			find(b.Stmts, havocked)
		}
	}
}

// findDepending finds the locals that may hold something that was read, however they came by it. One that has any value may
// have it because of what was read: the result of a function of which no more is known than its sort.
func (p *purity) findDepending() {
	for again := true; again; {
		again = false
		add := func(v *ir.Var) {
			if v.Kind == ir.LocalVar && !p.depends[v] {
				p.depends[v], again = true, true
			}
		}
		for _, b := range p.order {
			for _, s := range b.Stmts {
				switch s := s.(type) {
				case *ir.Assign:
					if p.dependent(s.Src) {
						add(s.Dst)
					}
				case *ir.Havoc:
					for _, v := range s.Vars {
						add(v)
					}
				case *ir.Step:
					if p.reads(s) || p.goesBy(s) {
						for v := range p.takes(s) {
							add(v)
						}
					}
				}
			}
		}
	}
}

// goesBy reports whether what the step does, or where, may depend on what was read.
func (p *purity) goesBy(s *ir.Step) bool {
	for _, a := range s.Access {
		if slices.ContainsFunc(a.Index, p.dependent) {
			return true
		}
	}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			if p.dependent(d.Src) {
				return true
			}
		case *ir.Assume:
			if p.dependent(d.Cond) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Uses, func(v *ir.Var) bool { return p.depends[v] })
}

// dependent reports whether the expression may depend on what was read.
func (p *purity) dependent(e *ir.Expr) bool {
	return mentions(e, func(v *ir.Var) bool {
		return p.depends[v] || v.Heap != nil && !p.constant(v) || v == p.fn.Status || v == p.fn.Stored
	})
}

// keptIn lists the locals that are needed at the head and assigned in the loop, without those that change in every round
// alike, whatever was read: counters.
func (p *purity) keptIn(head *ir.Block) []*ir.Var {
	assigned := map[*ir.Var][]ir.Stmt{}
	free := vars{} // as far as is known
	for _, b := range p.bodyOf(head) {
		every := p.onEveryRound(head, b)
		for _, s := range b.Stmts {
			forTargets([]ir.Stmt{s}, func(v *ir.Var) {
				if v.Kind != ir.LocalVar {
					return
				}
				_, plain := s.(*ir.Assign)
				_, seen := assigned[v]
				free[v] = plain && every && (free[v] || !seen)
				assigned[v] = append(assigned[v], s)
			})
		}
	}
	for again := true; again; {
		again = false
		for v, stmts := range assigned {
			bound := func(x *ir.Var) bool { return len(assigned[x]) > 0 && !free[x] || x.Heap != nil || p.depends[x] }
			if free[v] && slices.ContainsFunc(stmts, func(s ir.Stmt) bool { return mentions(s.(*ir.Assign).Src, bound) }) {
				free[v], again = false, true
			}
		}
	}
	var kept []*ir.Var
	for _, v := range p.fn.Locals {
		if len(assigned[v]) > 0 && !free[v] && p.needed[head].has(v) && p.assigned[head].has(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// onEveryRound reports whether each round of the loop at head passes b, once.
func (p *purity) onEveryRound(head, b *ir.Block) bool {
	for _, h := range p.bodyOf(head) {
		if h != head && h.Loop != nil && p.body[h][b] {
			return false
		}
	}
	seen := map[*ir.Block]bool{b: true}
	var avoids func(*ir.Block) bool
	avoids = func(x *ir.Block) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		return slices.ContainsFunc(x.Succs, func(to *ir.Block) bool {
			return to == head && x != b || p.body[head][to] && avoids(to)
		})
	}
	return b == head || !avoids(head)
}

// begin: a block begins.
func (p *purity) begin() {
	p.assign(p.read, ir.False)
	p.assign(p.decided, ir.False)
	p.assign(p.stored, ir.False)
	p.dead = ir.Not(ir.V(p.read))
	for _, b := range p.order {
		if r := p.rounds[b]; r != nil {
			p.assign(r.whole, ir.False)
		}
	}
}

// enter: the choice between two ways may have been decided by what was read, unless it is known by what.
func (p *purity) enter(b *ir.Block) {
	if !slices.ContainsFunc(p.preds[b], func(x *ir.Block) bool { return len(x.Succs) > 1 }) {
		return
	}
	if !p.decidedByLocals(b) {
		p.assign(p.decided, ir.Or(ir.V(p.decided), ir.V(p.read)))
	}
}

// decidedByLocals reports whether the block begins with the condition of a branch, and neither that nor a wait at its
// beginning depends on shared memory.
func (p *purity) decidedByLocals(b *ir.Block) bool {
	conditions := 0
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Assume:
			if p.dependent(s.Cond) {
				return false
			}
			conditions++
		case *ir.Step:
			return conditions > 0 && !blocking(s)
		}
	}
	return conditions > 0
}

// head remembers the state at the head of a loop.
func (p *purity) head(b *ir.Block) {
	r := p.rounds[b]
	p.assign(r.whole, ir.True)
	p.assign(r.read, ir.V(p.read))
	p.save(r.prefix(b), r.kept)
}

func (r *round) prefix(b *ir.Block) string { return "round." + b.Name }

// flags lists the variables that a loop's iterations may change.
func (p *purity) flags() []*ir.Var {
	vs := []*ir.Var{p.read, p.decided, p.stored}
	for _, b := range p.order {
		if r := p.rounds[b]; r != nil {
			vs = append(vs, r.whole)
		}
	}
	return vs
}

// proposals: nothing was read when the loop's head is reached, and the block that began before an outer head goes on.
func (p *purity) proposals(head *ir.Block) []candidate {
	cs := []candidate{
		{name: "the block has read nothing", cond: ir.Not(ir.V(p.read))},
		{name: "no branch was decided by what the block has read", cond: ir.Not(ir.V(p.decided))},
		{name: "nothing was stored that the block has read", cond: ir.Not(ir.V(p.stored))},
	}
	for _, b := range p.order {
		if r := p.rounds[b]; r != nil && b != head && p.body[b][head] {
			cs = append(cs, candidate{name: "the block began before " + b.Name, cond: ir.V(r.whole)})
		}
	}
	return cs
}

// step notes what the step has read of what is not the goroutine's own.
func (p *purity) step(s *ir.Step, index [][]*ir.Expr) {
	if s.Sends { // it is no less than a change
		p.assign(p.read, ir.True)
		p.assign(p.stored, ir.True)
	}
	if stores(s) {
		p.stores()
	}
	if !p.reads(s) || !p.keeps(s) {
		return
	}
	shared := []*ir.Expr{ir.V(p.read), ir.B(len(s.Access) == 0)}
	for i, a := range s.Access {
		if !p.constant(a.Map) {
			shared = append(shared, ir.Not(atIndex(a.Map, p.rules[a.Map].mine, index[i])))
		}
	}
	p.assign(p.read, ir.Or(shared...))
}

// stores reports whether the step may put something where it stays: anywhere but into locks.
func stores(s *ir.Step) bool {
	if touchesNothing(s) {
		return false
	}
	return len(s.Access) == 0 || s.Foreign || slices.ContainsFunc(s.Access, func(a ir.Access) bool {
		return a.Write && a.Map.Heap.Class != ir.Holder && a.Map.Heap.Class != ir.Readers
	})
}

// stores: what the block has read may be kept somewhere.
func (p *purity) stores() { p.assign(p.stored, ir.Or(ir.V(p.stored), ir.V(p.read))) }

// keeps reports whether something that the step assigns is needed after it.
func (p *purity) keeps(s *ir.Step) bool {
	if p.looks(s) {
		return true
	}
	at := p.at[s]
	live := p.neededAt(at.block, at.index+1)
	return live.meets(p.takes(s))
}

// writes asserts of a step that changes shared memory that the block it is in is the first that counts.
func (p *purity) writes(s *ir.Step) {
	if !p.yields {
		return
	}
	if s.Sends {
		p.assert(s.Span, ir.V(p.exact.begin), p.secondBlock(s.Text))
	}
	for _, a := range s.Access {
		if c := a.Map.Heap.Class; !a.Write || c != ir.Plain && c != ir.Atomic {
			continue
		}
		mine := atIndex(a.Map, p.rules[a.Map].mine, a.Index)
		p.assert(s.Span, ir.Or(ir.V(p.exact.begin), mine), p.secondBlock(a.Text))
	}
}

// secondBlock describes that the function is two blocks, neither of which may stand apart.
func (p *purity) secondBlock(acts string) ir.Check {
	return ir.Check{Kind: ir.SecondBlock, Subject: acts, Clause: &p.fn.Spec.Clause}
}

// alone asserts where a block ends that either it or all before it may stand apart.
func (p *purity) alone(span ir.Span) {
	if p.yields {
		p.assert(span, ir.Or(ir.V(p.exact.begin), p.dead), p.secondBlock(""))
	}
}

// endsBefore sets dead for a block that ends before the step.
func (p *purity) endsBefore(s *ir.Step) {
	at := p.at[s]
	p.dead = p.deadAt(p.neededAt(at.block, at.index), p.leadsTo(at))
}

// endsAt sets dead for a block that ends at the head of a loop.
func (p *purity) endsAt(head *ir.Block, back bool) {
	heads := p.leadsTo(site{head, 0})
	if back {
		heads = append(heads, head)
	}
	p.dead = p.deadAt(p.needed[head], heads)
}

// endsReturning sets dead for the last block.
func (p *purity) endsReturning(r *ir.Return) {
	live := localSet{number: p.number}
	for _, v := range r.Values {
		forLocals(v, live.add)
	}
	p.dead = p.deadAt(live, nil)
	if slices.ContainsFunc(r.Values, p.dependent) {
		p.dead = ir.Not(ir.V(p.read))
	}
}

// deadAt says that the block's reads are dead at a point where live locals are needed, and which leads to the heads.
func (p *purity) deadAt(live localSet, heads []*ir.Block) *ir.Expr {
	var any []*ir.Expr
	if !live.meets(p.depends) {
		any = append(any, ir.Not(ir.V(p.decided)))
	}
	for _, h := range heads {
		r := p.rounds[h]
		same := []*ir.Expr{ir.V(r.whole), ir.Not(ir.V(r.read))}
		for _, v := range r.kept {
			same = append(same, ir.Eq(ir.V(v), ir.V(p.snapshot(r.prefix(h), v))))
		}
		any = append(any, ir.And(same...))
	}
	return ir.Or(ir.Not(ir.V(p.read)), ir.And(ir.Not(ir.V(p.stored)), ir.Or(any...)))
}

// leadsTo lists the heads of the loops around a place to which all ways from there lead, with no read of shared memory on
// them and nothing assigned that is compared at the head.
func (p *purity) leadsTo(from site) []*ir.Block {
	var heads []*ir.Block
	for _, h := range p.order {
		if h.Loop != nil && p.body[h][from.block] && (h != from.block || from.index > 0) && p.straight(h, from.block, from.index, map[*ir.Block]bool{}) {
			heads = append(heads, h)
		}
	}
	return heads
}

func (p *purity) straight(head, b *ir.Block, index int, open map[*ir.Block]bool) bool {
	if !p.body[head][b] || open[b] || b.Return != nil {
		return false
	}
	open[b] = true
	defer delete(open, b)
	for _, s := range b.Stmts[index:] {
		if s, ok := s.(*ir.Step); ok && p.reads(s) {
			return false
		}
		kept := false
		forTargets([]ir.Stmt{s}, func(v *ir.Var) { kept = kept || slices.Contains(p.rounds[head].kept, v) })
		if kept {
			return false
		}
	}
	return !slices.ContainsFunc(b.Succs, func(to *ir.Block) bool { return to != head && !p.straight(head, to, 0, open) })
}
