package rt

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"
)

// A Config says how to explore.
type Config struct {
	Strategy      Strategy
	MaxExecutions int           // 0: no bound
	Time          time.Duration // 0: no bound
	MaxSteps      int           // events of an execution that are a choice, before it is truncated; 0: 20000
	ClockAny      bool          // timers may fire at any time
	NoRaces       bool          // no race detection
	Observe       bool          // note which locks are held at accesses to memory
	VisibleAll    bool          // all accesses to instrumented memory are scheduling points
	Visible       []Site        // these are
	Samples       uint64        // which random values are tried where there are many
	IgnoreLeaks   bool
	PassingOnly   bool // bugs of executions in which the test fails do not count
	StopAtBug     bool
	Findings      int        // with StopAtBug, stop at so many bugs of different causes; 0: 1
	Ignored       []Cause    // bugs of these causes do not count
	Reset         func()     // called before every execution
	Numbering     *Numbering // if not nil, goroutines and objects keep the numbers they have there

	// Report, if not nil, says whether bugs of the execution that has ended are to be reported. The strategy sees them
	// anyway, and every time, which it does not otherwise.
	Report func() bool

	// Hang, if not nil, is called with the stacks of all goroutines when the program has made no step for HangAfter: it
	// is blocked in code that is not under control, or runs, and has done so for ComputesFor. It should end the process.
	Hang        func(stacks string)
	HangAfter   time.Duration
	ComputesFor time.Duration

	// Progress, if not nil, is called from time to time, and stops the exploration by returning false.
	Progress func(*Result) bool
}

// An Outcome says how an execution ended.
type Outcome uint8

// The outcomes.
const (
	Complete  Outcome = iota // all goroutines have ended, or wait for timers after the test function has returned
	Blocked                  // goroutines wait for ever
	Failed                   // by a panic or fatal error
	Redundant                // abandoned by the strategy
	Truncated                // abandoned for its length
)

func (o Outcome) String() string {
	return [...]string{"complete", "blocked", "failed", "redundant", "truncated"}[o]
}

// A Withdrawal is an operation that its goroutine did not execute because of the event with the number By.
type Withdrawal struct {
	Event Event
	By    int32
}

// An Execution is what happened in one run. Its memory is used again for the next one.
type Execution struct {
	Number      int // from 0
	Events      []Event
	Decisions   []int32 // what the strategy chose: goroutines, and ^k for alternative k of a choice
	Outcome     Outcome
	Pending     []Event      // at the end, what goroutines would do that wait for ever before an operation
	Withdrawn   []Withdrawal // what goroutines were about to do when others did something that took its place
	Stalled     []Withdrawal // what goroutines waited for when the clock advanced because nothing else could happen
	Open        int          // decisions for which there was another choice
	Preemptions int          // switches from a goroutine that could have gone on
	Bugs        []Bug
	Skipped     string // why the test has skipped itself, "" if it has not
	Waited      bool   // a goroutine went round a loop for nothing, and waited until something it reads was written

	// OutOfControl lists what happened that the scheduler did not decide.
	OutOfControl []string

	beside string // what the program has asked of the whole process: "allocations" or "goroutines"

	names    *interner // of objects
	anyTime  bool      // timers may fire at any time
	parts    []Part
	finals   []Part      // the states of the channels at the end
	verdicts [][]verdict // of guarded operations, by Event.Need
}

