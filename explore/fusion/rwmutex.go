package fusion

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// This file has sync.RWMutex, as package rt models it: Lock bars other writers and new readers, then waits for the readers
// there are.

func rwLock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	c := m.target(i, args[0])
	if t.bar == nil {
		s := m.visible(t, i, rt.OpRWLock)
		if s == nil {
			return nil, false
		}
		m.bind(m.models, s.Obj, c)
		t.bar = m.add(t, &item{event: m.now, do: actBar, cell: c})
	}
	if m.visible(t, i, rt.OpRWAcquire) == nil {
		return nil, false
	}
	t.bar.met = m.add(t, &item{event: m.now, do: actAcquire, cell: c, pair: t.bar})
	t.bar = nil
	t.held = append(t.held, c)
	return nil, true
}

func rwUnlock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	it := m.unlocks(t, i, args[0], rt.OpRWUnlock, actRelease, actBar)
	if it == nil {
		return nil, false
	}
	t.letGo(it.cell)
	return nil, true
}

func rLock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	s := m.visible(t, i, rt.OpRLock)
	if s == nil {
		return nil, false
	}
	c := m.target(i, args[0])
	m.bind(m.models, s.Obj, c)
	m.add(t, &item{event: m.now, do: actRLock, cell: c})
	t.reading++
	return nil, true
}

func rUnlock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	if m.unlocks(t, i, args[0], rt.OpRUnlock, actRUnlock, actRLock) == nil {
		return nil, false
	}
	t.reading--
	return nil, true
}

// unlocks makes an item of an operation that takes back what the same goroutine has done last; nil if it is not yet to be
// executed. Others are not followed.
func (m *machine) unlocks(t *thread, i ssa.Instruction, mutex value, kind rt.Kind, do, what action) *item {
	s := m.visible(t, i, kind)
	if s == nil {
		return nil
	}
	c := m.target(i, mutex)
	m.bind(m.models, s.Obj, c)
	it := m.add(t, &item{event: m.now, do: do, cell: c})
	for k := len(t.items) - 2; k >= 0 && it.pair == nil; k-- {
		l := t.items[k]
		if l.cell != c || l.do != what || l.pair != nil {
			continue
		}
		if !sameGuards(l.guards, it.guards) {
			break
		}
		l.pair, it.pair = it, l
	}
	if it.pair == nil {
		m.unable("the mutex at %v is not unlocked where it was locked", m.prog.position(i))
	}
	return it
}

// letGo forgets that t holds a mutex.
func (t *thread) letGo(c *cell) {
	for k := len(t.held) - 1; k >= 0; k-- {
		if t.held[k] == c {
			t.held = append(append([]*cell(nil), t.held[:k]...), t.held[k+1:]...)
			return
		}
	}
}

// rwLocks says that writers exclude each other from the time on when they bar others, that readers come before or after
// that, and that a writer waits for the readers that came before.
func (f *formula) rwLocks() {
	byMutex := map[*cell][]*item{}
	for _, it := range f.c.items {
		if it.do != actBar && it.do != actRLock || !f.suffix(it.pair) {
			continue
		}
		for _, other := range byMutex[it.cell] {
			switch {
			case other.g == it.g:
			case other.do == actBar && it.do == actBar:
				f.assert(implies(allOf([]string{f.done(other), f.done(it)}), anyOf([]string{f.sooner(other.pair, it), f.sooner(it.pair, other)})))
			case other.do == actBar:
				f.readerAndWriter(it, other)
			case it.do == actBar:
				f.readerAndWriter(other, it)
			}
		}
		byMutex[it.cell] = append(byMutex[it.cell], it)
	}
}

func (f *formula) readerAndWriter(r, w *item) {
	after := f.sooner(w.pair, r)
	f.assert(implies(allOf([]string{f.done(r), f.done(w)}), anyOf([]string{f.sooner(r, w), after})))
	f.assert(implies(allOf([]string{f.done(r), f.done(w.met)}), anyOf([]string{f.sooner(r.pair, w.met), after})))
}

// barred is the condition that a goroutine that stands before an item waits for a RWMutex.
func (f *formula) barred(it *item) string {
	who := actBar
	if it.do == actAcquire {
		who = actRLock
	}
	var why []string
	for _, l := range f.c.items {
		if l.do == who && l.cell == it.cell && l.g != it.g && f.suffix(l.pair) {
			why = append(why, allOf([]string{f.done(l), "(< end " + f.time(l.pair) + ")"}))
		}
	}
	return anyOf(why)
}
