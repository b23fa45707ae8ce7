package rt

import (
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"
)

// A Strategy decides what is explored.
type Strategy interface {
	// Next returns the index in s.Enabled of the goroutine that goes next or, where s.Choices is not zero, one of
	// 0, ..., s.Choices-1. A negative number abandons the execution as redundant.
	Next(s *State) int
	// Done takes an execution that has ended and reports whether there is another one to run.
	Done(x *Execution) (more bool)
}

// A State is what a strategy sees at a point of decision. It is valid during the call of Next only.
type State struct {
	Enabled []GID // goroutines whose next operation is enabled, in the order of their creation; the clock comes last
	Choices int   // if not zero: Chooser chooses among so many alternatives
	Chooser GID
	Running GID  // who executed the last event, -1 at the beginning
	Yielded bool // Running's last event was a voluntary yield

	Execution *Execution // so far
	s         *Scheduler
}

// Pending returns what g would do if it were chosen now, or if it were enabled; false if g has nothing to do: it has
// ended, waits in the middle of an operation, or has not started.
func (st *State) Pending(g GID) (Event, bool) {
	s := st.s
	if g == Clock {
		return s.pendingFire()
	}
	if int(g) >= len(s.byID) || s.byID[g] == nil || s.byID[g].state != published {
		return Event{}, false
	}
	var e Event
	s.describe(s.byID[g], &e)
	return e, true
}

// Goroutines appends to gs the goroutines that have not ended.
func (st *State) Goroutines(gs []GID) []GID {
	for _, g := range st.s.live {
		gs = append(gs, g.id)
	}
	return gs
}

// A Scheduler runs one execution after the other.
type Scheduler struct {
	coroutines coroutinePool
	cfg        *Config
	strategy   Strategy
	state      State
	x          Execution

	// The execution that runs.
	cur                     *G   // who runs
	all                     []*G // all goroutines, by slot
	live                    []*G // those that have not ended, in the order of their creation
	byID                    []*G
	ready                   []*G // in the order in which they became so
	enabled                 []*G
	over                    bool // nothing more is to be executed
	mainOver                bool // the test function has returned
	failed                  bool // by a panic or fatal error, after so many events and decisions:
	endEvents, endDecisions int
	steps                   int // those that were a choice, and
	forced                  int // those that were none
	dyingOps                int
	fairFrom                int // goroutines take turns since so many events, 0 if they do not

	loops     bool // goroutines may go round loops for nothing:
	disturbed uint32
	compared  uint32
	listings  uint32
	trail     []footprint
	lowered   []*G // those that make way for others
	impatient bool // for no better reason than that they yield

	gs        pool[G]
	objects   objectTable
	models    models
	regions   []region
	plain     objectTable // models of memory that is accessed at scheduling points
	outer     objectTable // and of what code that is not instrumented reaches
	memory    shadow
	time      clock
	timed     bool // some execution has started a timer, or waited for one
	test      *T
	subtests  map[*testing.T]*subtest
	pipes     map[unsafe.Pointer]*pipe
	world     map[string]any // what is simulated, see simulated.go
	bubbles   int            // of synctest, that have not ended
	bubbled   bool           // some execution has had one
	overtaken bool           // what happened in one of them cannot
	spinners  []*G           // parked in loops
	liveSet   word           // which goroutines there are, see liveset.go

	// The exploration.
	number      int // of executions
	ids, gids   *interner
	clockG      G
	races       bool
	visible     siteSet // accesses to memory that are scheduling points
	passing     siteSet // calls that pass bytes to what is simulated
	atomics     siteSet // those of atomic operations, which do not race with each other
	seen        map[bugKey]bool
	seenBlocked map[uint64]bool
	ignored     []Cause // of bugs that do not count
	foreignGs   foreignGoroutines
	annotations *annotations // nil if there are none to evaluate
	observer    *observer    // nil if nobody asks what it would note
	confirming  bool         // a bug is being replayed
	replayed    replayed
	sampled     []sampling
	whole       []*wholeLoop // that have begun and not ended
	generators  generators
	heap        uint64 // what was left by the last garbage collection
	foreign     foreignCalls
	believed    map[string]bool // functions of which nothing is known
	called      map[string]bool // packages that are not instrumented
	watchdog    watchdog
}

// current is the scheduler of the exploration under way, nil if there is none. Instrumented code has no other way to
// find it.
var current atomic.Pointer[Scheduler]

// do publishes an operation of g on obj (nil for none) and returns when g is to execute it.
func (s *Scheduler) do(g *G, kind Kind, site Site, obj object) {
	if s.annotations != nil {
		s.annotations.settle()
	}
	g.op.kind, g.op.site, g.op.obj = kind, site, obj
	s.point(g)
	if s.annotations != nil {
		s.annotations.step(g, kind, site, obj)
	}
}

// point is a scheduling point of g, which has published g.op. It returns when g has been chosen.
func (s *Scheduler) point(g *G) {
	g.state, g.since = published, s.time.steps
	g.op.when, g.guard = g.guard, nil
	if next := s.advance(); next != g {
		s.transfer(g, next)
	}
}

