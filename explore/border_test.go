package explore

import (
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// border has tests that call code which is not instrumented.
const border = "testdata/border"

// TestBorder explores them.
func TestBorder(t *testing.T) { smallTests(t, border, 57) }

// TestBorderStrategies: all strategies that run every schedule say the same of them.
func TestBorderStrategies(t *testing.T) {
	thorough.Only(t)
	known := answers(t, border)
	r := buildTests(t, instrument.Config{Dir: border})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range []string{"dpor", "dfs", "bpor", "fusion"} {
		for _, k := range tasks {
			want := OK
			if known[k.test].kind != "" {
				want = Buggy
			}
			out := r.explored(t, k, worker.Job{Strategy: strategy, Bound: -1, Time: time.Minute, Seed: 1})
			if out.Verdict != want || want == Buggy && out.Result.Bugs[0].Kind != known[k.test].kind {
				t.Errorf("-strategy=%s: %s: %s %s, want %s %s", strategy, k.test, out.Verdict, out.Reason, want, known[k.test].kind)
			}
		}
	}
}
