package explore

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// Tests that depend on when timers fire have the answer that is known whichever strategy explores them to the end.
func TestClock(t *testing.T) {
	dir, err := filepath.Abs("testdata/clock")
	if err != nil {
		t.Fatal(err)
	}
	known := answers(t, dir)
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != len(known) || len(tasks) < 15 {
		t.Errorf("%d tests are explored, want %d", len(tasks), len(known))
	}
	for _, k := range tasks {
		strategies := []string{"dfs", "dpor", "bpor", "auto"}
		if known[k.test].kind != rt.Race {
			strategies = append(strategies, "pred")
		}
		for _, s := range strategies {
			t.Run(k.test+"/"+s, func(t *testing.T) {
				thorough.OneIn(t, 4)
				agrees(t, r, k, known[k.test], s)
			})
		}
	}
}

// agrees explores a test and compares what is found with what is known.
func agrees(t *testing.T, r *runner, k task, known *answer, strategy string) {
	job := worker.Job{Strategy: strategy, Bound: -1, Time: time.Minute, Seed: 1, VisibleAll: worker.FailuresOnly[strategy]}
	job.ClockAny = strings.HasSuffix(k.test, "ClockAny")
	out := r.explored(t, k, job)
	if job.ClockAny && !out.Result.Timed {
		t.Error("it has timers, and the result does not say so")
	}
	if known.kind == "" {
		if out.Verdict != OK {
			t.Errorf("%s %s after %d executions", out.Verdict, out.Reason, out.Result.Executions)
		}
		return
	}
	if out.Verdict != Buggy {
		t.Fatalf("%s after %d executions, want a %s", out.Verdict, out.Result.Executions, known.kind)
	}
	b := out.Result.Bugs[0]
	if at := fmt.Sprintf("%s:%d", filepath.Base(b.Position.File), b.Position.Line); b.Kind != known.kind || !slices.Contains(known.lines, at) {
		t.Errorf("%s: %s: %s, want a %s at %v", at, b.Kind, b.Message, known.kind, known.lines)
	}
}
