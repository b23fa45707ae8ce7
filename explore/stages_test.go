package explore

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// Where dpor does not come to an end soon auto lets others have their turn, and claims what they claim.
func TestAutoChooses(t *testing.T) {
	thorough.Not(t)
	want := map[string]struct {
		verdict   Verdict
		noFailure bool
	}{
		"TestStateful":  {OK, false},        // dpor ends
		"TestPBch4ok4":  {OK, false},        // fusion does
		"TestIndexer15": {Incomplete, true}, // pred does: there might be data races
		"TestSkipList3": {Incomplete, true},
		"TestPBch4_5":   {Buggy, false}, // whoever finds it
	}
	dir, err := filepath.Abs("testdata/reduction")
	if err != nil {
		t.Fatal(err)
	}
	r := buildSliced(t, dir)
	defer r.meaning.close()
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range want {
		k := slices.IndexFunc(tasks, func(k task) bool { return k.test == name })
		if k < 0 {
			t.Errorf("there is no %s", name)
			continue
		}
		out := r.explored(t, tasks[k], worker.Job{Strategy: "auto", Bound: 0, Max: 250, Seed: 1})
		if out.Verdict != w.verdict || out.NoFailure != w.noFailure {
			t.Errorf("%s: %s, no failure: %t %s, want %s, %t", name, out.Verdict, out.NoFailure, out.Reason, w.verdict, w.noFailure)
		}
		t.Logf("%s: %s in %d executions", name, out.Verdict, out.Result.Executions)
		if n := out.Result.Executions; n > 250 {
			t.Errorf("%s: %d executions are more than there may be", name, n)
		}
	}
}
