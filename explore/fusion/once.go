package fusion

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// This file has sync.Once. In the trace one goroutine was first and ran the function; that another one is first, and does
// the same as that or something else, is no execution that is known: the trace where it is so tells more.

const onceName = "(*sync.Once).Do"

// A onceOnly is a sync.Once of the trace.
type onceOnly struct{ run, done *item }

// once executes once.Do(fn).
func (m *machine) once(t *thread, f *frame, i ssa.Instruction, args []value) (v value, pushed, ok bool) {
	s := m.visible(t, i, rt.OpOnce)
	if s == nil {
		return nil, false, false
	}
	m.abandon(t, "a Once")
	c := m.target(i, args[0])
	m.bind(m.models, s.Obj, c)
	o := m.ctp.onces[c]
	if o != nil && o.done != nil {
		m.add(t, &item{event: m.now, do: actOnceSeen, cell: c})
		return nil, false, true
	}
	m.ctp.onces[c] = &onceOnly{run: m.add(t, &item{event: m.now, do: actOnce, cell: c})}
	_, pushed, ok = m.invoke(t, f, i, nil, args[1], nil)
	if !pushed || !ok {
		m.unable("the function that a Once runs at %v is not followed", m.prog.position(i))
	}
	t.top.once = c
	return nil, true, true
}

// onceDone ends the function of a Once. It reports false if that is not yet to be executed.
func (m *machine) onceDone(t *thread, f *frame, i ssa.Instruction) bool {
	s := m.visible(t, i, rt.OpOnceDone)
	if s == nil {
		return false
	}
	m.abandon(t, "a Once")
	m.bind(m.models, s.Obj, f.once)
	m.ctp.onces[f.once].done = m.add(t, &item{event: m.now, do: actOnceDone, cell: f.once})
	f.once = nil
	return true
}

// firsts adds the executions in which another goroutine is the first.
func (f *formula) firsts() {
	for _, it := range f.rest {
		if it.do != actOnceSeen {
			continue
		}
		if run := f.c.onces[it.cell].run; f.suffix(run) && !before(run, it.g.before(it)) {
			f.instead[it] = f.fail(allOf([]string{f.at(it), "(< end " + f.time(run) + ")"}), it.g, nil, "another goroutine is the first")
		}
	}
}

// runs is the condition that the function of a Once is being run.
func (f *formula) runs(it *item) string {
	o := f.c.onces[it.cell]
	if !f.suffix(o.done) {
		return "false"
	}
	return allOf([]string{atMost(f.time(o.run)), "(< end " + f.time(o.done) + ")"})
}
