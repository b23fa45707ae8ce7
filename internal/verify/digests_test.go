package verify

import (
	"testing"

	"github.com/calvin-go/calvin/load"
)

// TestDigests: what is translated alike has one digest, run for run, and what is not has another.
func TestDigests(t *testing.T) {
	digests := func(patterns ...string) map[string]string {
		pkgs, err := load.Load(t.Context(), load.Config{Dir: "../.."}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Digests(pkgs, false)
		if err != nil {
			t.Fatal(err)
		}
		sums, names := map[string]string{}, map[string]string{}
		for _, d := range all {
			name := d.Package + " " + d.Function
			if other := names[d.Sum]; other != "" {
				t.Errorf("%s and %s have one digest", name, other)
			}
			names[d.Sum], sums[name] = name, d.Sum
		}
		return sums
	}
	alone := digests("./testdata/examples/counter", "./testdata/examples/bounded")
	if len(alone) < 12 {
		t.Fatalf("%d digests", len(alone))
	}
	for name, sum := range digests("./testdata/examples/counter", "./testdata/examples/bounded", "./testdata/examples/atomics", "./cache") {
		if alone[name] != "" && alone[name] != sum {
			t.Errorf("%s has another digest beside packages that have nothing to do with it", name)
		}
		delete(alone, name)
	}
	if len(alone) > 0 {
		t.Errorf("without digest: %v", alone)
	}
}
