package explore

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/calvin-go/calvin/explore/fusion"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/slice"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/explore/worker"
)

// A test that auto has not explored to the end with an eighth of its budget for dpor has more schedules than can be run one
// after the other; it may have fewer for strategies that know what the program means. So these come next, and dpor has
// what is left. Only what they claim is claimed: when fusion has nothing left to run there is no bug, when pred has not there
// may be data races, and dpor goes on.

// A stage is a strategy with its part of the budget of a test.
type stage struct {
	strategy string
	part     int // the budget is divided by it; 0 for all that is left
	claims   claim
}

// A claim is what it says of a test that a strategy has nothing left to run.
type claim int

const (
	noBug     claim = iota
	noFailure       // no failure, panic, deadlock or leak
)

var stages = []stage{{"auto", 0, noBug}, {"fusion", 8, noBug}, {"pred", 8, noFailure}, {"dpor", 0, noBug}}

// A testProgress is how far the exploration of a test has come.
type testProgress struct {
	worker.Message
	effort
	jobs      []worker.Job // of the stages that have found the bugs
	anyTime   *AnyTime     // what became of the other clock, nil if nothing
	noFailure bool         // no schedule has a failure, panic, deadlock or leak
}

// The last part of auto's budget is for the other clock: the verdict on the search is for timers that fire when nothing else can happen,
// and what goes wrong where one fires early is not in it. There a test may well fail, as its own time limits run out, and that is
// no bug; a data race, a panic, a deadlock or a leak in an execution in which it does not fail is one.

// The share of the other clock is an eighth of the budget, and no more than so many executions.
const (
	anyTimePart = 8
	anyTimeMax  = 10000
)

// pursue explores a test with the strategy of the job, and if that is auto with timers that fire at any time.
func (r *runner) pursue(ctx context.Context, t task, job worker.Job, progress func(worker.Message)) (testProgress, error) {
	c, err := r.search(ctx, t, job, progress)
	if err != nil || c.Err != "" || !leavesShare(&job, &c) || ctx.Err() != nil || len(c.Bugs) > 0 && len(c.Bugs) >= job.Findings {
		return c, err
	}
	own := job
	own.ClockAny, own.PassingOnly, own.Staged, own.VisibleAll = true, true, false, own.VisibleAll || raced(c.Bugs)
	own.Max = anyTimeMax
	if job.Max > 0 {
		own.Max = min(own.Max, max(job.Max/anyTimePart, 1))
	}
	if job.Time > 0 {
		own.Time = min(job.Time/anyTimePart, job.Time-time.Duration(c.Seconds*float64(time.Second)))
		if own.Time <= 0 {
			return c, nil
		}
	}
	c.leaveOut(&own, job.Findings)
	m, took, err := r.share(ctx, t, own, func(worker.Message) { progress(c.Message) })
	c.Seconds += m.Seconds
	c.processor, c.idle = c.processor+took.processor, c.idle+took.idle
	for i := range m.Bugs {
		m.Bugs[i].Always = 0
		c.jobs = append(c.jobs, own)
	}
	c.Bugs = append(c.Bugs, m.Bugs...)
	if err == nil && m.Err == "" {
		c.anyTime = &AnyTime{Executions: m.Executions, Complete: m.Exhausted && m.Bound < 0 && (own.VisibleAll || !raced(m.Bugs))}
	}
	if _, crashed := crashOfError(err); crashed {
		return c, err
	}
	return c, nil // it takes nothing back from the rest
}

// leavesShare reports whether a job leaves a part of its budget to the other clock. In a bubble of package synctest time never passes
// while anything else can happen.
func leavesShare(job *worker.Job, c *testProgress) bool {
	return job.Strategy == "auto" && job.Replay == nil && !job.ClockAny && c.Timed && !c.Bubbled
}

// leaveOut makes a job leave out what has been found.
func (c *testProgress) leaveOut(own *worker.Job, findings int) {
	own.Findings = findings - len(c.Bugs)
	for i := range c.Bugs {
		own.Ignored = append(slices.Clip(own.Ignored), c.Bugs[i].Cause)
	}
}

// search explores a test. Where a data race has been put aside, what the accesses are worth depends on when they are made: the rest of the
// budget goes to what follows from that.
func (r *runner) search(ctx context.Context, t task, job worker.Job, progress func(worker.Message)) (testProgress, error) {
	c, err := r.inStages(ctx, t, job, progress)
	if job.Findings <= 1 || job.VisibleAll || job.Replay != nil || !raced(c.Bugs) {
		return c, err
	}
	c.Exhausted, c.Bound = false, -1
	if err != nil || len(c.Bugs) >= job.Findings || c.Err != "" || ctx.Err() != nil {
		return c, err
	}
	s := stage{job.Strategy, 0, noBug}
	if own, ok := r.prepare(s, t, job, &c); ok {
		own.VisibleAll = true
		err = r.stage(ctx, t, s, own, &c, progress)
	}
	return c, err
}

// raced reports whether there is a data race among bugs.
func raced(bugs []worker.Bug) bool {
	return slices.ContainsFunc(bugs, func(b worker.Bug) bool { return b.Kind == rt.Race })
}

