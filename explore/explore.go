// Package explore takes patterns of packages with tests and gives, for each test, what is wrong under some schedule of its
// goroutines, or how many schedules it has been run under.
//
//	instrument  rewrites the packages; the result is an overlay for the go command
//	rt          the runtime in the test binary: scheduler, models of Go's objects, race detection
//	strategy    which schedule is next
//	worker      the main function of the test binary: explores one test
//	explore     builds the binaries, runs the workers, collects what they say
package explore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
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
)

// A TestResult is what became of one test.
type TestResult struct {
	Package, Test string
	Verdict       Verdict
	Strategy      string
	Result        worker.Message
	Trace         string // the file with the bug's schedule, "" if there is none
	Reason        string // for Error
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
	build, err := instrument.Instrument(ctx, opts.Config, sources(), dir)
	if err != nil {
		return nil, err
	}
	r := &runner{opts: opts, build: build, dir: dir}
	result := &Result{Notes: build.Notes}
	result.Tests, err = r.all(ctx)
	return result, err
}

// A task is a test with what is needed to run it.
type task struct {
	pkg    instrument.TestPackage
	test   string
	binary string
}

type runner struct {
	opts  Options
	build *instrument.Build
	dir   string

	mu         sync.Mutex
	done, bugs int // tests
}

// all builds one package after the other and runs their tests as soon as a process is free.
func (r *runner) all(ctx context.Context) ([]TestResult, error) {
	tasks, err := r.tasks(ctx)
	if err != nil {
		return nil, err
	}
	results := make([]TestResult, len(tasks))
	slots := make(chan struct{}, max(r.opts.Workers, 1))
	var wg sync.WaitGroup
	for i, t := range tasks {
		slots <- struct{}{}
		wg.Go(func() {
			results[i] = r.test(ctx, t, len(tasks))
			<-slots
		})
	}
	wg.Wait()
	return results, nil
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
	out := TestResult{Package: t.pkg.Path, Test: t.test, Strategy: job.Strategy}
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
	m, err := runWorker(ctx, t.binary, t.pkg.Dir, job, progress)
	out.Result = m
	for i := range m.Bugs {
		locate(&m.Bugs[i], t.pkg.Dir)
	}
	switch {
	case err == nil:
		out.Verdict, out.Reason = verdict(m)
	case ctx.Err() != nil:
		out.Verdict = Incomplete
	default:
		out.Verdict, out.Reason = Error, err.Error()
	}
	if out.Verdict == Buggy && r.opts.TraceDir != "" {
		if out.Trace, err = r.writeTrace(t, m.Bugs[0]); err != nil {
			out.Verdict, out.Reason = Error, err.Error()
		}
	}
	r.mu.Lock()
	if r.done++; out.Verdict == Buggy {
		r.bugs++
	}
	r.mu.Unlock()
	return out
}

// verdict judges what a worker says. What happened outside control makes a result incomplete: other schedules may exist.
func verdict(m worker.Message) (Verdict, string) {
	switch {
	case len(m.Bugs) > 0:
		return Buggy, ""
	case m.Err != "":
		return Error, m.Err
	case m.Exhausted && len(m.OutOfControl) == 0 && m.Truncated == 0:
		return OK, ""
	}
	return Incomplete, m.Doubt
}

// runWorker runs a test binary with a job and returns its result; if ctx is cancelled, the last that it said.
func runWorker(ctx context.Context, binary, dir string, job worker.Job, progress func(worker.Message)) (worker.Message, error) {
	file, err := writeJob(filepath.Dir(binary), job)
	if err != nil {
		return worker.Message{Bound: -1}, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return worker.Message{Bound: -1}, fmt.Errorf("run %s: %w", job.Test, err)
	}
	defer read.Close()
	var stderr tail
	cmd := exec.CommandContext(ctx, binary)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), worker.EnvJob+"="+file)
	cmd.ExtraFiles = []*os.File{write}
	cmd.Stderr = &stderr
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = 2 * time.Second // then it is killed
	err = cmd.Start()
	write.Close()
	if err != nil {
		return worker.Message{Bound: -1}, fmt.Errorf("run %s: %w", job.Test, err)
	}
	last := worker.Message{Bound: -1}
	m, err := worker.Decode(read, func(m worker.Message) {
		last = m
		progress(m)
	})
	wait := cmd.Wait()
	switch {
	case err == nil:
		return m, nil
	case ctx.Err() != nil:
		return last, ctx.Err()
	case wait != nil:
		return last, fmt.Errorf("the test process died: %w\n%s", wait, stderr.String())
	}
	return last, errors.New("the test process ended without a result")
}

// interrupt asks a process to end, so that it can say what it has done; where there is no such thing it is ended.
func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err != nil {
		return p.Kill()
	}
	return nil
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

const maxTail = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if n := len(t.text); n > maxTail {
		t.text = t.text[n-maxTail:]
	}
	return len(p), nil
}

func (t *tail) String() string { return strings.TrimSpace(string(t.text)) }

// sources are the packages that an instrumented test binary contains.
func sources() fs.FS { return embedded }
