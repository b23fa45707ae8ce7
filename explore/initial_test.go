package explore

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// Initialisation that cannot run twice runs once, and what it leaves is there again in every execution.
func TestInitial(t *testing.T) {
	thorough.Not(t)
	dir, err := filepath.Abs("testdata/initial")
	if err != nil {
		t.Fatal(err)
	}
	r := buildTests(t, instrument.Config{Dir: dir, Patterns: []string{"./..."}})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string][]string{
		"TestClosed":  {"lost.closing", "lost.next"},
		"TestCapture": {"lost.next"},
	}
	for _, k := range tasks {
		for _, s := range []string{"dfs", "auto"} {
			t.Run(k.pkg.Path+"."+k.test+"/"+s, func(t *testing.T) {
				got := r.explored(t, k, worker.Job{Strategy: s, Bound: -1, Time: time.Minute, Seed: 1})
				want := OK
				if k.pkg.Path == "initial/lost" && got.Verdict == Error {
					want = Error // it sees what the execution before has left
				}
				if got.Verdict != want || got.Result.Executions < 2 || !slices.Equal(got.Result.Kept, kept[k.test]) {
					t.Errorf("%s %s %v after %d executions, kept %q", got.Verdict, got.Reason, got.Result.Bugs, got.Result.Executions, got.Result.Kept)
				}
			})
		}
	}
	if len(tasks) != 10 {
		t.Errorf("%d tests", len(tasks))
	}
}
