package verify

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
)

// TestRandomEdits edits a module again and again: at a few places, with what others have to do with or have not, and
// back. After each edit, what is found with all that earlier runs have left in the cache is what is found without a
// cache.
func TestRandomEdits(t *testing.T) {
	thorough.Only(t)
	module, err := txtar.ParseFile("testdata/packages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	const steps = 10
	dir, store, draw := t.TempDir(), openStore(t), rand.New(rand.NewPCG(1, 2))
	write := into(t, dir)
	at := map[string]string{} // what stands at each place that is edited
	recalled := 0
	for step := range steps {
		if step > 0 {
			e := append(edits, hooked)[draw.IntN(len(edits)+1)]
			if at[e.at] == e.text || draw.IntN(4) == 0 {
				delete(at, e.at)
			} else {
				at[e.at] = e.text
			}
		}
		for _, f := range module.Files {
			text := string(f.Data)
			for place, edit := range at {
				text = strings.Replace(text, "// "+place+"\n", edit+"\n", 1)
			}
			write(f.Name, text)
		}
		opts := Options{Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, Checks: AllChecks, Workers: 2, All: true, Faults: t.TempDir()}
		cold, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		opts.Cache = store
		warm, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(told(t, cold), told(t, warm)); diff != "" {
			t.Errorf("with %v (-without +with what is in the cache):\n%s", at, diff)
		}
		recalled += int(warm.Stats.recalled.Load())
	}
	if recalled == 0 { // most edits here concern the other packages
		t.Error("no function was known from an earlier run, so there was nothing to compare")
	}
}
