package explore

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// A goroutine that goes on in time after the test is not found to be a leak, so nothing is complete; one that ends is fine.
func TestTicking(t *testing.T) {
	thorough.Only(t)
	dir, err := filepath.Abs("testdata/ticking")
	if err != nil {
		t.Fatal(err)
	}
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]Verdict{ // without and with -leaks=ignore
		"TestTicks": {Incomplete, OK},

		"TestTicksFromBefore": {Incomplete, OK},

		"TestRetries":    {Buggy, OK},
		"TestPolls":      {Incomplete, OK},
		"TestEnds":       {OK, OK},
		"TestLong":       {OK, OK},
		"TestNobody":     {OK, OK},
		"TestBesides":    {Buggy, OK},
		"TestWakes":      {OK, OK},
		"TestCleans":     {Incomplete, OK},
		"TestPanicsLate": {Buggy, Buggy},
	}
	for _, k := range tasks {
		for i, ignore := range []bool{false, true} {
			for _, s := range []string{"dfs", "auto"} {
				got := r.explored(t, k, worker.Job{Strategy: s, Bound: -1, Time: 20 * time.Second, Seed: 1, IgnoreLeaks: ignore})
				if got.Verdict != want[k.test][i] {
					t.Errorf("%s, %s, leaks ignored %t: %s %s %v, want %s", k.test, s, ignore, got.Verdict, got.Reason, got.Result.Bugs, want[k.test][i])
				}
			}
		}
	}
	if len(tasks) != len(want) {
		t.Errorf("%d tests", len(tasks))
	}
}
