package rt

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// Tests run as package testing runs them: each subtest in a goroutine of its own, one at a time until it says
// t.Parallel, which ones go on when their parent's function has returned. What package testing does itself with
// channels is done here with visible operations, because its own are out of control.

// Hooks is what a file of ours, which the overlay adds to package testing, gives access to.
type Hooks struct {
	New      func(parent *testing.T, name string) *testing.T // a T that no runner knows
	Inner    func(parent *testing.T) *testing.T              // the same, with the parent's name
	Returned func(t *testing.T)                              // its function has returned
	Finished func(t *testing.T) bool                         // it has, or the test has failed or skipped the rest
	Cleanup  func(t *testing.T)                              // runs what Cleanup was given
	Done     func(t *testing.T)                              // the test is over
	Log      func(t *testing.T) string                       // the output
}

// hooks are set once, before the first execution.
var hooks Hooks

// SetHooks says how to make T's.
func SetHooks(h Hooks) { hooks = h }

// A subtest is a test that runs under control.
type subtest struct {
	t        *testing.T
	parent   *subtest
	site     Site            // of t.Run
	signal   chan bool       // the subtest waits for its siblings, or has ended; false if the parent is to end, too
	barrier  *sync.WaitGroup // is at zero when parallel subtests may go on
	parallel []*subtest
	cancel   context.CancelFunc // of Context
	ctx      context.Context
	done     bool // the parent has its output
}

// RunTest runs f, the test of the given name, in the current execution.
func RunTest(root *T, name string, f func(*testing.T)) {
	t := &subtest{t: hooks.New(nil, name)}
	root.s.subtests, root.s.pipes = map[*testing.T]*subtest{t.t: t}, nil
	root.AtEnd(func() {
		if t.t.Failed() {
			root.failed, root.log = true, append(root.log, hooks.Log(t.t)+root.s.unfinishedLogs(t))
		} else if t.t.Skipped() {
			root.s.x.Skipped = cmp.Or(strings.TrimSpace(hooks.Log(t.t)), "the test gives no reason")
		}
	})
	t.run(f)
}

// unfinishedLogs is what failed subtests have to say that have not come to their end, where they would have handed it to their parent.
func (s *Scheduler) unfinishedLogs(root *subtest) string {
	var logs []string
	for _, t := range s.subtests {
		if t != root && !t.done && t.t.Failed() {
			if log := hooks.Log(t.t); strings.TrimSpace(log) != "" {
				logs = append(logs, log)
			}
		}
	}
	slices.Sort(logs)
	return strings.Join(logs, "")
}

// run runs a test function to the end of its last parallel subtest.
func (t *subtest) run(f func(*testing.T)) {
	defer t.finish()
	f(t.t)
	hooks.Returned(t.t)
}

func (t *subtest) finish() {
	s, g := enter()
	if g == nil || g.dying {
		return
	}
	goesOn := true
	if !hooks.Finished(t.t) && unwinding() == goexit {
		goesOn = t.exited(s, g)
	}
	defer func() { // also if what Cleanup was given calls t.FailNow
		hooks.Done(t.t)
		t.done = true
		if t.signal != nil {
			Send(0, t.signal, goesOn)
		}
	}()
	if len(t.parallel) > 0 {
		WaitGroupDone(0, t.barrier)
		for _, sub := range t.parallel {
			Recv(0, sub.signal)
		}
	}
	if t.cancel != nil {
		t.cancel()
	}
	hooks.Cleanup(t.t)
}

// exited is for a test function that was left by runtime.Goexit. It reports whether the parent's goes on.
func (t *subtest) exited(s *Scheduler, g *G) bool {
	why, ended := "test executed panic(nil) or runtime.Goexit", false
	for p := t.parent; p != nil && !ended; p = p.parent {
		ended = hooks.Finished(p.t)
	}
	if ended {
		if slices.Contains(t.parent.parallel, t) {
			return false
		}
		why += ": subtest may have called FailNow on a parent test"
	}
	t.t.Fail()
	if s.test.site = g.exit; s.test.site == 0 { // it was left by code that is not instrumented
		s.test.site = t.site
	}
	s.test.log = append(s.test.log, why)
	return !ended
}