// wait parks g, in the middle of its operation, until another goroutine wakes it.
func (s *Scheduler) wait(g *G) {
	g.state = waiting
	if next := s.advance(); next != g {
		s.transfer(g, next)
	}
}

// wake lets g, which waits, go on. The last event is what g waited for.
func (s *Scheduler) wake(g *G) {
	g.state = ready
	g.from = int32(len(s.x.Events)) - 1
	s.ready = append(s.ready, g)
	if s.confirming {
		s.replayed.history.woken = append(s.replayed.history.woken, g)
	}
}

// transfer parks g and runs next, or ends the execution if that is nil. It returns when g runs again; if the execution
// has been abandoned by then, the goroutine ends.
func (s *Scheduler) transfer(g, next *G) {
	if s.annotations != nil {
		s.annotations.turns++
	}
	s.coroutines.switchTo(g.co, s.coroOf(next))
	if g.dying {
		if s.confirming {
			g.stack = stack()
		}
		runtime.Goexit()
	}
}

// coroOf returns the coroutine of g, which is to run, or the owner of the exploration if g is nil.
func (s *Scheduler) coroOf(g *G) *coro {
	s.cur = g
	if g == nil {
		return &s.coroutines.owner
	}
	if g.co == nil {
		g.co = s.coroutines.get()
		g.co.g = g
	}
	return g.co
}

// runG is what a coroutine does with its goroutine.
func (s *Scheduler) runG(c *coro) {
	defer func() {
		if r := recover(); r != nil {
			s.panicked(c.g, r)
		}
	}()
	c.g.fn()
}

// nextCoro ends the goroutine of c and returns the coroutine that runs next.
func (s *Scheduler) nextCoro(c *coro, deadCoro bool) *coro {
	g := c.g
	g.state = dead
	g.co = nil
	if !deadCoro {
		s.coroutines.put(c)
	}
	if g.dying {
		return &s.coroutines.owner
	}
	if s.annotations != nil {
		s.annotations.settle()
	}
	for i, l := range s.live {
		if l == g {
			s.live = append(s.live[:i], s.live[i+1:]...)
			break
		}
	}
	s.disturb()
	if g.id == Main {
		s.mainOver = true
	}
	return s.coroOf(s.advance())
}

// advance decides who runs next: a goroutine that is ready, or the one that the strategy chooses. It returns nil if the
// execution is over.
func (s *Scheduler) advance() *G {
	for {
		if s.over {
			return nil
		}
		if len(s.ready) > 0 {
			g := s.ready[0]
			s.ready = append(s.ready[:0], s.ready[1:]...)
			return g
		}
		s.listEnabled()
		if len(s.enabled) == 0 {
			if s.tickForSpinners() || s.lookOutside() {
				continue
			}
			s.finish(Complete)
			return nil
		}
		g := s.pick()
		if g == nil {
			return nil
		}
		s.begin(g)
		if g != &s.clockG {
			return g
		}
		s.fire()
	}
}

// listEnabled lists the goroutines that can go next.
func (s *Scheduler) listEnabled() {
	s.enabled = s.enabled[:0]
	s.state.Enabled = s.state.Enabled[:0]
	for _, g := range s.live {
		if g.state == published && (g.op.obj == nil || g.op.obj.enabled(g)) && (g.op.when == nil || g.op.when()) {
			s.enabled = append(s.enabled, g)
			s.state.Enabled = append(s.state.Enabled, g.id)
		}
	}
	if s.loops {
		s.noteEnabled()
	}
	if s.time.idle = len(s.enabled) == 0; s.time.armed() && s.clockEnabled(s.time.idle) {
		s.enabled = append(s.enabled, &s.clockG)
		s.state.Enabled = append(s.state.Enabled, Clock)
	}
}

// maxForced is how many steps without an alternative count as one towards the step bound: they cost time, but an execution
// has no more others for them.
const maxForced = 50

// pick lets the strategy choose among the enabled goroutines; beyond the step bound they take turns for a while, to see
// whether that goes on for ever.
func (s *Scheduler) pick() *G {
	if len(s.enabled) > 1 {
		s.steps++
		s.x.Open++
	} else if s.forced++; s.forced > maxForced*s.cfg.MaxSteps {
		s.steps = max(s.steps, s.cfg.MaxSteps) + 1
	}
	s.watchdog.step()
	var i int
	switch {
	case s.steps <= s.cfg.MaxSteps:
		s.state.Choices = 0
		i = s.strategy.Next(&s.state)
		if i < 0 {
			s.finish(Redundant)
			return nil
		}
	case s.steps <= s.cfg.MaxSteps+fairSteps:
		if s.fairFrom == 0 {
			s.fairFrom = len(s.x.Events)
		}
		i = s.longestWaiting()
	default:
		s.tooLong()
		return nil
	}
	g := s.enabled[i]
	if g.id != s.state.Running && !s.state.Yielded && s.state.Running > Clock && g != &s.clockG && s.state.Decision(int32(s.state.Running)) >= 0 {
		s.x.Preemptions++
	}
	s.x.Decisions = append(s.x.Decisions, int32(g.id))
	return g
}

