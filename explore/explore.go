// Package explore takes patterns of packages with tests. For each test it gives the bugs that occur under some
// schedule of its goroutines, or the number of schedules without one.
//
//	instrument  rewrites the packages; the result is an overlay for the go command
//	evaluate    what annotations say, as Go source for the instrumented packages
//	slice       finds the operations that can decide whether a test fails
//	rt          the runtime in the test binary: scheduler, models of Go's objects, race detection
//	strategy    which schedule is next
//	fusion      which schedules need not be run
//	worker      the main function of the test binary: explores one test
//	explore     builds the binaries, runs the workers, collects what they say
package explore

import (
	"context"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/explore/fusion"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/slice"
	"github.com/calvin-go/calvin/explore/worker"
)

// Options say what to explore and how.
type Options struct {
	Config   instrument.Config
	Run      *regexp.Regexp // tests to explore, nil for all
	Job      worker.Job     // for each test; Test is filled in
	Workers  int            // processes at a time, at least 1
	TraceDir string         // where traces of bugs go, "" for nowhere
	Progress func(Progress) // may be nil; called by several goroutines
}

// A Progress says how far a test has come.
type Progress struct {
	Done, Total int // tests
	Bugs        int // tests that have one
	Test        string
	Executions  int
	Rate        float64 // executions a second
	Share       float64 // of the executions that there are, by estimate; 0 if that cannot be told
	Bound       int     // of preemptions that has been explored, -1 for none
}

// A Verdict is what became of a test.
type Verdict string

// The verdicts.
const (
	OK         Verdict = "ok"         // no bug in any schedule within the strategy's bound
	Buggy      Verdict = "bug"        // there is one
	Incomplete Verdict = "incomplete" // the budget is spent
	Error      Verdict = "error"      // the test cannot be explored
	Skipped    Verdict = "skipped"    // it skips itself in all schedules that were run
)

// A TestResult is what became of one test.
type TestResult struct {
	Package, Test string
	Verdict       Verdict
	Strategy      string
	ClockAny      bool
	Result        worker.Message
	NoFailure     bool          // of Incomplete: no schedule has a failure, panic, deadlock or leak; data races and livelocks may be left
	Findings      []Finding     // of Buggy: the bugs of the Result, each with more on it
	Reason        string        // for Error and Skipped
	Clocks        []string      // packages that are not instrumented, look at the real clock, and may have been called
	AnyTime       *AnyTime      // nil if there was no such share
	Changed       []string      // of a replay: files that have changed since the trace was written
	Processor     time.Duration // time that it took of all processors together
	Idle          time.Duration // that processes waited for others to give them work
}

// AnyTime is what became of the share of the search in which timers could fire at any time, and executions in which the test fails did
// not count.
type AnyTime struct {
	Executions int
	Complete   bool // there is no other execution
}

// A Finding says more of a bug.
type Finding struct {
	ClockAny bool   // timers could fire at any time
	Cause    string // the same for bugs of one cause
	First    string // the test that is the first to have a bug of this cause, if that is another: package and name
	Trace    string // the file with the schedule, "" if there is none
	Untraced string // why there is none, though there should be

	job worker.Job // that has found it
}

// A Result is what became of all tests, in the order of packages and of their source.
type Result struct {
	Tests []TestResult
	Notes []instrument.Note
}

// Run explores tests. If ctx is cancelled it returns what is known by then; the tests under way are incomplete.
func Run(ctx context.Context, opts Options) (*Result, error) {
	dir, err := os.MkdirTemp("", "calvin-explore-")
	if err != nil {
		return nil, fmt.Errorf("explore: %w", err)
	}
	defer os.RemoveAll(dir)
	r, err := newRunner(ctx, opts, dir)
	if err != nil {
		return nil, err
	}
	defer r.meaning.close()
	if worker.Asking[opts.Job.Strategy] && opts.Job.Replay == nil {
		if _, err := r.meaning.solverOf(r.build); err != nil {
			return nil, fmt.Errorf("-strategy=%s: %w", opts.Job.Strategy, err)
		}
	}
	result := &Result{Notes: r.build.Notes}
	tasks, err := r.tasks(ctx)
	if r.tooMuch(ctx, err) {
		opts.Config.Asked = true
		return Run(ctx, opts)
	}
	if err == nil {
		result.Tests = r.all(ctx, tasks)
	}
	return result, err
}

