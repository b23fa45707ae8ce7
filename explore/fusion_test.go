package explore

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/exploretest/written"
	"github.com/calvin-go/calvin/internal/thorough"
)

var (
	writtenPrograms = flag.Int("written", 24, "on how many random programs in Go fusion is compared with dfs")
	writtenSeed     = flag.Uint64("written-seed", 1, "seed of the first")
)

// On random programs with random assertions fusion finds a failure exactly when dfs does. For more:
//
//	go test ./explore -run TestFusionFindsWhatDFSFinds -args -written 10000
func TestFusionFindsWhatDFSFinds(t *testing.T) {
	thorough.Not(t)
	batch := min((*writtenPrograms+1)/2, 200) // programs in one test binary
	var sum tally
	for done := 0; done < *writtenPrograms; done += batch {
		visible := done/batch%2 == 0
		compareWritten(t, *writtenSeed+uint64(done), min(batch, *writtenPrograms-done), visible, &sum)
	}
	t.Logf("%+v", sum)
	if sum.Failing == 0 || sum.Passing == 0 || sum.Pruned == 0 {
		t.Error("there is nothing to compare")
	}
}

// A tally says how much a comparison is worth.
type tally struct {
	Failing, Passing  int // programs, by what dfs finds
	Left              int // with too many schedules for dfs
	Pruned            int // that pass, and where fusion runs fewer executions than dpor
	DFS, DPOR, Fusion int // executions of those that pass
}

func compareWritten(t *testing.T, seed uint64, n int, visible bool, sum *tally) {
	dir := t.TempDir()
	source := written.Header
	for k := range n {
		source += written.Test(fmt.Sprintf("Test%d", seed+uint64(k)), seed+uint64(k))
	}
	for name, text := range map[string]string{"go.mod": "module written\n\ngo 1.26\n", "written_test.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := buildTests(t, instrument.Config{Dir: dir})
	defer r.meaning.close()
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		run := func(strategy string) TestResult {
			return r.explored(t, task, worker.Job{Strategy: strategy, Bound: -1, Max: maxWritten, VisibleAll: visible})
		}
		dfs := run("dfs")
		if dfs.Verdict == Incomplete {
			sum.Left++
			continue
		}
		fusion := run("fusion")
		if dfs.Verdict != fusion.Verdict {
			t.Errorf("%s, all accesses visible: %t: dfs: %s, fusion: %s %s", task.test, visible, dfs.Verdict, fusion.Verdict, fusion.Reason)
		}
		if dfs.Verdict == Buggy {
			sum.Failing++
			continue
		}
		dpor := run("dpor")
		sum.Passing++
		sum.DFS += dfs.Result.Executions
		sum.DPOR += dpor.Result.Executions
		sum.Fusion += fusion.Result.Executions
		if fusion.Result.Executions < dpor.Result.Executions {
			sum.Pruned++
		}
	}
}

// maxWritten is how many executions dfs may run; a program with more is left out.
const maxWritten = 20000