// TRun is t.Run.
func TRun(site Site, t *testing.T, name string, f func(*testing.T)) bool {
	s, g := enter()
	switch {
	case g == nil:
		return t.Run(name, f)
	case g.dying:
		return false
	}
	parent := s.subtests[t]
	if parent == nil {
		s.outOfControl(site, "t.Run of a T that code outside control has made")
		return t.Run(name, f)
	}
	child := &subtest{t: hooks.New(t, name), parent: parent, site: site, signal: make(chan bool, 1)}
	s.subtests[child.t] = child
	Go(site, func() {
		if _, self := enter(); self != nil {
			s.joins(self, g)
		}
		child.run(f)
	})
	if !Recv(site, child.signal) {
		runtime.Goexit()
	}
	return !child.t.Failed()
}

// TParallel is t.Parallel. One test is run at a time, so it is nothing for tests at the top.
func TParallel(site Site, t *testing.T) {
	s, g := enter()
	switch {
	case g == nil:
		t.Parallel()
		return
	case g.dying:
		return
	}
	sub := s.subtests[t]
	if sub == nil || sub.parent == nil {
		return
	}
	p := sub.parent
	if p.barrier == nil {
		// Package testing has a channel that is closed. Receives from one channel depend on each other, and on the close: then dpor runs
		// the subtests, which may have nothing to do with each other, in all orders. Those who wait for a counter commute.
		p.barrier = new(sync.WaitGroup)
		WaitGroupAdd(0, p.barrier, 1)
	}
	p.parallel = append(p.parallel, sub)
	s.leaves(g)
	Send(site, sub.signal, true)
	WaitGroupWait(site, p.barrier)
}

// A runner is what suites take a test for.
type runner interface {
	Run(name string, f func(*testing.T)) bool
}

// RunnerRun is r.Run(name, f) for a value of an interface type.
func RunnerRun(site Site, r runner, name string, f func(*testing.T)) bool {
	if t, ok := r.(*testing.T); ok {
		return TRun(site, t, name, f)
	}
	return r.Run(name, f)
}

// RunnerParallel is r.Parallel() for a value of an interface type.
func RunnerParallel(site Site, r interface{ Parallel() }) {
	if t, ok := r.(*testing.T); ok {
		TParallel(site, t)
		return
	}
	r.Parallel()
}

// holdsSubtests reports whether parallel subtests wait for w.
func (s *Scheduler) holdsSubtests(w *waitGroup) bool {
	for _, t := range s.subtests {
		if t.barrier != nil && s.objects.lookup(unsafe.Pointer(t.barrier)) == object(w) {
			return true
		}
	}
	return false
}

// TContext is t.Context.
func TContext(site Site, t testing.TB) context.Context {
	s, g := enter()
	if g == nil || g.dying {
		return t.Context()
	}
	test, _ := t.(*testing.T)
	sub := s.subtests[test]
	if sub == nil {
		return t.Context()
	}
	if sub.ctx == nil {
		sub.ctx, sub.cancel = WithCancel(site, context.Background())
	}
	return sub.ctx
}

// RunMain runs a user's TestMain, whose m.Run is the test.
func RunMain(root *T, m *testing.M, main func(*testing.M), name string, f func(*testing.T)) {
	root.s.test.body = func() { RunTest(root, name, f) }
	main(m)
}

// MRun is m.Run.
func MRun(site Site, m *testing.M) int {
	s, g := enter()
	if g == nil || s.test.body == nil {
		return m.Run()
	}
	if g.dying {
		return 1
	}
	done := make(chan bool, 1)
	body := s.test.body
	Go(site, func() {
		defer Send(site, done, true)
		body()
	})
	Recv(site, done)
	s.test.ran = true
	return 0
}

// Exit is os.Exit. After m.Run it ends the execution as it should; elsewhere it ends the test before its time.
func Exit(site Site, code int) {
	s, g := enter()
	switch {
	case g == nil:
		os.Exit(code)
	case g.dying:
	case s.test.ran:
	default:
		s.report(Bug{Kind: Failure, Message: fmt.Sprintf("os.Exit(%d) is called during the test", code), Site: site, G: g.id, Stack: stack()})
		s.fail()
		s.halt(g)
	}
	runtime.Goexit()
}
