package verify

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// told is what the JSON form says of a result, without times and what was cached; and, of several counterexamples that there
// may be, without the one that the solver came upon, which depends on what it was asked before.
func told(t *testing.T, r *Result) string {
	t.Helper()
	return rendered(t, r, func(d *report.Diagnostic) { d.Values, d.Trace = nil, nil })
}

func rendered(t *testing.T, r *Result, change func(*report.Diagnostic)) string {
	t.Helper()
	var b bytes.Buffer
	out := report.NewJSON(&b, "")
	for _, d := range r.Findings {
		c := *d
		d = &c
		change(d)
		if err := out.Diagnostic(d); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range r.Functions {
		f.Seconds, f.Cached = 0, false
		if err := out.Function(f); err != nil {
			t.Fatal(err)
		}
	}
	r.Summary.Seconds = 0
	if err := out.Summary(r.Summary); err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`"limit":"[^"]*"`).ReplaceAllString(b.String(), "")
}

// cached counts the functions that no solver was asked about.
func cached(r *Result) int {
	n := 0
	for _, f := range r.Functions {
		if f.Cached {
			n++
		}
	}
	return n
}

func openStore(t *testing.T) *cache.Store {
	t.Helper()
	s, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestUnchanged: the second run says the same as the first, in all it says, and asks no solver; nor does one that proves
// anew ask for what it knows.
func TestUnchanged(t *testing.T) {
	for _, dir := range []string{"wrong/race", "wrong/contracts", "wrong/guards", "unsupported/sync", "directives/syntax"} {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			run := func(s *cache.Store) *Result {
				r, err := Run(t.Context(), Options{Load: load.Config{Dir: filepath.Join("../../testdata/bad", dir)}, Checks: AllChecks, Panics: true, Workers: 2, Cache: s})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			s := openStore(t)
			first := run(s)
			if n := cached(first); n > 0 {
				t.Errorf("%d functions are cached in the first run", n)
			}
			whole := func(*report.Diagnostic) {}
			want := rendered(t, first, whole)
			second := run(s)
			if diff := cmp.Diff(want, rendered(t, second, whole)); diff != "" {
				t.Errorf("first and second run: %s", diff)
			}
			for _, f := range second.Functions {
				if f.Goals > 0 && !f.Cached {
					t.Errorf("%s is proved anew", f.Function)
				}
			}
			if n := second.Stats.spent[stageTranslation].Load(); n > 0 {
				t.Error("the second run translates")
			}
		})
	}
}

const account = `package m

import "sync"

type Account struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:requires n > 0
//calvin:atomic
//calvin:modifies a.n
//calvin:ensures  a.n == old(a.n)+n
func (a *Account) Put(n int) {
	a.mu.Lock()
	a.n += n
	a.mu.Unlock()
}

func (a *Account) Two() {
	a.Put(1)
	a.Put(1)
}
`

