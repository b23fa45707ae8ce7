package rt

// A clock is the virtual time of an execution. It stands still while the program runs. Timers that are due fire, in
// the order of their deadlines (equal ones in any order), as steps of the goroutine Clock, which the strategy chooses as
// it does others. When nothing else can run the clock advances to the next deadline; with ClockAny it may do so at any
// time.
type clock struct {
	any      bool
	now      int64    // nanoseconds since the epoch below
	pending  []*timer // by deadline, then by the order in which they were started
	settling []*timer // calls of synctest.Wait
	object   word     // what Now and starting a timer read, and the advance of the clock writes
	jumps    int      // how often it has advanced for loops that look at it
	stopped  bool     // it does not advance
	idle     bool     // nothing but the clock can go on
	steps    int32    // how often it has advanced, or a synctest.Wait returned
	ticks    int      // how often the clock has advanced since the test function returned
}

// clockEpoch is the time at which every execution begins: 1 January 2000, in seconds since 1970.
const clockEpoch = 946684800

// maxTicks bounds how often the clock advances after the test function has returned, as tickers never stop.
const maxTicks = 16

func (c *clock) reset(any bool) {
	*c = clock{any: any, pending: c.pending[:0], settling: c.settling[:0], object: word{header{id: clockObject, rel: c.object.rel[:0]}}}
}

// clockObject is the identity of the clock.
const clockObject ObjID = 0

// A timer models a time.Timer, a time.Ticker or a sleep.
type timer struct {
	header
	when   int64
	period int64
	active bool
	g      *G         // whom it wakes,
	f      func()     // or what it starts,
	target tickTarget // or where it sends
	owner  *G         // who made it
	site   Site
	fired  int
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

// timerParts adds to e, the event that g starts or stops its timer, the timer, its channel, from which Stop takes what
// nobody has received, and the clock.
func (s *Scheduler) timerParts(t *timer, e *Event) {
	class := e.Class
	if e.Kind == OpSleep {
		class = ClassTimerStart
	}
	e.parts = int32(len(s.x.parts))
	s.x.parts = append(s.x.parts, Part{Obj: t.id, Class: class}, Part{Obj: clockObject, Class: ClassRead})
	if t.target != nil && e.Kind == OpTimerStop {
		s.x.parts = append(s.x.parts, s.pollPart(t))
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
	e.Obj = NoObj
}

// pollPart says that an event looks at t's channel.
func (s *Scheduler) pollPart(t *timer) Part {
	ch := t.target.model()
	state, _ := ch.state(&s.clockG)
	return Part{Obj: ch.id, Class: ClassPoll, State: state}
}

func (c *clock) due(t *timer) bool { return t.when <= c.now }

// start makes t fire after d nanoseconds; what g did before is ordered before that.
func (c *clock) start(g *G, t *timer, d int64) {
	t.when = c.now + max(d, 0)
	if t.when < c.now { // overflow: never
		t.when = 1<<63 - 1
	}
	t.active = true
	g.release(&t.rel)
	i := len(c.pending)
	c.pending = append(c.pending, t)
	for i > 0 && c.pending[i-1].when > t.when {
		c.pending[i] = c.pending[i-1]
		i--
	}
	c.pending[i] = t
}

// stop takes t out and reports whether it was to fire.
func (c *clock) stop(t *timer) bool {
	was := t.active
	t.active = false
	for i, p := range c.pending {
		if p == t {
			c.pending = append(c.pending[:i], c.pending[i+1:]...)
			break
		}
	}
	return was
}

// clockEnabled reports whether a timer may fire; idle says that nothing else can happen.
func (s *Scheduler) clockEnabled(idle bool) bool {
	c := &s.time
	c.idle = idle
	if c.settled() != nil {
		return true
	}
	if len(c.pending) == 0 {
		return false
	}
	if c.stopped && !c.due(c.pending[0]) {
		return false
	}
	if c.any || c.due(c.pending[0]) {
		return len(s.live) > 0 || !s.mainOver
	}
	return idle && (!s.mainOver || len(s.live) > 0 && c.ticks < maxTicks)
}

// ties returns how many timers may fire next.
func (c *clock) ties() int {
	n := 1
	for n < len(c.pending) && c.pending[n].when == c.pending[0].when {
		n++
	}
	return n
}

// fireEvent completes the event that a timer fires: it may be any of the ties. If the clock advances because nothing
// else can happen, the event comes after all there was and before all there will be.
func (s *Scheduler) fireEvent(e *Event) {
	c := &s.time
	e.parts = int32(len(s.x.parts))
	if t := c.settled(); t != nil {
		s.x.parts = append(s.x.parts, Part{Obj: t.id, Class: ClassTimerFire}, Part{Obj: clockObject, Class: ClassWrite})
		e.Need, e.nparts = 1, 2
		return
	}
	for _, t := range c.pending[:c.ties()] {
		s.x.parts = append(s.x.parts, Part{Obj: t.id, Class: ClassTimerFire})
		if t.target != nil {
			s.x.parts = append(s.x.parts, s.pollPart(t))
		}
	}
	e.Need = 0
	if !c.due(c.pending[0]) {
		s.x.parts = append(s.x.parts, Part{Obj: clockObject, Class: ClassWrite})
		if !c.any {
			e.Need = 1
		}
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
}

// Barrier reports whether e is the clock's advance to the next timer, or the return of synctest.Wait, because nothing else
// could happen.
func (e *Event) Barrier() bool { return e.Kind == OpFire && e.Need == 1 }

// pendingFire describes the next step of the clock.
func (s *Scheduler) pendingFire() (Event, bool) {
	if len(s.time.pending) == 0 && s.time.settled() == nil {
		return Event{}, false
	}
	e := Event{G: Clock, Kind: OpFire, Obj: NoObj, From: -1, Seq: -1}
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
	k := s.choose(&s.clockG, c.ties(), true)
	if s.over {
		return
	}
	t := c.pending[k]
	c.pending = append(c.pending[:k], c.pending[k+1:]...)
	if t.when > c.now {
		c.advance(s, t.when)
		s.wakeClockSpinners()
	}
	t.active = false
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
		if t.period > 0 {
			t.active = true
			s.restart(t)
		}
	}
}

// restart makes a ticker fire again.
func (s *Scheduler) restart(t *timer) {
	c := &s.time
	t.when += t.period
	t.active = true
	i := len(c.pending)
	c.pending = append(c.pending, t)
	for i > 0 && c.pending[i-1].when > t.when {
		c.pending[i] = c.pending[i-1]
		i--
	}
	c.pending[i] = t
}

// startTimed starts the function of an AfterFunc.
func (s *Scheduler) startTimed(t *timer) {
	id := GID(s.gids.number(idKey{idTimed, int32(t.id), uintptr(t.fired)}))
	s.newG(id, t.owner, t.rel, int32(len(s.x.Events))-1, t.site, t.f)
}
