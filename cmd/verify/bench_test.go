package verify

import (
	"runtime"
	"testing"
	"time"

	"github.com/calvin-go/calvin/load"
)

// BenchmarkPaper checks the counter and the allocator of the Calvin-R paper, annotated as they are there, and reports what
// of the time went into the solver, summed up over the workers.
func BenchmarkPaper(b *testing.B) {
	opts := Options{
		Load:     load.Config{Dir: "../.."},
		Patterns: []string{"./testdata/examples/counterline", "./testdata/examples/allocatorwitness"},
		Checks:   AllChecks,
		Workers:  runtime.GOMAXPROCS(0),
	}
	spent := map[stage]time.Duration{}
	for b.Loop() {
		result, err := Run(b.Context(), opts)
		if err != nil {
			b.Fatal(err)
		}
		if n := len(result.Functions); n == 0 || result.Summary.Verified != n {
			b.Fatalf("%d of %d functions are verified", result.Summary.Verified, n)
		}
		for st := range stages {
			spent[st] += time.Duration(result.Stats.spent[st].Load())
		}
	}
	for st, name := range stageNames {
		b.ReportMetric(spent[stage(st)].Seconds()/float64(b.N), name+"-s/op")
	}
}
