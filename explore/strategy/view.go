package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A view is an execution as an abstraction shows it, built up while the execution goes on: what the abstraction hides is
// not there, and a critical section is one event.
type view struct {
	rt.Execution
	*abstraction
	seen     int  // events of the execution that have been taken in
	ended    bool // what comes after them, too
	sections bool // there are critical sections

	from  []int32    // by event of the view: the first event of the execution that it stands for
	place []int32    // by event of the execution: the last one in the view that is it, or comes before it on its goroutine, or started that; -1 if none
	open  []rt.ObjID // by event of the execution: the mutex of the critical section that goes on after it, NoObj if there is none
	last  []int32    // by goroutine: its last event in the view; if it has none, what started it

	mutex     rt.ObjID        // of the critical section that has begun and not ended, NoObj if there is none
	holder    rt.GID          // whose it is
	abandoned rt.ObjID        // the mutex of a critical section whose goroutine has ended in it, NoObj if there is none
	broken    rt.ObjID        // a mutex, if what was taken for its critical section cannot be
	counts    map[write]int32 // by goroutine and object, of those where some writes are dead: writes so far
}

// begin forgets the execution before.
func (v *view) begin(x *rt.Execution) {
	v.Take(x)
	v.seen, v.ended, v.sections = 0, false, false
	v.mutex, v.abandoned, v.broken = rt.NoObj, rt.NoObj, rt.NoObj
	v.from, v.place, v.open, v.last = v.from[:0], v.place[:0], v.open[:0], v.last[:0]
	clear(v.counts)
}

// resume makes v what it was after n events, which stood for the first m of an execution. It now has those of another one,
// which has begun in the same way.
func (v *view) resume(x *rt.Execution, n, m int) {
	v.Rewind(n)
	v.seen, v.ended, v.mutex, v.broken = m, false, rt.NoObj, rt.NoObj
	v.from, v.place, v.open, v.last = v.from[:n], v.place[:m], v.open[:m], v.last[:0]
	for i, at := range v.place {
		g := x.Events[i].G
		v.meet(g)
		v.last[g] = at
	}
}

// meet makes room for what is known of a goroutine.
func (v *view) meet(g rt.GID) {
	for len(v.last) <= int(g) {
		v.last = append(v.last, -1)
	}
}

// show takes in what happened since the last call.
func (v *view) show(x *rt.Execution) {
	for ; v.seen < len(x.Events) && v.broken == rt.NoObj; v.seen++ {
		v.add(x, &x.Events[v.seen])
	}
}

// add takes in the next event.
func (v *view) add(x *rt.Execution, e *rt.Event) {
	v.meet(e.G)
	if e.From >= 0 && v.last[e.G] < 0 {
		v.last[e.G] = v.at(e.From)
	}
	switch {
	case v.mutex != rt.NoObj && e.G != v.holder && v.gone(x):
		v.abandon()
		v.add(x, e)
		return
	case e.From >= 0 && v.open[e.From] != rt.NoObj:
		v.broken = v.open[e.From] // something began, or went on, in the middle of the section
	case v.mutex != rt.NoObj:
		v.inside(e)
	case v.hides(e.Kind, e.Site):
	case v.collapses(x, e):
		v.shown(v.Begin(e), e)
		v.mutex, v.holder, v.sections = e.Obj, e.G, true
	default:
		f := v.Show(x, e)
		v.shown(f, e)
		if len(v.dead) > 0 {
			v.bury(f)
		}
	}
	v.place, v.open = append(v.place, v.last[e.G]), append(v.open, v.mutex)
}

// gone reports whether the goroutine of the critical section has no more to do. Another one has: had it more to do, it would be
// its turn.
func (v *view) gone(x *rt.Execution) bool {
	holders := func(e rt.Event) bool { return e.G == v.holder }
	return !slices.ContainsFunc(x.Events[v.seen:], holders) && !slices.ContainsFunc(x.Pending, holders)
}

// abandon ends the critical section of a goroutine that has ended in it. If it has panicked, all is said; if not, nobody ever
// comes by the mutex again.
func (v *view) abandon() { v.mutex, v.abandoned = rt.NoObj, v.mutex }

// shown completes f, which has been added to the view for e.
func (v *view) shown(f, e *rt.Event) {
	if f.From = v.at(e.From); f.From < 0 {
		if last := v.last[e.G]; last >= 0 && v.Events[last].G != e.G {
			f.From = last
		}
	}
	v.last[e.G] = int32(len(v.Events)) - 1
	v.from = append(v.from, int32(v.seen))
}

// at is the place in the view of event i of the execution.
func (v *view) at(i int32) int32 {
	if i < 0 {
		return -1
	}
	return v.place[i]
}

// inside takes in an event within a critical section. There is nothing in one but accesses to memory.
func (v *view) inside(e *rt.Event) {
	switch {
	case e.G == v.holder && e.Kind == rt.OpUnlock && e.Obj == v.mutex:
		v.mutex = rt.NoObj
	case e.G == v.holder && v.hides(e.Kind, e.Site):
	case e.G != v.holder || accessOf[e.Kind] == 0 || v.wide.has(int32(e.Site)):
		v.broken = v.mutex
	default:
		f := *e
		if v.bury(&f); f.Obj != rt.NoObj {
			v.Touch(rt.Part{Obj: f.Obj, Class: f.Class, State: f.State})
		}
	}
}

// bury hides what a write does if it is dead.
func (v *view) bury(f *rt.Event) {
	if accessOf[f.Kind]&writes == 0 {
		return
	}
	w := write{f.G, f.Obj, 0}
	v.counts[w]++
	if w.nth = v.counts[w]; v.dead[w] {
		f.Obj, f.Class = rt.NoObj, rt.ClassNone
	}
}

// end completes the view of an execution that has ended.
func (v *view) end(x *rt.Execution) {
	if v.ended {
		return
	}
	v.ended = true
	keep := func(e *rt.Event) bool { return !v.hides(e.Kind, e.Site) && !v.collapses(x, e) }
	v.End(x, keep, v.at)
}

// lockOf returns the mutex of a critical section, NoObj for other events.
func (v *view) lockOf(x *rt.Execution, e *rt.Event, i int32) rt.ObjID {
	if e.Kind != rt.OpSection {
		return rt.NoObj
	}
	return x.Events[v.from[i]].Obj
}
