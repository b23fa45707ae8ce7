package testdata

import (
	"flag"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/testdata/mutant"
)

// sample is how much of the mutants TestMutants runs; "go run ./testdata/mutate" runs them all.
var sample = flag.Uint("sample", 64, "run about one in `n` mutants")

// TestMutants checks that a sample of the mutants of the examples is killed, each for the reason that is on record, but
// for those that are known to be equivalent.
func TestMutants(t *testing.T) {
	sources, err := mutant.Load(t.Context(), "examples")
	if err != nil {
		t.Fatal(err)
	}
	lists, err := mutant.ReadLists("mutate")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(lists.Killed); got < 120 {
		t.Errorf("%d mutants are killed, want at least 120", got)
	}
	cases := mutant.Cases(sources, func(m *mutant.Mutant) bool { return m.Sampled(uint32(*sample)) })
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
}
