package rt

// A clock is the virtual time of an execution. It stands still while the program runs. Timers that are due fire, in
// the order of their deadlines (equal ones in any order), as steps of the goroutine Clock, which the strategy chooses as
// it does others. When nothing else can run the clock advances to the next deadline; with ClockAny it may do so at any
// time. A timer that may fire does so even after all goroutines have ended: so what fires later than all else in one
// execution is part of it, and a strategy sees that it could have come earlier.
type clock struct {
	timerQueue
	any      bool
	settling []*timer // calls of synctest.Wait
	object   word     // what Now and starting a timer read, and the advance of the clock writes
	jumps    int      // how often it has advanced for loops that look at it
	stopped  bool     // it does not advance
	idle     bool     // nothing but the clock can go on
	steps    int32    // how often it has advanced, or a synctest.Wait returned
	ticks    int      // how often the clock has advanced since the test function returned
}

// clockEpoch is the time at which every execution begins, in seconds since 1970, with clockFraction in nanoseconds: in
// the midst of a week, a month and an hour, at no full minute or second, whatever the time zone. At midnight of New
// Year's Day, say, much would be due.
const (
	clockEpoch    = 1729085843 // Wednesday, 16 October 2024, 13:37:23 UTC
	clockFraction = 456789123
)

// bubbleEpoch is when a bubble of package synctest begins, as that says: midnight UTC, 1 January 2000.
const bubbleEpoch = 946684800

// maxTicks bounds how often the clock advances after the test function has returned, as tickers never stop.
const maxTicks = 16

// leakTicks bounds it while goroutines wait for something else than time, as those that wait for time may yet wake them: only then
// are they a leak.
const leakTicks = 256

func (c *clock) reset(any bool) {
	*c = clock{
		timerQueue: timerQueue{pending: c.pending[:0], late: c.late[:0], up: c.up[:0]},
		any:        any, settling: c.settling[:0], object: word{header{id: clockObject, rel: c.object.rel[:0]}},
	}
}

// clockObject is the identity of the clock.
const clockObject ObjID = 0

// A timer models a time.Timer, a time.Ticker or a sleep.
type timer struct {
	header
	when   int64
	period int64
	order  uint64 // among timers with the same deadline
	active bool
	ch     ObjID      // the channel, NoObj if it has none
	held   int        // how many ticks are in it, where there is no target
	g      *G         // whom it wakes,
	f      func()     // or what it starts,
	target tickTarget // or where it sends
	owner  *G         // who made it
	site   Site
	fired  int
}

// full reports whether a tick is in its channel.
func (t *timer) full() bool {
	if t.target != nil {
		return t.target.model().len() > 0
	}
	return t.held > 0
}

// polled is the state of its channel, if that is known.
func (t *timer) polled() uint64 {
	if t.target == nil {
		return 0
	}
	state, _ := t.target.model().state(nil)
	return state
}

// orderOf is where a timer that g makes stands among those with the same deadline, or a context among the children of its
// parent: the same in every execution and process, in whatever order they are made; those of one goroutine are in the order
// in which it makes them.
func (s *Scheduler) orderOf(g *G) uint64 {
	g.ordered++
	return s.path(g.id)<<16 + uint64(g.ordered)
}

// path is a number for how a goroutine came to be.
func (s *Scheduler) path(id GID) uint64 {
	switch k := s.gids.keys[id]; {
	case id == Main:
		return 0
	case k.role == idChild:
		return splitmix(s.path(GID(k.a))^uint64(k.b)<<8+1) >> 16
	default: // started by a timer
		return splitmix(uint64(k.b)<<8+s.owner(s.ids.keys[k.a])+2) >> 16
	}
}

// owner is the path of the goroutine that made an object, or came by it first.
func (s *Scheduler) owner(k idKey) uint64 {
	switch k.role {
	case idInside:
		return s.owner(s.ids.keys[k.a])
	case idStatic:
		return 0
	}
	return splitmix(s.path(GID(k.a))^uint64(k.b)<<8+3) >> 16
}

func (*timer) enabled(*G) bool { return true }

