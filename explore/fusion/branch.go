package fusion

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An entry is a branch that a goroutine is in: control has not yet come to where its ways meet.
type entry struct {
	*branch
	frame  *frame
	join   *ssa.BasicBlock    // where they meet; nil for the end of the function
	phis   map[*ssa.Phi]value // what there is at the join if the other way was taken; nil if that is not known
	result value              // what the function returns then, nil if that is not known
	locals []*cell            // cells of the function alone that may be written then
	kept   []keptCell         // what those held at the branch that the way taken writes
	outs   []loopValue        // values of a loop that are used behind it
	passed bool               // the join has been reached as far as items are concerned
}

// A keptCell is a cell with what it held at a branch.
type keptCell struct {
	*cell
	before value
}

// A loopValue is one with what it was at a branch.
type loopValue struct {
	v      ssa.Value
	before value
}

// enter takes the branch at the end of a block.
func (m *machine) enter(t *thread, f *frame, i *ssa.If) {
	c, ok := m.eval(t, f, i.Cond).(number)
	if !ok {
		m.unable("the condition at %v is not known", m.prog.position(i))
	}
	taken, other := f.block.Succs[0], f.block.Succs[1]
	cond := c.term
	if c.val == 0 {
		taken, other = other, taken
		cond = not(cond)
	}
	if cond.last >= 0 && taken != other {
		m.open(t, f, cond, taken, other)
	}
	m.jump(t, f, taken)
}

// open notes that control goes to the block taken and could have gone to the block other.
func (m *machine) open(t *thread, f *frame, cond *term, taken, other *ssa.BasicBlock) {
	b := m.branch(t, &branch{cond: cond})
	join, ok := m.prog.join(f.block)
	if !ok {
		b.bail, b.why = true, "its branches do not meet"
		return
	}
	r := &region{m: m, t: t, branch: b, frame: f, join: join}
	r.explore(other)
	e := &entry{branch: b, frame: f, join: join, phis: map[*ssa.Phi]value{}, locals: r.locals}
	if !b.bail {
		r.exact()
		r.outcomes(e, other)
		e.outs = loopValues(f, taken, join)
	}
	t.entries = append(t.entries, e)
}

// loopValues are the values that a loop computes anew if control comes back to the branch at the end of the block, and that
// are used behind the loop, as they are now. If control left the loop here, those would be the last.
func loopValues(f *frame, taken, join *ssa.BasicBlock) (out []loopValue) {
	loop := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if b != join && !loop[b] {
			loop[b] = true
			for _, s := range b.Succs {
				visit(s)
			}
		}
	}
	visit(taken)
	if !loop[f.block] {
		return nil
	}
	for _, b := range f.fn.Blocks {
		for _, i := range b.Instrs {
			v, ok := i.(ssa.Value)
			if !ok || !loop[b] || v.Referrers() == nil {
				continue
			}
			if slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return !loop[r.Block()] }) {
				out = append(out, loopValue{v, f.env[v]})
			}
		}
	}
	return out
}

// keep remembers what a cell of a function alone holds before it is written in a branch.
func (t *thread) keep(c *cell) {
	for _, e := range t.entries {
		if !slices.ContainsFunc(e.kept, func(k keptCell) bool { return k.cell == c }) {
			e.kept = append(e.kept, keptCell{c, c.val})
		}
	}
}

// abandon makes the branches that t is in reasons not to trust what follows: what happens now would not happen there.
func (m *machine) abandon(t *thread, why string) {
	for _, e := range t.entries {
		if !e.passed && !e.bail {
			e.bail, e.why = true, why
		}
	}
}

// pass ends the branches of a function that returns, as far as items are concerned: what its deferred calls do is done
// whichever way was taken.
func (m *machine) pass(t *thread, f *frame) {
	for _, e := range t.entries {
		if e.frame == f && e.join == nil && !e.passed {
			e.passed, e.until = true, len(t.items)
		}
	}
}

// close ends the branches of a call that meet in a block, or at the end of the function if that is nil.
func (m *machine) close(t *thread, f *frame, at *ssa.BasicBlock) {
	for n := len(t.entries) - 1; n >= 0; n-- {
		e := t.entries[n]
		if e.frame != f || e.join != at {
			continue
		}
		t.entries = append(t.entries[:n], t.entries[n+1:]...)
		if !e.passed {
			e.until = len(t.items)
		}
		e.closed = true
		m.merge(f, e)
	}
}

// merge adds to what is known behind a branch what is the case if the other way was taken (the phi-functions of section 5.3).
func (m *machine) merge(f *frame, e *entry) {
	for _, c := range e.locals {
		c.val = m.either(e, c.val, nil)
	}
	for _, k := range e.kept {
		if !slices.Contains(e.locals, k.cell) {
			k.cell.val = m.either(e, k.cell.val, k.before)
		}
	}
	for _, o := range e.outs {
		f.env[o.v] = m.either(e, f.env[o.v], o.before)
	}
	if e.join == nil {
		if f.results != nil {
			f.results = m.either(e, f.results, e.result)
		}
		return
	}
	for _, i := range e.join.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		f.env[phi] = m.either(e, f.env[phi], e.phis[phi])
	}
}

// either is v if the branch went as it did in the trace, and other, which may be nil for not known, if it did not.
func (m *machine) either(e *entry, v, other value) value {
	if e.bail || other != nil && same(v, other) && constantValue(v) && constantValue(other) {
		return v
	}
	switch v := v.(type) {
	case number:
		if o, ok := other.(number); ok {
			return number{choose(e.cond, v.term, o.term)}
		}
		return number{choose(e.cond, v.term, m.havoc(v.kind, v.val, e.at))}
	case aggregate:
		if len(v) == 0 {
			return v
		}
		o, _ := other.(aggregate)
		out := make(aggregate, len(v))
		for i := range v {
			var alt value
			if o != nil {
				alt = o[i]
			}
			out[i] = m.either(e, v[i], alt)
		}
		return out
	case nil:
		return v
	}
	if other == nil || !same(v, other) {
		e.bail, e.why = true, "a value that is not a number depends on it"
	}
	return v
}

// constantValue reports whether a value is the same in every schedule.
func constantValue(v value) bool {
	switch v := v.(type) {
	case number:
		return v.last < 0
	case aggregate:
		for _, x := range v {
			if !constantValue(x) {
				return false
			}
		}
	}
	return true
}
