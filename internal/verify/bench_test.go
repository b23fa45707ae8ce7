package verify

import (
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
)

// BenchmarkPaper checks the counter and the allocator of the Calvin-R paper, annotated as they are there, and reports what
// of the time went into the solver, summed up over the workers.
func BenchmarkPaper(b *testing.B) {
	opts := Options{
		Load:     load.Config{Dir: "../.."},
		Patterns: []string{"./testdata/examples/counterline", "./testdata/examples/allocatorwitness"},
		Checks:   AllChecks, Panics: true,
		Workers: runtime.GOMAXPROCS(0),
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

// BenchmarkUnchanged checks the examples when nothing has changed, and reports how long that takes compared with go vet,
// which has run before as well. They take turns, so that what else the machine does burdens both.
func BenchmarkUnchanged(b *testing.B) {
	const pattern = "./testdata/examples/..."
	store, err := cache.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	check := func() {
		opts := Options{Load: load.Config{Dir: "../.."}, Patterns: []string{pattern}, Checks: AllChecks, Panics: true, Workers: runtime.GOMAXPROCS(0), Cache: store}
		if _, err := Run(b.Context(), opts); err != nil {
			b.Fatal(err)
		}
	}
	vet := func() {
		cmd := exec.CommandContext(b.Context(), "go", "vet", pattern)
		cmd.Dir = "../.."
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	check()
	vet()
	var ratios []float64
	for b.Loop() {
		start := time.Now()
		check()
		checked := time.Since(start)
		start = time.Now()
		vet()
		ratios = append(ratios, checked.Seconds()/time.Since(start).Seconds())
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "vets/op")
}
