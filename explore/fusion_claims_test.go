package explore

import (
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// Table 1 of "Symbolic Pruning of Concurrent Program Executions": whether the property holds, and the traces that Fusion
// needs. A failure that the solver has found is run once more, which is no trace of its own. (The rows that take longer are
// in the table that internal/tools/explorereduction prints.)
func TestFusionNeedsNoMoreTracesThanThePaper(t *testing.T) {
	thorough.Not(t)
	want := []struct {
		test   string
		holds  bool
		traces int
	}{
		{"TestFa02_1", false, 1}, {"TestFa02_5", false, 1},
		{"TestPBch4_5", false, 2}, {"TestPBch4_10", false, 2},
		{"TestPBch4ok1", true, 4}, {"TestPBch4ok3", true, 11}, {"TestPBch4ok4", true, 18}, {"TestPBch4ok5", true, 27},
		{"TestDynRec0", false, 1}, {"TestDynRec1", false, 3}, {"TestDynRec2", false, 5},
	}
	r, err := Run(context.Background(), Options{
		Config: instrument.Config{Dir: "testdata/reduction"}, Workers: 1,
		Run: regexp.MustCompile("^Test(Fa02_[15]|PBch4_5|PBch4_10|PBch4ok[1345]|DynRec[012])$"),
		Job: worker.Job{Strategy: "fusion", Bound: -1, Time: time.Minute, VisibleAll: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]TestResult{}
	for _, x := range r.Tests {
		got[x.Test] = x
	}
	for _, w := range want {
		x := got[w.test]
		traces := x.Result.Executions
		if !w.holds {
			traces--
		}
		if (x.Verdict == OK) != w.holds || (x.Verdict == Buggy) == w.holds || traces > w.traces {
			t.Errorf("%s: %s with %d traces, want %t with at most %d", w.test, x.Verdict, traces, w.holds, w.traces)
		}
	}
}