// choose lets the strategy choose one of n alternatives for g. The choice may be part of what its last event does.
func (s *Scheduler) choose(g *G, n int, completes bool) int {
	if n <= 1 {
		return 0
	}
	k := 0
	s.x.Open++
	if s.steps <= s.cfg.MaxSteps {
		s.state.Choices, s.state.Chooser = n, g.id
		k = s.strategy.Next(&s.state)
		s.state.Choices = 0
		if k < 0 {
			s.finish(Redundant)
			if g != &s.clockG {
				s.transfer(g, nil)
			}
			return 0
		}
	}
	s.x.Decisions = append(s.x.Decisions, ^int32(k))
	s.x.Events = append(s.x.Events, Event{
		G: g.id, Kind: OpChoice, Obj: NoObj, Site: g.op.site, From: g.from, Seq: int32(k), Need: int32(n),
	})
	if completes {
		s.x.Events[len(s.x.Events)-1].Arg = 1
	}
	g.last = int32(len(s.x.Events)) - 1
	return k
}

// describe makes e describe the operation that g has published. (In place: to return and copy events took a fifth of the
// time of an execution.)
func (s *Scheduler) describe(g *G, e *Event) {
	o := &g.op
	*e = Event{G: g.id, Kind: o.kind, Site: o.site, From: g.from, Obj: NoObj, Seq: -1, Need: -1}
	if o.obj != nil {
		e.Obj, e.Class = o.obj.head().id, o.obj.effect(g)
		e.State, e.Arg = o.obj.state(g)
		e.Seq, e.Need = o.obj.numbers(g)
		if c, ok := o.obj.(*channel); ok && c.cap == 0 {
			s.meetingParts(c, e)
		}
	}
	switch {
	case o.sel != nil:
		s.selectParts(g, e)
	case o.words != nil:
		s.awaitParts(g, e)
	case o.kind == OpMapLoad || o.kind == OpMapStore:
		s.mapParts(g, e)
	case o.kind == OpCall:
		s.callParts(g, e)
	case OpTimerStart <= o.kind && o.kind <= OpTimerReset || o.kind == OpSleep:
		s.timerParts(g, o.obj.(*timer), e)
	}
	if o.when != nil {
		s.judge(g, e)
	}
}

// begin records that g executes its operation.
func (s *Scheduler) begin(g *G) {
	if s.confirming {
		s.replayed.history.note(s)
		s.replayed.history.begins(g)
	}
	n := len(s.x.Events)
	if n == cap(s.x.Events) {
		s.x.Events = append(s.x.Events, Event{})
	}
	s.x.Events = s.x.Events[:n+1]
	e := &s.x.Events[n]
	s.describe(g, e)
	if e.Kind == OpFire {
		s.fireEvent(e)
		s.listStalled(n)
	}
	if s.bubbles > 0 && s.overtakes(g) {
		s.overtaken = true
	}
	g.from = -1
	g.last = int32(n)
	s.state.Running = g.id
	s.state.Yielded = e.Kind == OpYield
	g.spin.note(s, g, e)
	if s.loops || e.Kind == OpYield {
		s.noteStep(g, e)
	}
}

// listStalled lists what goroutines wait for when event n is an advance of the clock for want of anything else: what
// happened before could have let them go on.
func (s *Scheduler) listStalled(n int) {
	if !s.x.Events[n].Barrier() {
		return
	}
	for _, g := range s.live {
		if g.waits() {
			s.x.Stalled = append(s.x.Stalled, Withdrawal{By: int32(n)})
			s.describe(g, &s.x.Stalled[len(s.x.Stalled)-1].Event)
		}
	}
}

// waits reports whether g waits before an operation that may be enabled some time.
func (g *G) waits() bool { return g.state == published && g.op.obj != object(neverEnabled) }

// listPending lists what the goroutines would do that nothing enables any more.
func (s *Scheduler) listPending() {
	for _, g := range s.live {
		if g.waits() {
			s.x.Pending = append(s.x.Pending, Event{})
			s.describe(g, &s.x.Pending[len(s.x.Pending)-1])
		}
	}
	if e, ok := s.pendingFire(); ok && !e.Barrier() {
		s.x.Pending = append(s.x.Pending, e)
	}
}

// finish ends the execution.
func (s *Scheduler) finish(o Outcome) {
	if s.over {
		return
	}
	s.over = true
	s.x.Outcome = o
	for _, c := range s.models.channels.all[:s.models.channels.used] {
		state, _ := c.state(nil)
		s.x.finals = append(s.x.finals, Part{Obj: c.id, State: state})
	}
	if o == Complete {
		s.listPending()
		if s.failed {
			s.x.Outcome = Failed
		} else {
			s.blocked()
		}
		if s.fairFrom > 0 || s.impatient || s.cut() { // the strategy has not seen all decisions
			s.x.Outcome = Truncated
		}
	}
}
