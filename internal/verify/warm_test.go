package verify

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// A change is made to the module in testdata/warm.txtar, here and there.
type change struct {
	what      string
	file      string // what is edited, unless it is the tags
	old, text string // of the file; all of it if old is empty, and no file if text is, too
	tags      string
	concerns  string // a function of which another is said, with its package: of another one than the file, unless the writer itself is at fault
}

var changes = []change{
	{what: "body of a callee", file: "lib/lib.go", old: "	// lib.Touch\n", text: "	Mu.Lock()\n	defer Mu.Unlock()\n", concerns: "m/user.Held"},
	{what: "annotation", file: "lib/lib.go", old: "// Pick picks.\n", text: "// Pick picks.\n//\n//calvin:requires n > 0\n", concerns: "m/user.Picked"},
	{what: "goroutine that is handed an object", file: "app/main.go", old: "	user.Resize(c)\n", text: "	go user.Resize(c)\n", concerns: "m/user.Resize"},
	{what: "writer", file: "app/writer.go", text: "package main\n\nimport \"m/lib\"\n\nfunc write() { go func() { lib.Limit = 3 }() }\n", concerns: "m/app.write$1"},
	{what: "guard", file: "lib/lib.go", old: "// Limit is read by all, and written by nobody.\n", text: "//calvin:guarded_by Mu\n", concerns: "m/user.Limited"},
	{what: "type", file: "lib/lib.go", old: "type Cell = atomic.Int32", text: "type Cell = Plain\n\nvar _ atomic.Int32", concerns: "m/user.Both"},
	{what: "tag", tags: "tagged", concerns: "m/app.tagged$1"},
	{what: "version of Go", file: "go.mod", old: "go 1.26", text: "go 1.21", concerns: "m/user.Sums"},
	{what: "version of a module", file: "go.mod", old: "./dep1", text: "./dep2", concerns: "m/user.Picked"},
	{what: "no caller", file: "app/main.go", concerns: "m/app.main"},
}

// warm runs calvin on the module, as it is after changes.
type warm struct {
	dir    string
	module *txtar.Archive
	store  *cache.Store
}

func newWarm(t *testing.T) *warm {
	module, err := txtar.ParseFile("testdata/warm.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return &warm{t.TempDir(), module, openStore(t)}
}

// write makes the changes, and none of those of before. It returns the tags.
func (w *warm) write(t *testing.T, changes ...change) (tags string) {
	t.Helper()
	files := map[string]string{}
	for _, f := range w.module.Files {
		files[f.Name] = string(f.Data)
	}
	for _, c := range changes {
		switch was, ok := files[c.file]; {
		case c.tags != "":
			tags = c.tags
		case c.old == "" && c.text == "":
			delete(files, c.file)
		case c.old == "":
			files[c.file] = c.text
		case ok && !strings.Contains(was, c.old):
			t.Fatalf("%s has no %q", c.file, c.old)
		case ok:
			files[c.file] = strings.Replace(was, c.old, c.text, 1)
		}
	}
	app := filepath.Join(w.dir, "app")
	if err := os.RemoveAll(app); err != nil {
		t.Fatal(err)
	}
	write := into(t, w.dir)
	for name, text := range files {
		write(name, text)
	}
	return tags
}

// run checks the module as the command does by default. It returns the outcome, and all that is told of it.
func (w *warm) run(t *testing.T, tags string, store *cache.Store) (*Result, string) {
	t.Helper()
	checks := AllChecks
	checks.Panics = false
	r, err := Run(t.Context(), Options{Load: load.Config{Dir: w.dir, Tags: tags}, Patterns: []string{"./..."}, Checks: checks, Infer: true, Workers: 2, Cache: store, Faults: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	text := rendered(t, r, func(*report.Diagnostic) {})
	for _, typ := range r.Types {
		text += fmt.Sprintf("%+v\n", typ)
	}
	for _, p := range r.Inferred {
		text += fmt.Sprintf("%+v\n", *p)
	}
	return r, text
}

// said is what a result says of a function.
func said(r *Result, function string) string {
	for _, f := range r.Functions {
		if f.Package+"."+f.Function == function {
			return fmt.Sprint(f.Verdict, f.Reason)
		}
	}
	return "nothing"
}

// TestWarm makes one change after the other, each of which has something else said of a function, and takes it back.
// What is said with all that earlier runs have left in the cache is what is said without a cache, byte for byte.
func TestWarm(t *testing.T) {
	some := changes
	if !thorough.All() {
		some = some[:3]
	}
	w := newWarm(t)
	first, before := w.run(t, w.write(t), w.store)
	for _, f := range first.Functions {
		if f.Verdict != report.Verified {
			t.Fatalf("%s is %v to begin with: %s", f.Function, f.Verdict, f.Reason)
		}
	}
	for _, c := range some {
		tags := w.write(t, c)
		cold, want := w.run(t, tags, nil)
		if said(cold, c.concerns) == said(first, c.concerns) {
			t.Errorf("%s: the same is said of %s", c.what, c.concerns)
		}
		_, got := w.run(t, tags, w.store)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-without +with what is in the cache):\n%s", c.what, diff)
		}
		if _, got := w.run(t, w.write(t), w.store); got != before {
			t.Errorf("%s, taken back (-before +now):\n%s", c.what, cmp.Diff(before, got))
		}
	}
}

// TestWarmAtRandom makes several changes, takes some back, and makes others.
func TestWarmAtRandom(t *testing.T) {
	thorough.Only(t)
	w, draw, made := newWarm(t), rand.New(rand.NewPCG(3, 4)), map[int]bool{}
	recalled := 0
	for step := range 40 {
		for range 1 + draw.IntN(2) {
			if n := draw.IntN(len(changes)); made[n] {
				delete(made, n)
			} else {
				made[n] = true
			}
		}
		var all []change
		var names []string
		for _, n := range slices.Sorted(maps.Keys(made)) {
			all, names = append(all, changes[n]), append(names, changes[n].what)
		}
		all = append(all, change{file: "aside/aside.go", old: "c.n += 1", text: fmt.Sprintf("c.n += %d", step+2)}) // nothing is known of the whole
		tags := w.write(t, all...)
		_, want := w.run(t, tags, nil)
		r, got := w.run(t, tags, w.store)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %q (-without +with what is in the cache):\n%s", names, diff)
		}
		recalled += int(r.Stats.recalled.Load())
	}
	if recalled == 0 {
		t.Error("no function was known from an earlier run, so there was nothing to compare")
	}
}
