package rt

// A timerQueue is what the clock has to do: which timers fire next, and what that says of others. The clock of an execution
// keeps one, and so does who wants to know what the clock would do at a point that no execution has reached (clockpredictor.go).
type timerQueue struct {
	now     int64       // nanoseconds since clockEpoch
	pending []*timer    // by deadline; those of one deadline in an order that is the same in every execution
	late    []lateTimer // that were stopped
	up      []*timer    // what next returned
}

// A lateTimer is one that was stopped: until the clock has passed its deadline, it would have fired.
type lateTimer struct {
	id   ObjID
	when int64
}

// insert adds a timer.
func (a *timerQueue) insert(t *timer) {
	i := len(a.pending)
	a.pending = append(a.pending, t)
	for i > 0 && t.before(a.pending[i-1]) {
		a.pending[i] = a.pending[i-1]
		i--
	}
	a.pending[i] = t
	t.active = true
}

func (t *timer) before(u *timer) bool {
	return t.when < u.when || t.when == u.when && t.order < u.order
}

// remove takes a timer out, and reports whether it was in.
func (a *timerQueue) remove(t *timer) bool {
	was := t.active
	t.active = false
	for i, p := range a.pending {
		if p == t {
			a.pending = append(a.pending[:i], a.pending[i+1:]...)
			break
		}
	}
	return was
}

// stop is remove for a timer that would have fired.
func (a *timerQueue) stop(t *timer) bool {
	if !a.remove(t) {
		return false
	}
	a.late = append(a.late, lateTimer{t.id, t.when})
	return true
}

// next returns the timers of which one may fire next: those with the first deadline. A ticker does not fire as long as the
// tick before is in its channel: that changes nothing.
func (a *timerQueue) next() []*timer {
	a.up = a.up[:0]
	for _, t := range a.pending {
		if len(a.up) > 0 && t.when > a.up[0].when {
			break
		}
		if !t.dormant() {
			a.up = append(a.up, t)
		}
	}
	return a.up
}

func (t *timer) dormant() bool { return t.period > 0 && t.full() }

func (a *timerQueue) due(t *timer) bool { return t.when <= a.now }

// parts adds to list what it depends on, and does, that one of the timers that come next fires. What the clock does next
// is another thing if one of them has not been started, or is stopped; if a ticker that it passes by may fire, as someone
// has received what is in its channel; if one was not stopped that would have come first.
func (a *timerQueue) parts(list []Part) []Part {
	up := a.next()
	when := up[0].when
	for _, t := range up {
		list = append(list, Part{Obj: t.id, Class: ClassTimerFire})
		if t.ch != NoObj {
			list = append(list, Part{Obj: t.ch, Class: ClassPoll, State: t.polled()})
		}
	}
	for _, t := range a.pending {
		if t.when <= when && t.dormant() {
			list = append(list, Part{Obj: t.ch, Class: ClassPoll, State: t.polled()})
		}
	}
	for _, t := range a.late {
		if t.when <= when {
			list = append(list, Part{Obj: t.id, Class: ClassTimerFire})
		}
	}
	return append(list, Part{Obj: clockObject, Class: either(when > a.now, ClassClockAdvance, ClassClockDue)})
}

// fires takes out t, one of those that come next, and moves the clock to its deadline. Tickers that are passed by lose a tick.
func (a *timerQueue) fires(t *timer) {
	a.remove(t)
	a.now = max(a.now, t.when)
	for i := 0; i < len(a.pending) && a.pending[i].when <= a.now; {
		if u := a.pending[i]; u.dormant() {
			a.remove(u)
			a.again(u)
		} else {
			i++
		}
	}
	kept := a.late[:0]
	for _, u := range a.late {
		if u.when > a.now {
			kept = append(kept, u)
		}
	}
	a.late = kept
	if t.period > 0 {
		a.again(t)
	}
}

// again makes a ticker fire at the next multiple of its period.
func (a *timerQueue) again(t *timer) {
	t.when += ((a.now-t.when)/t.period + 1) * t.period
	a.insert(t)
}
