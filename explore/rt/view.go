package rt

import "slices"

// A strategy may look at an execution through an abstraction: some of its events are left out, others are taken as one.
// The view is an Execution, too, so that whatever searches executions for races can be applied to it.

// Take makes x, a view, that of an execution that begins: it has no events.
func (x *Execution) Take(of *Execution) {
	*x = Execution{
		Number: of.Number, names: of.names, anyTime: of.anyTime, Events: x.Events[:0], Pending: x.Pending[:0], Withdrawn: x.Withdrawn[:0], Stalled: x.Stalled[:0], parts: x.parts[:0],
	}
}

// Clone returns a copy that lasts: x itself is used for the next execution.
func (x *Execution) Clone() *Execution {
	c := *x
	c.Events, c.Pending, c.Withdrawn = slices.Clone(x.Events), slices.Clone(x.Pending), slices.Clone(x.Withdrawn)
	c.Stalled = slices.Clone(x.Stalled)
	c.Decisions, c.Bugs, c.OutOfControl = nil, nil, nil
	c.parts, c.finals, c.verdicts = slices.Clone(x.parts), slices.Clone(x.finals), slices.Clone(x.verdicts)
	return &c
}

// Rewind makes x, a view, what it was after n events.
func (x *Execution) Rewind(n int) {
	parts := int32(0)
	for i := n - 1; i >= 0 && parts == 0; i-- {
		if e := &x.Events[i]; e.nparts > 0 {
			parts = e.parts + e.nparts
		}
	}
	x.Events, x.Pending, x.Withdrawn, x.parts = x.Events[:n], x.Pending[:0], x.Withdrawn[:0], x.parts[:parts]
	x.Outcome, x.finals, x.verdicts, x.Stalled = 0, nil, nil, x.Stalled[:0]
}

// Show adds an event of another execution, with its parts, and returns it there.
func (x *Execution) Show(of *Execution, e *Event) *Event {
	x.Events = append(x.Events, *e)
	f := &x.Events[len(x.Events)-1]
	if e.nparts > 0 {
		*f = x.adopt(of, e)
	}
	return f
}

// adopt copies e, an event of another execution; the parts become those of x.
func (x *Execution) adopt(of *Execution, e *Event) Event {
	f := *e
	if e.nparts > 0 {
		f.parts = int32(len(x.parts))
		x.parts = append(x.parts, of.parts[e.parts:e.parts+e.nparts]...)
	}
	return f
}

// Begin adds a critical section, which begins with the lock operation e, as one event. It has no objects as yet.
func (x *Execution) Begin(e *Event) *Event {
	x.Events = append(x.Events, Event{
		G: e.G, Kind: OpSection, Obj: NoObj, Site: e.Site, From: e.From, Seq: -1, Need: -1, parts: int32(len(x.parts)),
	})
	return &x.Events[len(x.Events)-1]
}

// Touch adds to the last event, a section, what it does to an object. What it did to it before is summed up with that: a
// change, unless all it does is look, or add.
func (x *Execution) Touch(p Part) {
	e := &x.Events[len(x.Events)-1]
	own := x.parts[e.parts:]
	for i := range own {
		if own[i].Obj != p.Obj {
			continue
		}
		if own[i].Class != p.Class {
			own[i].Class = ClassWrite
		}
		return
	}
	x.parts = append(x.parts, p)
	e.nparts++
}

// End ends the view with what is left of an execution, of which the events have been shown: how it ended, what
// goroutines wait for, or waited for when the clock advanced, that keep says, and what they withdrew. The place of an
// event in the view is at(its place there).
func (x *Execution) End(of *Execution, keep func(*Event) bool, at func(int32) int32) {
	x.Outcome, x.finals, x.verdicts = of.Outcome, of.finals, of.verdicts
	for i := range of.Pending {
		if e := &of.Pending[i]; keep(e) {
			f := x.adopt(of, e)
			f.From = at(f.From)
			x.Pending = append(x.Pending, f)
		}
	}
	take := func(w *Withdrawal) Withdrawal {
		f := x.adopt(of, &w.Event)
		f.From = at(f.From)
		return Withdrawal{f, at(w.By)}
	}
	for i := range of.Withdrawn {
		x.Withdrawn = append(x.Withdrawn, take(&of.Withdrawn[i]))
	}
	for i := range of.Stalled {
		if w := &of.Stalled[i]; keep(&w.Event) {
			x.Stalled = append(x.Stalled, take(w))
		}
	}
}

// Loose reports whether the number of an object is that of another one in other executions: it is named by the goroutine
// that touches it first. For operations that are about to be executed this is no matter, as they have touched it. What is
// accessed within a critical section has not been when that begins.
func (x *Execution) Loose(o ObjID) bool {
	return x.names != nil && o >= 0 && x.names.keys[o].role == idTouch
}

// Next returns the kind and place of the operation that g would execute next, and whether there is one that is known.
func (st *State) Next(g GID) (Kind, Site, bool) {
	s := st.s
	if g == Clock || int(g) >= len(s.byID) || s.byID[g] == nil || s.byID[g].state != published {
		return OpNone, 0, false
	}
	o := &s.byID[g].op
	return o.kind, o.site, true
}
