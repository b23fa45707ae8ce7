package fusion

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// codes are the kind of the numbers that stand for values that are none.
var codes = kind{64, true}

// load reads a cell. It reports false if that is a visible operation that is not yet to be executed.
func (m *machine) load(t *thread, i ssa.Instruction, c *cell) (value, bool) {
	event, ok := m.access(t, i, c, rt.OpRead)
	if !ok {
		return nil, false
	}
	return m.read(t, c, event, true), true
}

// store writes a cell. It reports false if that is a visible operation that is not yet to be executed.
func (m *machine) store(t *thread, i ssa.Instruction, c *cell, v value) bool {
	event, ok := m.access(t, i, c, rt.OpWrite)
	if ok {
		m.write(t, c, v, event, true)
	}
	return ok
}

// access returns the event that an access to a cell is, -1 if it is none. It reports false if that is not yet to be
// executed.
func (m *machine) access(t *thread, i ssa.Instruction, c *cell, kind rt.Kind) (event int, ok bool) {
	s := m.next(t)
	if s == nil || c.local || c.quiet || s.Kind != kind || m.prog.site(s.Site).Line != m.prog.position(i).Line {
		return -1, true
	}
	first := c
	for len(first.parts) > 0 { // it has the same address
		first = first.parts[0]
	}
	if old, known := m.objects[s.Obj]; known && old != first {
		return -1, true
	}
	if !m.take(t) {
		return -1, false
	}
	m.bind(m.objects, s.Obj, first)
	return m.now, true
}

// read is what c holds.
func (m *machine) read(t *thread, c *cell, event int, plain bool) value {
	if c.parts != nil {
		out := make(aggregate, len(c.parts))
		for i, p := range c.parts {
			out[i] = m.read(t, p, event, plain)
			event = -1
		}
		return out
	}
	if c.local || m.setup {
		return c.val
	}
	n, isNumber := c.val.(number)
	k, val := codes, int64(0)
	if isNumber {
		k, val = n.kind, n.val
	} else {
		val = m.code(c.val)
	}
	m.touch(c)
	it := m.add(t, &item{event: event, do: actRead, cell: c, sym: m.symbol(t, k, val, event), plain: plain})
	if isNumber {
		return number{it.sym}
	}
	m.pin(t, it.sym, "another value of "+c.name)
	return c.val
}

// touch remembers what c holds before the first item that accesses it.
func (m *machine) touch(c *cell) {
	if _, ok := m.ctp.initial[c]; !ok {
		m.ctp.initial[c] = m.termOf(c.val)
	}
}

// termOf is the term of a value, or of the number that stands for it.
func (m *machine) termOf(v value) *term {
	if n, ok := v.(number); ok {
		return n.term
	}
	return fixedTerm(codes, m.code(v))
}

// write makes v what c holds.
func (m *machine) write(t *thread, c *cell, v value, event int, plain bool) {
	if c.parts != nil {
		a, ok := v.(aggregate)
		if !ok || len(a) != len(c.parts) {
			m.unable("a value of %s is not known", c.name)
		}
		for i, p := range c.parts {
			m.write(t, p, a[i], event, plain)
			event = -1
		}
		return
	}
	if isObject(c.typ) {
		return // a new object; those that are in use are not copied
	}
	if c.local {
		t.keep(c)
	}
	if !c.local && !m.setup {
		m.touch(c)
		m.add(t, &item{event: event, do: actWrite, cell: c, val: m.termOf(v), plain: plain})
	}
	c.val = v
}

// pin makes another value of a term than that of the trace a reason not to trust what follows.
func (m *machine) pin(t *thread, x *term, why string) {
	if x.last < 0 || m.setup {
		return
	}
	m.branch(t, &branch{cond: equals(x), bail: true, why: why})
}

// branch adds a branch where t stands.
func (m *machine) branch(t *thread, b *branch) *branch {
	b.g, b.at, b.after = t.goroutine, m.at(t, -1), len(t.items)
	b.guards = t.guards()
	b.held = append([]*cell(nil), t.held...)
	m.ctp.branches = append(m.ctp.branches, b)
	return b
}