func (*timer) effect(g *G) Class {
	switch g.op.kind {
	case OpSleep:
		return ClassNone // for the goroutine, it does nothing; its parts tell the rest
	case OpTimerStart:
		return ClassTimerStart
	}
	return ClassTimerStop
}

// Stop and Reset race with firing; a timer fires after it was started. When it does so depends on the clock.
var timerRules = append(both(
	[2]Class{ClassTimerStop, ClassTimerStop}, [2]Class{ClassTimerStop, ClassTimerFire},
),
	rule{ClassTimerStart, ClassTimerFire, Enables},
	rule{ClassTimerStart, ClassTimerStop, Enables},
)

// When the clock advances matters to who looks at it. A timer that is due as soon as it is started is one more that may
// fire next, now or when others have that are due.
var clockRules = both(
	[2]Class{ClassClockAdvance, ClassClockAdvance}, [2]Class{ClassClockAdvance, ClassClockRead},
	[2]Class{ClassClockAdvance, ClassClockStart}, [2]Class{ClassClockAdvance, ClassClockDue},
	[2]Class{ClassClockDue, ClassClockStart},
)

// timerParts adds to e, the event that g starts or stops its timer: the timer; the clock, if it is started; its channel, from
// which Stop takes what nobody has received. What the clock makes of it is in the event, too, see clockpredictor.go.
func (s *Scheduler) timerParts(g *G, t *timer, e *Event) {
	first := Part{Obj: t.id, Class: e.Class, State: t.order}
	if e.Kind == OpSleep {
		first.Class = ClassTimerStart
	}
	e.Obj, e.State = NoObj, 0
	e.parts = int32(len(s.x.parts))
	s.x.parts = append(s.x.parts, first)
	starts := e.Kind != OpTimerStop && g.op.after != forever
	switch e.Arg = noDeadline; {
	case starts:
		s.x.parts = append(s.x.parts, Part{Obj: clockObject, Class: either(g.op.after <= 0, ClassClockStart, ClassClockRead)})
		e.Arg = uint64(s.time.deadline(g.op.after)) + 1
		if t.period > 0 {
			e.State = uint64(t.period)
			if e.Kind == OpTimerReset {
				e.State = uint64(g.op.after)
			}
		}
	case e.Kind == OpSleep: // of synctest.Wait
		s.x.parts = append(s.x.parts, Part{Obj: clockObject, Class: ClassClockRead})
	}
	if t.target != nil {
		p := s.pollPart(t)
		if e.Kind == OpTimerStart {
			p.Class = ClassNone // it is new
		}
		s.x.parts = append(s.x.parts, p)
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
}

// forever is the time of a timer that never fires.
const forever = -1 << 63

// pollPart says that an event looks at t's channel.
func (s *Scheduler) pollPart(t *timer) Part {
	ch := t.target.model()
	state, _ := ch.state(&s.clockG)
	return Part{Obj: ch.id, Class: ClassPoll, State: state}
}

// deadline is that of a timer started now that takes d nanoseconds.
func (c *clock) deadline(d int64) int64 {
	if when := c.now + max(d, 0); when >= c.now {
		return when
	}
	return 1<<63 - 2 // overflow: never
}

// start makes t fire after d nanoseconds; what g did before is ordered before that.
func (c *clock) start(g *G, t *timer, d int64) {
	t.when = c.deadline(d)
	g.release(&t.rel)
	c.insert(t)
}

// withdrawFire stops t, by the last event, and reports whether it was to fire. Had that not come, it might have.
func (s *Scheduler) withdrawFire(t *timer) bool {
	c := &s.time
	if !t.active || !c.any && !c.due(t) {
		return c.remove(t)
	}
	e := firing()
	e.parts, e.nparts = int32(len(s.x.parts)), 1
	s.x.parts = append(s.x.parts, Part{Obj: t.id, Class: ClassTimerFire})
	s.x.Withdrawn = append(s.x.Withdrawn, Withdrawal{e, int32(len(s.x.Events)) - 1})
	return c.timerQueue.stop(t)
}

// dueNow reports whether a timer may fire without an advance of the clock.
func (c *clock) dueNow() bool {
	up := c.next()
	return len(up) > 0 && c.due(up[0])
}

// armed reports whether there is a timer that may fire, now or later. It is asked at every step, so it is small enough to
// be inlined: a program without timers pays no call.
func (c *clock) armed() bool {
	return len(c.pending) != 0 || len(c.settling) != 0
}

// clockEnabled reports whether a timer may fire; idle says that nothing else can happen.
func (s *Scheduler) clockEnabled(idle bool) bool {
	c := &s.time
	c.idle = idle
	switch {
	case !c.armed():
		return false
	case c.settled() != nil, c.dueNow():
		return true
	case len(c.next()) == 0 || c.stopped || s.mainOver && c.ticks >= maxTicks && !(idle && s.looksOn()):
		return false
	case c.any:
		return true
	}
	return idle && (!s.mainOver || len(s.live) > 0)
}

// looksOn reports whether the clock goes on, as it is not clear yet whether goroutines are a leak.
func (s *Scheduler) looksOn() bool {
	return s.time.ticks < leakTicks && !s.cfg.IgnoreLeaks && s.leaks()
}

// cut reports whether timers that might fire any time did not, as the clock has advanced so often since the end of the test; or
// whether a goroutine still waits for time then: it may go on for ever, which would be a leak, or come to something yet.
func (s *Scheduler) cut() bool {
	c := &s.time
	if c.ticks < maxTicks || len(c.next()) == 0 {
		return false
	}
	if c.any {
		return true
	}
	for _, g := range s.live {
		if !s.cfg.IgnoreLeaks && !g.lasting && !s.waitsIgnored(g) && g.waitsForTime(s) {
			return true
		}
	}
	return false
}

// fireEvent completes the event that a timer fires: it may be any of those with the first deadline. If the clock advances
// because nothing else can happen, the event comes after all there was and before all there will be.
func (s *Scheduler) fireEvent(e *Event) {
	c := &s.time
	e.parts = int32(len(s.x.parts))
	if t := c.settled(); t != nil {
		s.x.parts = append(s.x.parts, Part{Obj: t.id, Class: ClassTimerFire}, Part{Obj: clockObject, Class: ClassClockAdvance})
		e.Need, e.nparts = 1, 2
		return
	}
	s.x.parts = c.parts(s.x.parts)
	e.Need = 0
	if !c.any && !c.dueNow() {
		e.Need = 1
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
}

// Barrier reports whether e is the clock's advance to the next timer, or the return of synctest.Wait, because nothing else
// could happen.
func (e *Event) Barrier() bool { return e.Kind == OpFire && e.Need == 1 }

// pendingFire describes the next step of the clock.
func (s *Scheduler) pendingFire() (Event, bool) {
	if s.time.settled() == nil && len(s.time.next()) == 0 {
		return Event{}, false
	}
	e := firing()
	s.fireEvent(&e)
	return e, true
}

// advance lets time pass.
func (c *clock) advance(s *Scheduler, to int64) {
	c.now = to
	c.steps++
	c.object.version++
	s.disturb()
	if s.mainOver {
		c.ticks++
	}
}

// fire lets one of the timers that come next fire.
func (s *Scheduler) fire() {
	c := &s.time
	if t := c.settled(); t != nil {
		s.settle(t)
		return
	}
	k := s.choose(&s.clockG, len(c.next()), true)
	if s.over {
		return
	}
	t := c.next()[k]
	if t.when > c.now {
		c.advance(s, t.when)
		s.wakeClockSpinners()
	}
	c.fires(t)
	t.fired++
	t.version++
	switch {
	case t.g != nil:
		t.g.acquire(t.rel)
		s.wake(t.g)
	case t.f != nil:
		s.startTimed(t)
	default:
		t.target.tick(s, t)
	}
}

// startTimed starts the function of an AfterFunc.
func (s *Scheduler) startTimed(t *timer) {
	id := GID(s.gids.number(idKey{idTimed, int32(t.id), uintptr(t.fired)}))
	g := s.newG(id, t.owner, t.rel, int32(len(s.x.Events))-1, t.site, t.f)
	if liveSetRead {
		g.unborn = true
		g.startedBy("time.goFunc", t.f)
	}
}
