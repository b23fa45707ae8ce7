package rt

// A goroutine that goes round a loop may lead back to a state that there was before. Whatever can happen from there on
// could have happened then, so a shorter execution shows it, and the goroutine makes way for others (fair.go). That the
// state is the same is known at the head of a marked loop (Spin) if, since an earlier iteration of it began,
//
//   - the events were of kinds whose result the states of their objects determine, and these states are the same again;
//   - every other goroutine that took a step is in a marked loop, too, and has done in its iteration just what it had done
//     in an earlier one by then: such a loop changes no variable that outlives the iteration, so it is at the same place;
//   - nothing changed that events do not tell: no memory was written, no goroutine began or ended, no clock was read.

// An iteration is where one of a marked loop began.
type iteration struct {
	at        int32  // so many events had happened,
	disturbed uint32 // and so much that events do not tell
}

// maxIterations is how many iterations are looked back at: as many as it takes goroutines that get in each other's way to come
// round together.
const maxIterations = 8

// A footprint is what an event found in one of its objects.
type footprint struct {
	event  int32
	obj    object
	size   uint8 // of a word
	opaque bool  // it may have changed the object in a way that the state does not tell
	state  uint64
}

// determined are the kinds of operations whose result the states of their objects determine, or that have none.
var determined = [numKinds]bool{
	OpLock: true, OpUnlock: true, OpTryLock: true,
	OpRWLock: true, OpRWAcquire: true, OpRWUnlock: true, OpRWTryLock: true, OpRLock: true, OpRUnlock: true, OpTryRLock: true,
	OpLoad: true, OpStore: true, OpSwap: true, OpAdd: true, OpAddOnly: true, OpCAS: true,
	OpLen: true, OpSelect: true, OpRead: true, OpYield: true, OpCount: true,
}

// determined reports whether e is an event whose result the states of its objects determine. A select that may wait is
// not: who waits is no part of a state.
func (e *Event) determined() bool { return determined[e.Kind] && (e.Kind != OpSelect || e.Arg == 1) }

// disturb notes that something changed that events do not tell.
func (s *Scheduler) disturb() { s.disturbed++ }

// follow keeps what event e of g finds in its objects.
func (s *Scheduler) follow(g *G, e *Event) {
	at := int32(len(s.x.Events)) - 1
	if e.Obj != NoObj {
		f := footprint{event: at, obj: g.op.obj, state: e.State}
		if e.Kind >= OpLoad && e.Kind <= OpCAS {
			f.size = g.op.size
			f.opaque = f.size == 0 && !readOnly[e.Class]
		}
		s.trail = append(s.trail, f)
	}
	for _, c := range g.op.sel {
		if m := c.channel(); m != nil {
			state, _ := m.state(g)
			s.trail = append(s.trail, footprint{event: at, obj: m, state: state})
		}
	}
}

// repeats returns the latest number of events at which the state was the one of now, when g, which runs, begins another
// iteration of its loop.
func (s *Scheduler) repeats(g *G) (since int32, ok bool) {
	for i := len(g.spin.iterations) - 1; i >= 0; i-- {
		l := g.spin.iterations[i]
		if l.disturbed != s.disturbed || int(l.at) == len(s.x.Events) {
			break
		}
		if s.sameObjects(l.at) && s.samePlaces(g, l.at) {
			return l.at, true
		}
	}
	return 0, false
}

// sameObjects reports whether objects are in the states in which the events from since on found them first.
func (s *Scheduler) sameObjects(since int32) bool {
	events := s.x.Events[since:]
	for i := range events {
		if !events[i].determined() {
			return false
		}
	}
	first := len(s.trail)
	for first > 0 && s.trail[first-1].event >= since {
		first--
	}
	s.compared++
	for i := range s.trail[first:] {
		f := &s.trail[first+i]
		if f.opaque {
			return false
		}
		if h := f.obj.head(); h.compared != s.compared {
			h.compared = s.compared
			if f.now() != f.state {
				return false
			}
		}
	}
	return true
}

// now returns the present state of the object, as an event of the same kind would find it.
func (f *footprint) now() uint64 {
	w, ok := f.obj.(*word)
	switch {
	case ok && f.size > 0:
		return w.value(f.size)
	case ok:
		return f.state // memory that nobody writes, as that disturbs
	}
	state, _ := f.obj.state(nil)
	return state
}

// samePlaces reports whether all goroutines apart from g are where they were after so many events.
func (s *Scheduler) samePlaces(g *G, since int32) bool {
	for _, h := range s.live {
		if h != g && h.last >= since && !s.samePlace(h, since) {
			return false
		}
	}
	return true
}

// samePlace reports whether what h has done in its iteration is what it had done in another one after so many events.
func (s *Scheduler) samePlace(h *G, since int32) bool {
	iterations := h.spin.iterations
	if len(iterations) == 0 || h.state != published && h.op.kind != OpAwait {
		return false
	}
	now, then := iterations[len(iterations)-1], iteration{at: -1}
	for _, l := range iterations {
		if l.at <= since {
			then = l
		}
	}
	if then.at < 0 || then.disturbed != s.disturbed {
		return false
	}
	a, b := s.x.Events[then.at:since], s.x.Events[now.at:]
	if h.state == ready { // woken from its wait, it is about to begin another iteration
		b = nil
	}
	for {
		a, b = from(a, h.id), from(b, h.id)
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if !Same(&a[0], &b[0]) || a[0].State != b[0].State || a[0].Arg != b[0].Arg || !a[0].determined() {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// from returns events from the first one of goroutine g on.
func from(events []Event, g GID) []Event {
	for len(events) > 0 && events[0].G != g {
		events = events[1:]
	}
	return events
}