// A Result is what an exploration found.
type Result struct {
	Executions int // all
	Outcomes   [Truncated + 1]int
	Skipped    int    // in which the test has skipped itself
	Reason     string // of the first of these
	Events     int
	Bugs       []Bug
	Racy       []Site     // accesses that take part in races, in the order found
	Exhausted  bool       // the strategy has nothing left to do
	Timed      bool       // some execution depends on when timers fire
	Sampled    []Sampling // of what not all values or orders have been tried
	Bubbled    bool       // some execution has a bubble of package synctest
	Single     bool       // there is one execution, whatever the strategy: nothing was open in it
	Err        error      // of the strategy: nondeterminism
	Elapsed    time.Duration
	Observed   []Observation // if they are to be made
	Kept       []string      // package variables that executions may have seen as others have left them

	// Unconfirmed are bugs that were seen once and not in a replay: something in the test is not under control, and
	// OutOfControl says so.
	Unconfirmed  []Bug
	OutOfControl []string

	// Believed are the functions of which nothing is known: that they touch no memory that is shared is believed. They are sorted.
	Believed []string
	// Called are the packages of functions and methods that are not instrumented, and have been called. They are sorted.
	Called []string
}

// Explore runs f under the schedules that the strategy asks for. There is one exploration at a time.
func Explore(cfg Config, f func(t *T)) *Result {
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = 20000
	}
	early.forget()
	s := newScheduler(&cfg)
	if !current.CompareAndSwap(nil, s) {
		panic("rt: two explorations at a time")
	}
	defer current.Store(nil)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(min(memoryLimit, debug.SetMemoryLimit(-1))))
	defer s.coroutines.stop()
	if cfg.Hang != nil && cfg.HangAfter > 0 {
		s.watchdog.start(cfg.HangAfter, cfg.ComputesFor, cfg.Hang)
		defer s.watchdog.stop()
	}
	e := exploration{s: s, cfg: &cfg, f: f, began: time.Now(), found: map[bugKey]bool{}}
	e.run()
	e.findUncontrolled()
	e.result.Bubbled = s.bubbled
	e.result.Timed, e.result.Kept, e.result.Sampled = s.timed, kept.list(), s.samplings()
	e.result.Believed = slices.Sorted(maps.Keys(s.believed))
	e.result.Called = slices.Sorted(maps.Keys(s.called))
	e.result.Elapsed = time.Since(e.began)
	if s.observer != nil {
		e.result.Observed = s.observer.list()
	}
	return &e.result
}

func newScheduler(cfg *Config) *Scheduler {
	s := &Scheduler{cfg: cfg, ignored: cfg.Ignored, races: !cfg.NoRaces, seen: map[bugKey]bool{}, seenBlocked: map[uint64]bool{}, believed: map[string]bool{}, called: map[string]bool{}}
	s.coroutines.work, s.coroutines.next = s.runG, s.nextCoro
	names := cfg.Numbering
	if names == nil {
		names = NewNumbering()
	}
	s.gids, s.ids = &names.goroutines, &names.objects
	s.visible.all = cfg.VisibleAll
	for _, site := range cfg.Visible {
		s.visible.add(site)
	}
	s.state.s, s.state.Execution = s, &s.x
	s.annotations = newAnnotations(s)
	if cfg.Observe {
		s.observer = newObserver(s)
	}
	return s
}

// exploration is the loop of Explore.
type exploration struct {
	s      *Scheduler
	cfg    *Config
	f      func(*T)
	began  time.Time
	result Result
	found  map[bugKey]bool

	progress time.Duration // when it is next told
}

func (e *exploration) run() {
	s, r := e.s, &e.result
	for more := true; more; {
		e.collect()
		s.execute(e.cfg.Strategy, e.f)
		r.Executions++
		r.Outcomes[s.x.Outcome]++
		if s.x.Skipped != "" {
			r.Skipped, r.Reason = r.Skipped+1, cmp.Or(r.Reason, s.x.Skipped)
		}
		r.Events += len(s.x.Events)
		r.outOfControl(s.x.OutOfControl)
		more = e.cfg.Strategy.Done(&s.x)
		r.Exhausted = !more
		if x, ok := e.cfg.Strategy.(interface{ Err() error }); ok && x.Err() != nil {
			r.Err, r.Exhausted = x.Err(), false
			return
		}
		if r.Executions == 1 && s.x.Open == 0 && s.x.Outcome != Truncated && s.x.Outcome != Redundant {
			r.Exhausted, r.Single, more = true, true, false
		}
		if len(s.x.Bugs) > 0 && (e.cfg.Report == nil || e.cfg.Report()) && e.bugs() && e.cfg.StopAtBug && len(r.Bugs) >= e.cfg.Findings {
			r.Exhausted = false
			return
		}
		if e.spent() && more {
			r.Exhausted = false
			return
		}
	}
}

