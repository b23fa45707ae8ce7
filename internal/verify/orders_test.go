package verify

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
)

// TestOrders edits bodies in one package that make a circle of locks with others, by all that leads to a lock, and
// takes them back: what an earlier run found of the order of locks counts only where it is what this one would find.
func TestOrders(t *testing.T) {
	thorough.Not(t)
	module, err := txtar.ParseFile(filepath.Join("testdata", "orders.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir, store := t.TempDir(), openStore(t)
	write := into(t, dir)
	run := func(e edit) (cold, warm *Result) {
		t.Helper()
		for _, f := range module.Files {
			write(f.Name, strings.Replace(string(f.Data), "// "+e.at+"\n", e.text+"\n", 1))
		}
		opts := Options{Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, Checks: AllChecks, Workers: 2, All: true, Faults: t.TempDir()}
		cold, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		opts.Cache = store
		if warm, err = Run(t.Context(), opts); err != nil {
			t.Fatal(err)
		}
		return cold, warm
	}
	circles := func(r *Result) (n int) {
		for _, d := range r.Findings {
			if strings.Contains(d.Message, "deadlock") || strings.Contains(d.Message, "wait for each other") {
				n++
			}
		}
		return n
	}
	for _, test := range []struct {
		edit
		circle bool
	}{
		{edit{"main.main", "n := 3"}, false},
		{edit{"main.handle", "lib.B.Lock(); lib.B.Unlock()"}, true},
		{edit{"main.handle", "if n > 3 { println(n) }"}, false},
		{edit{"main.main", "lib.Install(other)"}, true},
		{edit{"main.main", "n := 3 * 7"}, false},
		{edit{"main.Serve", "lib.With(impl.U{})"}, true},
		{edit{"impl.Do", "lib.B.Lock(); lib.B.Unlock()"}, true},
		{edit{"impl.Do", "var x int; x++"}, false},
		{edit{"main.Serve", "lib.Run(func() { lib.B.Lock(); lib.B.Unlock() })"}, true},
		{edit{"main.Serve", "lib.A.Lock(); lib.B.Lock(); lib.B.Unlock(); lib.A.Unlock()"}, true},
		{edit{"main.Serve", "var own sync.WaitGroup; own.Add(1); go func() { lib.A.Lock(); lib.A.Unlock(); own.Done() }(); lib.A.Lock(); own.Wait(); lib.A.Unlock()"}, true},
		{edit{"main.Serve", "lib.A.Lock(); lib.A.Unlock(); lib.B.Lock(); lib.B.Unlock()"}, false},
		{edit{"main.main", "n := 3"}, false},
	} {
		if test.at == "main.main" && strings.HasPrefix(test.text, "n :=") {
			test.text += "; println(n)"
		}
		cold, warm := run(test.edit)
		if n := circles(cold); (n > 0) != test.circle {
			t.Errorf("%s: %d circles of locks, without a cache: %s", test.text, n, told(t, cold))
		}
		if diff := cmp.Diff(told(t, cold), told(t, warm)); diff != "" {
			t.Errorf("%s: (-without +with what is in the cache):\n%s", test.text, diff)
		}
	}
}
