package testdata

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verifytest/mutant"
)

// sample is how much of the mutants the tests run, an eighth of it where those do not run that take long;
// "go run ./internal/tools/mutate" runs them all.
var sample = flag.Uint("sample", 64, "run about one in `n` mutants with -all, one in eight times as many without")

// TestMutants checks that a sample of the mutants of the examples is killed, each for the reason that is on record, but
// for those that are known to be equivalent.
func TestMutants(t *testing.T) {
	if killed := mutants(t, sourcesBelow(t, "examples"), "mutate"); killed < 120 {
		t.Errorf("%d mutants are killed, want at least 120", killed)
	}
}

// TestMutantsOfStudies does the same for the case studies that keep lists of mutants.
func TestMutantsOfStudies(t *testing.T) {
	var lists []string
	for _, pattern := range []string{"../examples/*/testdata/killed.golden", "../examples/contracts/*/testdata/killed.golden"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, found...)
	}
	killed, sources := 0, sourcesBelow(t, "../examples")
	for _, l := range lists {
		kept := filepath.Dir(l)
		dir, err := filepath.Abs(filepath.Dir(kept))
		if err != nil {
			t.Fatal(err)
		}
		var own []*mutant.Source
		for _, s := range sources {
			if filepath.Dir(s.Package.GoFiles[0]) == dir {
				own = append(own, s)
			}
		}
		killed += mutants(t, own, kept)
	}
	if killed < 2000 {
		t.Errorf("%d mutants are killed, want at least 2000", killed)
	}
}

func sourcesBelow(t *testing.T, dir string) []*mutant.Source {
	t.Helper()
	sources, err := mutant.Load(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// mutants runs a sample of the mutants of packages, and returns how many the lists in kept have as killed.
func mutants(t *testing.T, sources []*mutant.Source, kept string) int {
	t.Helper()
	lists, err := mutant.ReadLists(kept)
	if err != nil {
		t.Fatal(err)
	}
	every := uint32(*sample)
	cases := mutant.Cases(sources, func(m *mutant.Mutant) bool {
		if m.Sampled(8 * every) {
			return thorough.Usual()
		}
		return thorough.All() && m.Sampled(every)
	})
	results, err := mutant.Run(t.Context(), cases, mutant.Verify, func(mutant.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range lists.Compare(results, sources) {
		t.Error(err)
	}
	var b strings.Builder
	if err := mutant.WriteTable(&b, mutant.Tally(results, lists)); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + b.String())
	return len(lists.Killed)
}
