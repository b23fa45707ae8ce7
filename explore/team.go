package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/calvin-go/calvin/explore/fusion"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/explore/worker"
)

// A team is the processes that explore one test, and what they have in common: a queue of tasks, which are prefixes of
// executions, and a sink for results. The first process begins alone, with all phases of the search. When a process is
// idle those that work are asked to give something away; from then on the team says which phase comes next. The queue is
// a [strategy.Frontier]. It does not matter who runs a task, or where.
type team struct {
	ctx      context.Context
	task     task
	job      worker.Job
	progress func(worker.Message)

	began   time.Time
	reports chan report
	members []*member
	oracle  *fusion.Oracle // answers the questions of members, nil if they have none
	phases  []worker.PhaseInfo
	total   worker.Message // of tasks that have ended
	lost    bool           // something was not explored: the budget is spent
	idle    time.Duration  // that members have waited for work

	// Of the phase that is shared, if one is:
	phase      int
	frontier   *strategy.Frontier
	incomplete string // of its strategy
	quota      int    // executions that nobody has been given
	numbers    *rt.Numbering
}

// A member is a process of a team.
type member struct {
	*process
	words *rt.Dictionary // translates its numbers into the team's
	told  [2]int         // how many of our names it knows
	task  int            // zero if it is idle,
	free  time.Time      // since then
	asked bool           // to give something away
	so    worker.Message // how far its task has come
}

// nothing is what a process has done in the beginning.
var nothing = worker.Message{Bound: -1}

// alone is for how long a test is explored by one process: starting another takes about as long.
const alone = 200 * time.Millisecond

// grace is for how long a test with a bug may go on after its budget is spent: to make the schedule of a bug smaller takes some
// seconds.
const grace = 20 * time.Second

// latest is how long a test may take that has a budget: an execution that has begun may end. What thinks or runs for longer is not
// waited for.
func latest(budget time.Duration) time.Duration { return budget + max(budget/10, 100*time.Millisecond) }

// share explores a test, with as many processes as are free once all tests have been started. It returns what is known
// when ctx is cancelled, and what it took.
func (r *runner) share(ctx context.Context, t task, job worker.Job, progress func(worker.Message)) (worker.Message, effort, error) {
	job.Shares = r.opts.Workers > 1 && job.Replay == nil && job.Findings <= 1
	job.Asks = worker.Asking[job.Strategy] && job.Replay == nil
	g := &team{
		ctx: ctx, task: t, job: job, progress: progress, began: time.Now(), reports: make(chan report),
		numbers: rt.NewNumbering(), total: nothing,
	}
	if job.Asks {
		solver, err := r.meaning.solverOf(r.build)
		if err != nil {
			return nothing, effort{}, err
		}
		oracle := solver.Test(ctx, t.pkg.Path, t.test)
		defer oracle.Close()
		g.oracle = oracle
	}
	var err error
	if g.phases, err = job.Phases(); err != nil {
		return nothing, effort{}, err
	}
	if err := g.join(job); err != nil {
		return nothing, effort{}, err
	}
	g.members[0].task = 1
	done, err := g.work(r)
	for range g.members[1:] {
		<-r.slots
	}
	done.Seconds = time.Since(g.began).Seconds()
	return done, effort{g.stop(), g.idle}, err
}

// An effort is what a test took.
type effort struct {
	processor time.Duration // time of all processors together
	idle      time.Duration // that processes waited for others to give them work
}

// join starts a process.
func (g *team) join(job worker.Job) error {
	p, err := start(g.ctx, g.task.binary, g.task.pkg.Dir, job)
	if err != nil {
		return err
	}
	g.members = append(g.members, &member{process: p, words: rt.NewDictionary(g.numbers), so: nothing, free: time.Now()})
	go p.listen(g.reports)
	return nil
}

// stop ends all processes.
func (g *team) stop() (processor time.Duration) {
	for _, m := range g.members {
		m.stop(g.reports)
		processor += m.used()
	}
	return processor
}

// work goes on until there is a result. When ctx is cancelled the processes say what they have done, and that is it.
func (g *team) work(r *runner) (worker.Message, error) {
	cancelled := g.ctx.Done()
	var started chan struct{} // receives when more processes may take part
	var slots chan<- struct{} // takes when there is one
	later := time.After(r.alone)
	var overdue <-chan time.Time
	waited := false // for the schedule of a bug to become smaller, or for a process that is stuck to say where
	if g.job.Time > 0 && g.job.Replay == nil {
		overdue = time.After(latest(g.job.Time))
	}
	for {
		select {
		case <-overdue:
			so, more := g.soFar(), time.Duration(0)
			switch {
			case waited:
			case len(so.Bugs) > 0:
				more = r.grace
			case so.Executions == 0:
				more = min(g.job.Stuck()-time.Since(g.began), r.grace)
			}
			if more <= 0 {
				return g.late(so), nil
			}
			waited, overdue = true, time.After(more)
		case <-later:
			if g.job.Shares {
				started = r.started
			}
		case <-started:
			started, slots = nil, r.slots
		case slots <- struct{}{}:
			helper := g.job
			helper.Helps = true
			if err := g.join(helper); err != nil {
				<-r.slots
				return g.soFar(), err
			}
			g.ask()
		case <-cancelled:
			cancelled, started, slots = nil, nil, nil
		case report := <-g.reports:
			if result, done, err := g.take(report); done || err != nil {
				return result, err
			}
		}
	}
}

// late gives the reason where a budget has been spent and nothing is known.
func (g *team) late(so worker.Message) worker.Message {
	if !g.job.Alone && so.Executions == 0 && so.Err == "" && len(so.Bugs) == 0 {
		so.Incomplete = fmt.Sprintf("the first execution has not ended within %v", g.job.Time)
	}
	return so
}