// TestChanged changes one thing after the other in a module that was verified: each run says what it says without a cache.
// Were one of them to be taken for the run before, it would say something else.
func TestChanged(t *testing.T) {
	thorough.Not(t)
	dir, s := t.TempDir(), openStore(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	run := func(s *cache.Store, change func(*Options)) *Result {
		t.Helper()
		opts := Options{Load: load.Config{Dir: dir}, Checks: AllChecks, Panics: true, Workers: 2, Cache: s, Faults: t.TempDir()}
		if change != nil {
			change(&opts)
		}
		r, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	edit := func(old, new string) func() {
		return func() {
			t.Helper()
			if strings.Count(account, old) < 1 {
				t.Fatalf("there is no %q", old)
			}
			write("m.go", strings.Replace(account, old, new, 1))
		}
	}
	write("m.go", account)
	first := told(t, run(s, nil))
	if strings.Contains(first, `"diagnostic"`) {
		t.Fatalf("not verified to begin with:\n%s", first)
	}
	for _, test := range []struct {
		what   string
		edit   func()
		change func(*Options)
	}{
		{"code", edit("a.n += n", "a.n -= n"), nil},
		{"lock", edit("\ta.mu.Lock()\n", ""), nil},
		{"annotation", edit("old(a.n)+n", "old(a.n)-n"), nil},
		{"guard", edit("//calvin:guarded_by mu\n", "//calvin:immutable\n"), nil},
		{"contract of a callee", edit("requires n > 0", "requires n > 1"), nil},
		{"caller", edit("a.Put(1)", "a.Put(0)"), nil},
		{"another file", func() { write("other.go", "package m\n\nfunc (a *Account) Bad() { a.n++ }\n") }, nil},
		{"checks", func() {}, func(o *Options) { o.Checks.Races, o.Checks.Access = false, false }},
	} {
		write("m.go", account)
		test.edit()
		want := told(t, run(nil, test.change))
		if want == first {
			t.Errorf("%s: a run without a cache does not tell the difference", test.what)
		}
		if diff := cmp.Diff(want, told(t, run(s, test.change))); diff != "" {
			t.Errorf("%s: without and with the cache: %s", test.what, diff)
		}
		os.Remove(filepath.Join(dir, "other.go"))
	}
	write("m.go", account)
	if again := run(s, nil); told(t, again) != first || cached(again) != 2 {
		t.Errorf("as it was: %d functions are cached\n%s", cached(again), told(t, again))
	}
}

// TestOneChanged: of two functions the one that did not change is not proved again, wherever it stands in the file.
func TestOneChanged(t *testing.T) {
	s := openStore(t)
	with := func(o *Options) { o.Cache = s }
	check(t, account, with)
	moved := strings.Replace(account, "\ta.Put(1)\n\ta.Put(1)\n", "\ta.Put(2)\n\ta.Put(1)\n", 1)
	moved = strings.Replace(moved, "import", "// One line more.\n\nimport", 1)
	r, _ := check(t, moved, with)
	for _, f := range r.Functions {
		if want := f.Function == "(*Account).Put"; f.Cached != want || f.Verdict != report.Verified {
			t.Errorf("%s is %s, cached: %v, want %v", f.Function, f.Verdict, f.Cached, want)
		}
	}
	further := strings.Replace(moved, "import", "//calvin is at work.\n\nimport", 1) // what might be a directive is no comment
	if r, _ := check(t, further, with); r.Stats.spent[stageTranslation].Load() == 0 || r.Stats.spent[stageConditions].Load() > 0 {
		t.Errorf("what only moved within its file has conditions again")
	}
}

// TestKeyOfRun: what else a verdict depends on is part of the key.
func TestKeyOfRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": account} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := load.List(t.Context(), load.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := openStore(t)
	seen := map[cache.Key]string{{}: "no key"}
	for what, change := range map[string]func(*Options){
		"as it is":  func(*Options) {},
		"checks":    func(o *Options) { o.Checks.Panics = false },
		"functions": func(o *Options) { o.Run = regexp.MustCompile("Put") },
		"all":       func(o *Options) { o.All = true },
		"budget":    func(o *Options) { o.Budget = time.Minute },
		"resources": func(o *Options) { o.Prover.RLimit = 7 },
		"time":      func(o *Options) { o.Prover.Timeout = time.Minute },
		"memory":    func(o *Options) { o.Prover.Memory = 100 },
		"solver":    func(o *Options) { o.Prover.Solver = prover.Z3 },
	} {
		opts := Options{Checks: AllChecks, Panics: true, Cache: s}
		change(&opts)
		r := &run{opts: opts}
		p, err := prover.New(opts.Prover)
		if _, missing := exec.LookPath("z3"); err != nil && missing != nil && opts.Prover.Solver == prover.Z3 {
			t.Logf("not compared: %v", err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		r.open = func() (*prover.Prover, error) { return p, nil }
		c, _ := r.recall(t.Context(), l)
		for _, k := range []cache.Key{c.exact, c.loose} {
			if other, ok := seen[k]; ok {
				t.Errorf("%s has the key of %s", what, other)
			}
			seen[k] = what
		}
	}
}

// TestPassing: what the clock ended is not remembered.
func TestPassing(t *testing.T) {
	s := openStore(t)
	r, _ := check(t, account, func(o *Options) { o.Cache, o.Budget = s, time.Nanosecond })
	if r.Summary.Unknown != 2 {
		t.Fatalf("%+v, want two unknown", r.Summary)
	}
	for _, f := range r.Findings {
		if f.Code != report.CodeLimit {
			t.Errorf("%s", f.Message)
		}
	}
	dir := t.TempDir()
	store, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	check(t, account, func(o *Options) { o.Cache, o.Budget = store, time.Nanosecond })
	if n, _, err := cache.Stat(dir); n != 1 || err != nil { // that its locks have an order no clock has a say in
		t.Errorf("%d answers are remembered, %v", n, err)
	}
}
