package explore

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// testRunner builds the tests of testdata/team, which processes explore together from the beginning.
func testRunner(t *testing.T) (*runner, map[string]task) {
	t.Helper()
	dir, err := filepath.Abs("testdata/team")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRunner(t.Context(), Options{Config: instrument.Config{Dir: dir, Patterns: []string{"."}}}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r.alone = 0
	byName := map[string]task{}
	for _, t := range tasks {
		byName[t.test] = t
	}
	return r, byName
}

// explore explores one test.
func (r *runner) explore(ctx context.Context, t task, processes int, job worker.Job) TestResult {
	r.opts.Workers, r.opts.Job = processes, job
	return r.all(ctx, []task{t})[0]
}

// However many processes there are, they run the same executions and come to the same verdict.
func TestTeams(t *testing.T) {
	thorough.Not(t)
	r, tests := testRunner(t)
	for _, c := range []struct {
		test, strategy string
		complete       int // executions, 0 if not known
	}{
		{"TestFib", "dpor", 19605}, {"TestLocks", "dpor", 1680}, {"TestLocks", "auto", 0}, {"TestSelect", "dpor", 0}, {"TestSelect", "dfs", 0},
	} {
		job := worker.Job{Strategy: c.strategy, Bound: -1}
		want := r.explore(t.Context(), tests[c.test], 1, job)
		if want.Verdict != OK || c.complete > 0 && want.Result.Complete != c.complete {
			t.Fatalf("%s %s: %+v, want %d complete", c.test, c.strategy, want, c.complete)
		}
		for _, processes := range []int{2, 3} {
			got := r.explore(t.Context(), tests[c.test], processes, job)
			a, b := got.Result, want.Result
			if got.Verdict != OK || a.Executions != b.Executions || a.Complete != b.Complete || a.Redundant != b.Redundant {
				t.Errorf("%s %s, %d processes: %+v, want %+v", c.test, c.strategy, processes, got, want)
			}
		}
	}
}

// A bug is found, a budget kept, and nothing claimed where a process died.
func TestTeamsEnd(t *testing.T) {
	thorough.Not(t)
	r, tests := testRunner(t)
	for _, c := range []struct {
		test    string
		job     worker.Job
		verdict Verdict
	}{
		{"TestLost", worker.Job{Strategy: "dpor"}, Buggy},
		{"TestDies", worker.Job{Strategy: "dpor"}, Error},
		{"TestFib", worker.Job{Strategy: "dpor", Max: 15000}, Incomplete},
		{"TestFib", worker.Job{Strategy: "dfs", Time: time.Second}, Incomplete},
		{"TestFib", worker.Job{Strategy: "random", Max: 30000}, Incomplete},
		{"TestFib", worker.Job{Strategy: "pct", Max: 30000}, Incomplete},
	} {
		got := r.explore(t.Context(), tests[c.test], 2, c.job)
		if got.Verdict != c.verdict || c.job.Max > 0 && got.Result.Executions != c.job.Max || got.Result.Exhausted {
			t.Errorf("%s: %+v, want %s", c.test, got, c.verdict)
		}
	}
}

// A search that is cancelled says how far it came.
func TestCancel(t *testing.T) {
	thorough.Not(t)
	r, tests := testRunner(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r.opts.Progress = func(p Progress) {
		if p.Executions > 1000 {
			cancel()
		}
	}
	got := r.explore(ctx, tests["TestFib"], 2, worker.Job{Strategy: "dfs"})
	if got.Verdict != Incomplete || got.Result.Executions == 0 {
		t.Errorf("%+v", got)
	}
}

// A process that does not say when its budget is spent is not waited for.
func TestOverdue(t *testing.T) {
	thorough.Not(t)
	r, tests := testRunner(t)
	r.grace = 10 * time.Millisecond
	got := r.explore(t.Context(), tests["TestEndless"], 1, worker.Job{Strategy: "dpor", Bound: -1, Time: 10 * time.Millisecond})
	if got.Verdict != Incomplete || got.Reason == "" { // had it been waited for, it would have been found out to make no step
		t.Errorf("%s %s", got.Verdict, got.Reason)
	}
}

// A failure that no schedule and no choice decides, and that is not there outside control, is no bug.
func TestUnexplained(t *testing.T) {
	thorough.Not(t)
	r, tests := testRunner(t)
	for name, want := range map[string]Verdict{"TestStack": Error, "TestFailsAlways": Buggy, "TestFailsByChoice": Buggy} {
		got := r.explore(t.Context(), tests[name], 1, worker.Job{Strategy: "dpor", Bound: -1, Time: time.Minute})
		if got.Verdict != want {
			t.Errorf("%s: %s %s, want %s", name, got.Verdict, got.Reason, want)
		}
	}
}