// findUncontrolled looks for goroutines of the program outside control that hide in the number of those that have ended.
func (e *exploration) findUncontrolled() {
	e.s.x.OutOfControl = e.s.x.OutOfControl[:0]
	e.s.reportOthers()
	e.result.outOfControl(e.s.x.OutOfControl)
}

// maxOutOfControl is how many things out of control are kept.
const maxOutOfControl = 20

// outOfControl adds what is new.
func (r *Result) outOfControl(list []string) {
	for _, what := range list {
		if len(r.OutOfControl) < maxOutOfControl && !slices.Contains(r.OutOfControl, what) {
			r.OutOfControl = append(r.OutOfControl, what)
		}
	}
}

// progressInterval is how often Config.Progress is called.
const progressInterval = 100 * time.Millisecond

// spent reports whether the budget is.
func (e *exploration) spent() bool {
	r := &e.result
	if e.cfg.MaxExecutions > 0 && r.Executions >= e.cfg.MaxExecutions {
		return true
	}
	r.Elapsed = time.Since(e.began)
	if e.cfg.Time > 0 && r.Elapsed >= e.cfg.Time {
		return true
	}
	if e.cfg.Progress == nil || r.Elapsed < e.progress {
		return false
	}
	e.progress = r.Elapsed + progressInterval
	return !e.cfg.Progress(r)
}

// bugs takes the bugs of the last execution that are new, and replays each to confirm it.
func (e *exploration) bugs() (found bool) {
	s, r := e.s, &e.result
	var fresh []Bug
	for _, b := range s.x.Bugs {
		if k := b.key(); !e.found[k] {
			e.found[k] = true
			fresh = append(fresh, b)
		}
	}
	if !s.failed {
		s.endEvents, s.endDecisions = len(s.x.Events), len(s.x.Decisions)
	}
	decisions := append([]int32(nil), s.x.Decisions[:s.endDecisions]...)
	portable, numbers := s.portable(decisions), make([]int, len(s.byID))
	for g := range numbers {
		numbers[g] = s.numberOf(GID(g))
	}
	events := append([]Event(nil), s.x.Events[:s.endEvents]...)
	preemptions, number := s.x.Preemptions, s.x.Number
	if len(fresh) > 0 {
		defer func(x *Execution) { s.x = *x }(s.x.Clone()) // a strategy may still look at what it has run last
	}
	for _, b := range fresh {
		b.Decisions, b.Events, b.Preemptions, b.Execution = decisions, events, preemptions, number
		b.Portable, b.Numbers = portable, numbers
		b.Confirmed = true
		for range 2 {
			b.Confirmed = e.replays(&b) && b.Confirmed
		}
		if !b.Confirmed {
			r.Unconfirmed = append(r.Unconfirmed, b)
			r.outOfControl([]string{fmt.Sprintf("a %s happened once, but not again in a replay of its schedule: %s", b.Kind, b.Message)})
			continue
		}
		if b.Kind == Race {
			r.Racy = append(r.Racy, b.Site, b.Other)
		}
		r.Bugs = append(r.Bugs, b)
		found = true
	}
	if e.cfg.Findings > 1 { // the search goes on, without these
		for _, b := range fresh {
			if !s.isIgnored(&b) {
				s.ignore(b.Cause())
			}
		}
	}
	return found
}

