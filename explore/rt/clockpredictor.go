package rt

import "slices"

// A ClockPredictor says what the clock would do after events of an execution, in whatever order they come that respects what
// depends on what: the clock is a goroutine whose next operation depends on the timers that have been started and stopped
// and have fired.
type ClockPredictor struct {
	timers timerQueue
	known  []*timer
}

// noDeadline is the deadline, as an event has it, of a timer that is not started.
const noDeadline = 0

// Clear forgets all events.
func (f *ClockPredictor) Clear() {
	f.timers = timerQueue{pending: f.timers.pending[:0], late: f.timers.late[:0], up: f.timers.up[:0]}
	f.known = f.known[:0]
}

// Apply takes in event i of x.
func (f *ClockPredictor) Apply(x *Execution, i int32) {
	e := &x.Events[i]
	switch e.Kind {
	case OpSleep, OpTimerStart:
		t := &timer{header: header{id: x.Part(e, 0).Obj}, order: x.Part(e, 0).State, ch: NoObj}
		if e.nparts > 2 {
			t.ch = x.Part(e, 2).Obj
		}
		f.known = append(f.known, t)
		f.start(x, t, e)
	case OpTimerStop, OpTimerReset:
		for _, t := range f.known {
			if t.id == x.Part(e, 0).Obj {
				f.timers.stop(t)
				t.held = 0
				f.start(x, t, e)
			}
		}
	case OpFire:
		f.fire(x, i)
	case OpRecv:
		f.received(x.Part(e, 0).Obj)
	case OpSelect, OpSelectWait:
		if e.Seq >= 0 {
			if p := x.Part(e, int(e.Seq)); !p.sends {
				f.received(p.Obj)
			}
		}
	}
}

// start starts t as e says, if it does.
func (f *ClockPredictor) start(x *Execution, t *timer, e *Event) {
	if e.Arg == noDeadline {
		return
	}
	t.when, t.period = int64(e.Arg-1), int64(e.State)
	f.timers.insert(t)
	if x.Part(e, 1).Class == ClassClockStart { // now
		f.timers.now = t.when
	}
}

// fire lets the timer fire that did in event i. It may be that synctest.Wait returned instead.
func (f *ClockPredictor) fire(x *Execution, i int32) {
	up := f.timers.next()
	if !slices.ContainsFunc(up, func(t *timer) bool { return t.id == x.Part(&x.Events[i], 0).Obj }) {
		return
	}
	k := 0
	if int(i+1) < len(x.Events) && x.Events[i+1].G == Clock && x.Events[i+1].Completes() {
		k = int(x.Events[i+1].Seq)
	}
	if k >= len(up) {
		return
	}
	t := up[k]
	t.held = 1
	f.timers.fires(t)
}

func (f *ClockPredictor) received(ch ObjID) {
	for _, t := range f.known {
		if t.ch == ch {
			t.held = 0
		}
	}
}

// Fire returns the next operation of the clock, with its parts, and whether it could be executed at once.
func (f *ClockPredictor) Fire(x *Execution) (e Event, parts []Part, enabled bool) {
	up := f.timers.next()
	if len(up) == 0 || !x.anyTime && !f.timers.due(up[0]) {
		return Event{}, nil, false
	}
	e = firing()
	parts = f.timers.parts(nil)
	e.nparts, e.Need = int32(len(parts)), 0
	return e, parts, true
}

// firing is an operation of the clock without its parts.
func firing() Event { return Event{G: Clock, Kind: OpFire, Obj: NoObj, From: -1, Seq: -1} }