// stage runs a stage, and adds what comes of it.
func (r *runner) stage(ctx context.Context, t task, s stage, own worker.Job, c *testProgress, progress func(worker.Message)) error {
	m, took, err := r.share(ctx, t, own, func(m worker.Message) {
		sum := c.Message
		sum.Merge(&m)
		sum.Share = m.Share
		progress(sum)
	})
	c.add(s, &m, took)
	for range m.Bugs {
		c.jobs = append(c.jobs, own)
	}
	return err
}

// inStages explores a test with the strategy of the job; if that is auto and has a limit, stage by stage.
func (r *runner) inStages(ctx context.Context, t task, job worker.Job, progress func(worker.Message)) (testProgress, error) {
	list := stages
	if job.Staged = job.Strategy == "auto" && job.Replay == nil && (job.Time > 0 || job.Max > 0) && !r.opts.Config.Annotations; !job.Staged {
		list = []stage{{job.Strategy, 0, noBug}}
	}
	c := testProgress{Message: nothing}
	for _, s := range list {
		own, ok := r.prepare(s, t, job, &c)
		if !ok {
			continue
		}
		err := r.stage(ctx, t, s, own, &c, progress)
		if err != nil || c.Exhausted || len(c.Bugs) > 0 && len(c.Bugs) >= job.Findings || c.Err != "" || ctx.Err() != nil {
			return c, err
		}
	}
	return c, nil
}

// prepare is the job of a stage, if that is worth while and anything is left of the budget.
func (r *runner) prepare(s stage, t task, job worker.Job, c *testProgress) (own worker.Job, ok bool) {
	own = job
	own.Strategy, own.Alone = s.strategy, s.part > 0
	c.leaveOut(&own, job.Findings)
	last := s.part == 0 && c.Executions > 0 && leavesShare(&job, c)
	if job.Time > 0 {
		own.Time = job.Time - time.Duration(c.Seconds*float64(time.Second))
		if s.part > 0 {
			own.Time = min(own.Time, job.Time/time.Duration(s.part))
		}
		if last {
			own.Time -= job.Time / anyTimePart
		}
	}
	if job.Max > 0 {
		own.Max = job.Max - c.Executions
		if s.part > 0 {
			own.Max = min(own.Max, max(job.Max/s.part, 1))
		}
		if last {
			own.Max -= job.Max / anyTimePart
		}
	}
	switch {
	case job.Time > 0 && own.Time <= 0, job.Max > 0 && own.Max <= 0:
		return own, false
	case s.part > 0 && (c.Truncated > 0 || len(c.OutOfControl) > 0):
		return own, false // nothing that is proved would hold for what is not under control
	case job.Staged && job.ClockAny && s.strategy == "fusion":
		return own, false // what it knows of time is when nothing else can happen
	case job.Staged && s.strategy == "fusion":
		_, err := r.meaning.solverOf(r.build) // there may be none
		return own, err == nil
	case job.Staged && s.strategy == "pred":
		own.VisibleAll, own.Parts, own.Slice = true, strategy.AllParts, r.sliceOf(t)
		return own, own.Slice != nil
	case s.strategy == "pred":
		own.Slice = r.sliceOf(t)
	}
	return own, true
}

// add adds what has become of a stage.
func (c *testProgress) add(s stage, m *worker.Message, took effort) {
	if c.Executions > 0 { // without a bug
		for i := range m.Bugs {
			m.Bugs[i].Always = 0
		}
	}
	exhausted, seconds, incomplete := m.Exhausted, c.Seconds+m.Seconds, m.Incomplete
	if s.part > 0 || c.Executions > 0 && m.Executions == 0 { // that too little time was left for it says nothing of the whole
		incomplete = c.Incomplete
	}
	c.Merge(m)
	c.Exhausted, c.Seconds, c.Share, c.Incomplete = false, seconds, m.Share, incomplete
	c.processor, c.idle = c.processor+took.processor, c.idle+took.idle
	switch {
	case !exhausted:
	case s.claims == noFailure:
		c.noFailure = true
	default:
		c.Exhausted, c.Bound = true, m.Bound
	}
	if c.Settle(); c.Bound < 0 && (c.Truncated > 0 || len(c.OutOfControl) > 0) {
		c.noFailure = false
	}
}

// A meaning is what the program under test means, found out when it is asked for.
type meaning struct {
	mu     sync.Mutex
	solver *fusion.Solver
	slicer *slice.Program
	err    error // why there is no solver
	tried  bool
}

// solverOf is what answers the questions of strategies.
func (m *meaning) solverOf(b *instrument.Build) (*fusion.Solver, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.solver == nil && m.err == nil {
		m.solver, m.err = newSolver(b)
	}
	return m.solver, m.err
}

// close ends the solver, if there is one.
func (m *meaning) close() {
	if m.solver != nil {
		m.solver.Close()
	}
}

// slicerOf is what slices tests.
func (m *meaning) slicerOf(b *instrument.Build) (*slice.Program, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.tried {
		m.tried = true
		var err error
		if m.slicer, err = slice.New(b.Fset, b.Packages, sitesOf(b)); err != nil {
			return nil, err
		}
	}
	return m.slicer, nil
}

// sliceOf slices a test; nil if that cannot be.
func (r *runner) sliceOf(t task) *strategy.Slice {
	p, err := r.meaning.slicerOf(r.build)
	if p == nil || err != nil {
		return nil
	}
	r.meaning.mu.Lock()
	defer r.meaning.mu.Unlock()
	return p.Of(t.pkg.Path, t.test)
}