// take deals with a report. It returns the result of the test when there is one.
func (g *team) take(r report) (result worker.Message, done bool, err error) {
	m := g.member(r.from)
	switch {
	case r.err != nil && g.ctx.Err() != nil && m.task == 0:
		return result, false, nil
	case r.err != nil && g.ctx.Err() != nil:
		return g.soFar(), true, g.ctx.Err()
	case r.err != nil:
		return g.soFar(), true, r.err
	case r.message.Done && (g.frontier == nil || r.message.Err != ""): // it did not share, or it hangs
		g.total.Merge(&r.message)
		g.total.Exhausted = r.message.Exhausted
		m.so = nothing
		return g.soFar(), true, nil
	case r.message.Done:
		return result, false, nil
	case r.message.Question != nil:
		answer := g.oracle.Ask(*r.message.Question)
		return result, false, m.commands.Encode(worker.Command{Answer: &answer})
	case r.message.Part == nil:
		m.so = r.message
		g.progress(g.soFar())
		return result, false, nil
	}
	g.part(m, &r.message)
	if len(g.total.Bugs) > 0 || g.total.Err != "" {
		return g.soFar(), true, nil
	}
	return g.next()
}

func (g *team) member(p *process) *member {
	for _, m := range g.members {
		if m.process == p {
			return m
		}
	}
	return nil // there is one
}

// part deals with what a member says of its task.
func (g *team) part(m *member, message *worker.Message) {
	p := message.Part
	if g.frontier == nil { // the first one gives something away
		g.phase, g.frontier = p.Phase, strategy.NewFrontier()
		g.frontier.Take()
	}
	m.words.Learn(p.Names)
	g.quota += p.Quota
	switch {
	case p.Given != nil:
		m.asked = false
		strategy.TranslateBranches(p.Given, m.words)
		g.frontier.Give(m.task, p.Given)
	case p.Escaped != nil:
		p.Escaped.Translate(m.words)
		g.frontier.Escape(m.task, p.Decisions, p.Escaped.Execution())
	case p.Over:
		g.over(m, message)
	}
}

// over takes the result of a task.
func (g *team) over(m *member, message *worker.Message) {
	p := message.Part
	g.total.Merge(message)
	g.incomplete = cmp.Or(g.incomplete, p.Incomplete)
	switch {
	case message.Exhausted:
		g.frontier.Finish(m.task)
	case p.Rest != nil:
		strategy.TranslateBranches(p.Rest, m.words)
		g.frontier.Rest(m.task, p.Rest)
	default:
		g.lost = true
	}
	m.task, m.asked, m.so, m.free = 0, false, nothing, time.Now()
}

// next hands out work, and goes on to the next phase when one has been explored. It returns the result if that was the
// last one, or the budget is spent.
func (g *team) next() (result worker.Message, done bool, err error) {
	for g.frontier.Done() && !g.lost {
		p, last := g.phases[g.phase], g.phases[len(g.phases)-1]
		g.total.Incomplete = g.incomplete
		if p.Exhaustive && g.incomplete == "" && p.Bound == last.Bound {
			g.total.Exhausted, g.total.Bound = true, p.Bound
		}
		if g.phase++; g.total.Exhausted || g.phase == len(g.phases) {
			return g.soFar(), true, nil
		}
		g.frontier, g.incomplete = strategy.NewFrontier(), ""
	}
	if err := g.handOut(); err != nil {
		return g.soFar(), true, err
	}
	for _, m := range g.members {
		if m.task != 0 {
			return result, false, nil
		}
	}
	return g.soFar(), true, nil
}

// handOut gives tasks to those who have none.
func (g *team) handOut() error {
	if g.ctx.Err() != nil {
		return nil
	}
	for _, m := range g.members {
		if m.task != 0 || !g.frontier.Waiting() {
			continue
		}
		a := &worker.Assignment{Phase: g.phase}
		if g.job.Max > 0 {
			if g.quota == 0 {
				break
			}
			a.Quota = (g.quota + 1) / 2
			g.quota -= a.Quota
		}
		if g.job.Time > 0 {
			if a.Time = g.job.Time - time.Since(g.began); a.Time <= 0 {
				break
			}
		}
		a.ID, a.Task = g.frontier.Take()
		a.Names = g.numbers.Names(m.told[0], m.told[1])
		m.told[0] += len(a.Names.Goroutines)
		m.told[1] += len(a.Names.Objects)
		m.task = a.ID
		g.idle += time.Since(m.free)
		if err := m.commands.Encode(worker.Command{Run: a}); err != nil {
			return err
		}
	}
	return g.ask()
}

// ask asks those who work for something to do for those who do not.
func (g *team) ask() error {
	idle := false
	for _, m := range g.members {
		idle = idle || m.task == 0
	}
	for _, m := range g.members {
		if idle && m.task != 0 && !m.asked {
			m.asked = true
			if err := m.commands.Encode(worker.Command{Share: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// share is what share of a task has been explored.
func (g *team) share(task int) float64 {
	for _, m := range g.members {
		if m.task == task {
			return m.so.Share
		}
	}
	return 0
}

// soFar is what is known now.
func (g *team) soFar() worker.Message {
	sum := g.total
	sum.Bugs, sum.OutOfControl = slices.Clip(sum.Bugs), slices.Clip(sum.OutOfControl)
	for _, m := range g.members {
		if m.task != 0 {
			sum.Merge(&m.so)
		}
	}
	if g.frontier == nil {
		sum.Share = g.members[0].so.Share
	} else {
		sum.Share = g.frontier.Share(g.share)
	}
	sum.Settle()
	sum.Seconds = time.Since(g.began).Seconds()
	return sum
}