// Build instruments the packages and builds the binaries of their tests, in dir, and that is all.
func Build(ctx context.Context, opts Options, dir string) error {
	r, err := newRunner(ctx, opts, dir)
	if err != nil {
		return err
	}
	if _, err = r.tasks(ctx); r.tooMuch(ctx, err) {
		opts.Config.Asked = true
		return Build(ctx, opts, dir)
	}
	return err
}

// newRunner instruments the packages; what it writes goes to dir.
func newRunner(ctx context.Context, opts Options, dir string) (*runner, error) {
	opts.Config.Names = worker.FailuresOnly[opts.Job.Strategy]
	build, err := instrument.Instrument(ctx, opts.Config, sources(), dir)
	r := &runner{opts: opts, alone: alone, grace: grace, build: build, dir: dir, meaning: &meaning{}, natives: &natives{}}
	if worker.FailuresOnly[opts.Job.Strategy] {
		r.opts.Job.VisibleAll = true
	}
	if err == nil && opts.Job.Strategy == "pred" {
		_, err = r.meaning.slicerOf(build)
	}
	return r, err
}

// sitesOf are the sites of the instrumented packages, for package slice.
func sitesOf(b *instrument.Build) (out []slice.Site) {
	for i, s := range b.Sites {
		out = append(out, slice.Site{Number: rt.Site(i + 1), Op: s.Op, Pos: s.Pos, End: s.End})
	}
	return out
}

// newSolver makes what answers the questions of strategies.
func newSolver(b *instrument.Build) (s *fusion.Solver, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("this is a bug in calvin: fusion: %v", r)
		}
	}()
	var sites []token.Position
	for _, s := range b.Sites {
		sites = append(sites, s.Position)
	}
	return fusion.NewSolver(fusion.NewProgram(fusion.Source{Packages: b.Packages, Shared: b.Shared, Sites: sites}))
}

// A task is a test with what is needed to run it.
type task struct {
	pkg    instrument.TestPackage
	test   string
	binary string
}

type runner struct {
	opts  Options
	alone time.Duration // a process explores its test alone for so long
	grace time.Duration // and may go on for so long after its budget is spent
	build *instrument.Build
	dir   string

	meaning *meaning      // of the program
	natives *natives      // test binaries that are not instrumented
	slots   chan struct{} // as many as processes may run
	started chan struct{} // closed when all tests have been

	mu         sync.Mutex
	done, bugs int // tests
}

// all explores the tests, each as soon as a process is free.
func (r *runner) all(ctx context.Context, tasks []task) []TestResult {
	r.slots, r.started = make(chan struct{}, max(r.opts.Workers, 1)), make(chan struct{})
	results := make([]TestResult, len(tasks))
	var wg sync.WaitGroup
	for i, t := range tasks {
		r.slots <- struct{}{}
		wg.Go(func() {
			results[i] = r.test(ctx, t, len(tasks))
			<-r.slots
		})
	}
	close(r.started)
	wg.Wait()
	r.sort(tasks, results)
	return results
}

// tooMuch reports whether tests cannot be built, perhaps for packages that are instrumented without being asked for.
func (r *runner) tooMuch(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && r.build.Unasked
}

