package explore

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/calvin-go/calvin/explore/internal/asserting"
	"github.com/calvin-go/calvin/explore/slice"
	"github.com/calvin-go/calvin/explore/worker"
)

var (
	programs = flag.Int("programs", 12, "how many random programs to compare pred with dfs on, as tests in Go")
	seed     = flag.Uint64("seed", 1, "seed of the first one")
)

// Random programs with random assertions, as tests in Go that are instrumented and sliced: pred, with any of its parts, finds
// a failure exactly when dfs does. For more: go test ./explore -run PredOnSource -args -programs 1000
func TestPredOnSource(t *testing.T) {
	const batch = 200 // programs of a package
	for done := 0; done < *programs; done += batch {
		var list []*asserting.Program
		for k := done; k < min(done+batch, *programs); k++ {
			list = append(list, asserting.Generate(*seed+uint64(k)))
		}
		comparePred(t, list)
	}
}

// comparePred compares the strategies on some programs.
func comparePred(t *testing.T, list []*asserting.Program) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module random\n\ngo 1.26\n")
	write("random_test.go", asserting.Source("random", list))
	r := buildSmall(t, dir)
	r.program = slice.New(r.build.Fset, r.build.Packages, sitesOf(r.build))
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	buggy, executions := 0, [2]int{}
	for k, task := range tasks {
		job := worker.Job{Strategy: "dfs", Bound: -1, Max: 30000, VisibleAll: true, IgnoreRaces: true}
		want := r.explored(t, task, job)
		if want.Verdict == Incomplete {
			continue
		}
		if want.Verdict == Buggy {
			buggy++
		}
		executions[0] += want.Result.Executions
		job.Strategy = "pred"
		for _, parts := range asserting.Combinations() {
			job.Parts = parts
			got := r.explored(t, task, job)
			executions[1] += got.Result.Executions
			if got.Verdict != want.Verdict {
				t.Errorf("dfs: %s %s, pred with %+v: %s %s\n%v", want.Verdict, want.Reason, parts, got.Verdict, got.Reason, list[k])
				break
			}
		}
	}
	t.Logf("%d programs, %d with a failure; executions of dfs and of pred: %v", len(tasks), buggy, executions)
}
