package explore

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// Packages of other modules that look at the clock are under control, or are named.
func TestClocks(t *testing.T) {
	dir, err := filepath.Abs("testdata/clocks")
	if err != nil {
		t.Fatal(err)
	}
	known := answers(t, dir)
	known["TestBreakerForced"] = &answer{kind: rt.Race, lines: []string{"breaker.go:32", "breaker.go:38"}}
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range tasks {
		t.Run(k.test, func(t *testing.T) {
			thorough.If(t, known[k.test].long)
			small(t, r, k, known[k.test])
			var want []string
			if k.test == "TestRemote" {
				want = []string{"example.com/remote"}
			}
			out := r.explored(t, k, worker.Job{Strategy: "dpor", Bound: -1})
			if !slices.Equal(out.Clocks, want) {
				t.Errorf("%q have the real clock, want %q", out.Clocks, want)
			}
		})
	}
}

// What nobody has asked for can be left as it is. Then the verdicts name it.
func TestClocksAsked(t *testing.T) {
	dir, err := filepath.Abs("testdata/clocks")
	if err != nil {
		t.Fatal(err)
	}
	b, err := instrument.Instrument(t.Context(), instrument.Config{Dir: dir, Asked: true}, sources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if b.Unasked {
		t.Error("packages are instrumented that nobody has asked for")
	}
	if got, want := b.Clocks.Of([]string{"example.com/backoff", "example.com/breaker"}), []string{"example.com/backoff", "example.com/breaker"}; !slices.Equal(got, want) {
		t.Errorf("%q have the real clock, want %q", got, want)
	}
}
