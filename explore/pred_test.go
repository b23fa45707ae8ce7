package explore

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/exploretest/asserting"
	"github.com/calvin-go/calvin/internal/thorough"
)

var (
	programs = flag.Int("programs", 12, "how many random programs to compare pred with dfs on, as tests in Go")
	seed     = flag.Uint64("seed", 1, "seed of the first one")
)

// Random programs with random assertions, as tests in Go that are instrumented and sliced: pred, with any of its parts,
// finds a failure exactly when dfs does; and what auto claims after a few executions holds. For more: go test ./explore
// -run PredOnSource -args -programs 1000
func TestPredOnSource(t *testing.T) {
	thorough.Not(t)
	const batch = 200 // programs of a package
	for done := 0; done < *programs; done += batch {
		var list []*asserting.Program
		for k := done; k < min(done+batch, *programs); k++ {
			list = append(list, asserting.Generate(*seed+uint64(k)))
		}
		comparePred(t, list)
	}
}

// buildSliced instruments the package in dir, with what it takes to slice its tests.
func buildSliced(t *testing.T, dir string) *runner {
	t.Helper()
	r := buildTests(t, instrument.Config{Dir: dir, Names: true})
	if _, err := r.meaning.slicerOf(r.build); err != nil {
		t.Fatal(err)
	}
	return r
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
	r := buildSliced(t, dir)
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	buggy, proved, executions := 0, 0, [2]int{}
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
		job.Strategy, job.Max = "auto", 48
		auto := r.explored(t, task, job)
		if want.Verdict == Buggy && (auto.Verdict == OK || auto.NoFailure) {
			t.Errorf("dfs: %s, auto: %s, no failure: %t\n%v", want.Verdict, auto.Verdict, auto.NoFailure, list[k])
		}
		if auto.NoFailure {
			proved++
		}
		job.Strategy, job.Max = "pred", 30000
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
	t.Logf("%d programs, %d with a failure, %d where auto does not end and pred does; executions of dfs and of pred: %v", len(tasks), buggy, proved, executions)
}

// What the paper claims of its programs, and that pred runs no more executions than dpor on any.
func TestPredOnPrograms(t *testing.T) {
	thorough.Not(t)
	claims := map[string]int{ // executions
		"TestIndexer12": 1, "TestIndexer13": 1, "TestIndexer14": 1, "TestIndexer15": 1, // figure 2
		"TestHalves8": 1, "TestReadWriteWrite": 2, // figures 8 and 9
		"TestHash8": 1, "TestList3": 1, "TestSkipList3": 1,
	}
	dir, err := filepath.Abs("testdata/reduction")
	if err != nil {
		t.Fatal(err)
	}
	r := buildSliced(t, dir)
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		job := worker.Job{Strategy: "dpor", Bound: -1, Max: 300, VisibleAll: true}
		dpor := r.explored(t, task, job)
		job.Strategy, job.Parts = "pred", strategy.AllParts
		pred := r.explored(t, task, job)
		if dpor.Verdict != Incomplete && pred.Verdict != dpor.Verdict {
			t.Errorf("%s: pred: %s %s, dpor: %s", task.test, pred.Verdict, pred.Reason, dpor.Verdict)
		}
		if n, most := pred.Result.Executions, dpor.Result.Executions; n > most {
			t.Errorf("%s: pred ran %d executions, dpor %d", task.test, n, most)
		}
		if n := claims[task.test]; n > 0 && pred.Result.Executions != n {
			t.Errorf("%s: pred ran %d executions, want %d", task.test, pred.Result.Executions, n)
		}
		delete(claims, task.test)
	}
	for name := range claims {
		t.Errorf("there is no %s", name)
	}
}

// TestPredOnSmall compares what pred finds in the small tests with what is known of them. Races and livelocks it may find.
func TestPredOnSmall(t *testing.T) {
	thorough.Only(t)
	dir, err := filepath.Abs("testdata/small")
	if err != nil {
		t.Fatal(err)
	}
	known := answers(t, dir)
	r := buildSliced(t, dir)
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		kind := known[task.test].kind
		job := worker.Job{Strategy: "pred", Parts: strategy.AllParts, Bound: -1, Max: 5000, Time: 5 * time.Second, VisibleAll: true}
		job.ClockAny = strings.HasSuffix(task.test, "ClockAny")
		out := r.explored(t, task, job)
		switch {
		case kind == rt.Race || kind == rt.Livelock || out.Verdict == Incomplete:
		case kind == "" && out.Verdict != OK, kind != "" && out.Verdict != Buggy:
			t.Errorf("%s: %s %s, want %q", task.test, out.Verdict, out.Reason, kind)
		}
		if out.Verdict == Incomplete {
			t.Logf("%s: incomplete %s", task.test, out.Reason)
		}
	}
}