// replays reports whether the bug's decisions lead to it again.
func (e *exploration) replays(b *Bug) bool {
	s := e.s
	runtime.GC()
	s.coroutines.freshen()
	s.confirming, s.replayed = true, replayed{watch: b.Other, accesses: map[GID]access{}}
	s.replayed.history.from = len(b.Events) - maxHistory
	replay := NewReplay(b.Decisions, b.Events)
	s.execute(replay, e.f)
	s.confirming = false
	s.number--
	if replay.Err() != nil {
		return false
	}
	for i := range s.x.Bugs {
		if found := &s.x.Bugs[i]; found.key() == b.key() {
			s.explain(b, found)
			return true
		}
	}
	return false
}

// heapLimit is when garbage is collected, between two executions.
const heapLimit = 64 << 20

// memoryLimit is when garbage is collected even during an execution.
const memoryLimit = 2 << 30

// collect collects garbage from time to time. During an execution there is no collection, so that an address means one
// variable: no other is allocated there while the race detector remembers the first.
func (e *exploration) collect() {
	if e.result.Executions%32 != 0 {
		return
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if used := sample[0].Value.Uint64(); used > e.s.heap+heapLimit {
		runtime.GC()
		metrics.Read(sample)
		e.s.heap = sample[0].Value.Uint64()
	}
}

// execute runs f once.
func (s *Scheduler) execute(strategy Strategy, f func(*T)) {
	s.reset()
	s.foreignGs.count(s.coroutines.all)
	s.watchdog.step()
	s.strategy = strategy
	if s.cfg.Reset != nil {
		s.cfg.Reset()
	}
	t := &T{s: s}
	s.test = t
	s.newG(Main, nil, nil, -1, 0, func() { f(t) })
	s.coroutines.start(s.coroOf(s.advance()))
	t.ended()
	s.leftLoops()
	s.unwind()
	s.cur = nil
	s.letOthersRun()
	if s.overtaken {
		s.x.Bugs = nil
	}
	if stack := s.foreign.take(); stack != "" {
		s.x.OutOfControl = append(s.x.OutOfControl, "a goroutine started by code that is not instrumented calls instrumented code:\n"+stack)
		s.x.Bugs = nil // what goes wrong may be its doing, unseen: it may have received what another waits to send
	}
}

// reset forgets the execution before.
func (s *Scheduler) reset() {
	for _, g := range s.all {
		s.byID[g.id] = nil
	}
	s.all, s.live, s.ready, s.spinners = s.all[:0], s.live[:0], s.ready[:0], s.spinners[:0]
	s.over, s.mainOver, s.failed, s.overtaken, s.bubbles = false, false, false, false, 0
	s.steps, s.forced, s.dyingOps, s.fairFrom = 0, 0, 0, 0
	s.loops, s.impatient, s.trail, s.lowered = false, false, s.trail[:0], s.lowered[:0]
	s.gs.reset()
	s.objects.reset()
	s.plain.reset()
	s.outer.reset()
	s.models.reset()
	s.regions = s.regions[:0]
	s.liveSet = word{header{id: NoObj}}
	clear(s.generators)
	clear(s.world)
	s.memory.reset()
	if s.annotations != nil {
		s.annotations.reset()
	}
	if s.observer != nil {
		s.observer.reset()
	}
	s.time.reset(s.cfg.ClockAny)
	s.clockG = G{id: Clock, from: -1, last: -1, op: op{kind: OpFire}, spin: s.clockG.spin.cleared()}
	s.state.Running, s.state.Yielded, s.state.Choices = -1, false, 0
	s.x = Execution{Number: s.number, anyTime: s.cfg.ClockAny, names: s.ids, Events: s.x.Events[:0], Decisions: s.x.Decisions[:0], Pending: s.x.Pending[:0], Withdrawn: s.x.Withdrawn[:0], Stalled: s.x.Stalled[:0], parts: s.x.parts[:0], finals: s.x.finals[:0]}
	s.number++
}

// unwind ends the goroutines that the execution leaves behind.
func (s *Scheduler) unwind() {
	for _, g := range s.all {
		if g.state == dead || g.co == nil {
			continue
		}
		g.dying = true
		s.dyingOps = 0
		s.cur = g
		s.coroutines.start(g.co)
	}
}