// tasks builds the packages that have a test to explore.
func (r *runner) tasks(ctx context.Context) ([]task, error) {
	var out []task
	for i, p := range r.build.Tests {
		var own []task
		for _, name := range p.Tests {
			if r.opts.Run == nil || r.opts.Run.MatchString(name) {
				own = append(own, task{pkg: p, test: name})
			}
		}
		if p.Refused != "" {
			out = append(out, own...)
			continue
		}
		if len(own) == 0 {
			continue
		}
		binary := filepath.Join(r.dir, instrument.BinaryName(i))
		cmd := r.build.Command(ctx, r.opts.Config, p.Path, binary, r.opts.Job.Replay != nil)
		if text, err := cmd.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("build %s: %w", p.Path, ctx.Err())
			}
			return nil, fmt.Errorf("this is a bug in calvin: the instrumented %s cannot be built: %w\n%s", p.Path, err, strings.TrimSpace(string(text)))
		}
		for _, t := range own {
			t.binary = binary
			out = append(out, t)
		}
	}
	return out, nil
}

// test runs a worker for one test.
func (r *runner) test(ctx context.Context, t task, total int) TestResult {
	job := r.opts.Job
	job.Test = t.test
	out := TestResult{Package: t.pkg.Path, Test: t.test, Strategy: job.Strategy, ClockAny: job.ClockAny}
	if t.pkg.Refused != "" {
		out.Verdict, out.Reason, out.Result = Error, fmt.Sprintf("%s %s, and cannot be instrumented", t.pkg.Path, t.pkg.Refused), nothing
		r.count(&out)
		return out
	}
	progress := func(m worker.Message) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.opts.Progress != nil {
			r.opts.Progress(Progress{
				Done: r.done, Total: total, Bugs: r.bugs, Test: t.test, Executions: m.Executions,
				Rate: float64(m.Executions) / max(m.Seconds, 0.001), Share: m.Share, Bound: m.Bound,
			})
		}
	}
	c, err := r.pursue(ctx, t, job, progress)
	m := c.Message
	if b, ok := crashOfError(err); ok && len(m.Bugs) == 0 {
		m.Bugs = append(m.Bugs, b)
	}
	out.AnyTime, out.Clocks = c.anyTime, r.build.Clocks.Of(m.Called)
	out.Result, out.Processor, out.Idle = m, c.processor, c.idle
	for i := range m.Bugs {
		locate(&m.Bugs[i], t.pkg.Dir)
	}
	c.jobs = append(c.jobs, make([]worker.Job, len(m.Bugs)-min(len(c.jobs), len(m.Bugs)))...)
	switch {
	case err == nil, len(m.Bugs) > 0: // what was found stays found
		out.Verdict, out.Reason = verdict(m)
		out.NoFailure = out.Verdict == Incomplete && c.noFailure
	case ctx.Err() != nil:
		out.Verdict = Incomplete
	default:
		out.Verdict, out.Reason = Error, err.Error()
	}
	if out.Verdict == Buggy && job.Replay == nil {
		if why := r.unexplained(ctx, t, &m.Bugs[0]); why != "" {
			if out.Result.Bugs, c.jobs = m.Bugs[1:], c.jobs[1:]; len(m.Bugs) == 1 {
				out.Verdict = Error
			}
			out.Reason = why
		}
	}
	if out.Verdict == Buggy {
		for i, b := range out.Result.Bugs {
			out.Findings = append(out.Findings, Finding{ClockAny: c.jobs[i].ClockAny, Cause: causeOf(t, &b), job: c.jobs[i]})
		}
	}
	r.count(&out)
	return out
}

// count counts a test that is done.
func (r *runner) count(t *TestResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done++; t.Verdict == Buggy {
		r.bugs++
	}
}

// verdict judges what a worker says. What happened outside control makes a result incomplete: other schedules may exist.
func verdict(m worker.Message) (Verdict, string) {
	switch {
	case len(m.Bugs) > 0:
		return Buggy, ""
	case m.Err != "":
		return Error, m.Err
	case m.Skipped > 0 && m.Skipped == m.Executions-m.Redundant:
		return Skipped, m.Skip
	case m.Exhausted && len(m.OutOfControl) == 0 && m.Truncated == 0:
		return OK, ""
	}
	return Incomplete, m.Incomplete
}

// sources are the packages that an instrumented test binary contains.
func sources() fs.FS { return embedded }
