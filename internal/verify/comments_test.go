package verify

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

func TestTokensOf(t *testing.T) {
	const was = "package p\n\ntype T struct {\n\tmu sync.Mutex\n\t//calvin:guarded_by mu\n\tn int\n}\n\nfunc f() { x := `a\nb`; g(x) }\n"
	if !tokensOf("a.go", was).recognized {
		t.Fatal("not recognized")
	}
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"as it was", "", "", true},
		{"a comment before all", "package", "// Package p is short.\npackage", true},
		{"a comment at the end of a line", "sync.Mutex\n", "sync.Mutex // before n\n", false}, // it is beside one that counts
		{"a comment in a body", "g(x)", "g(x) // more\n", false},                              // a semicolon more
		{"a comment on a line of its own", "func f()", "// Func f is\n// here.\nfunc f()", true},
		{"a blank line", "func f()", "\nfunc f()", true},
		{"white space", "x := ", "x   :=  ", true},
		{"a line that goes on below", "x := `a", "x := // what follows\n\t`a", false},
		{"a name", "g(x)", "g(y)", false},
		{"a string", "a\nb", "a\n\nb", false},
		{"a directive goes", "//calvin:guarded_by mu\n", "\n", false},
		{"a directive becomes prose", "//calvin:", "// ", false},
		{"a directive is no longer beside its field", "\tn int", "\n\tn int", false},
		{"a comment comes between", "\tn int", "\t// The number.\n\tn int", false},
		{"a comment goes between, and a blank line comes", "//calvin:guarded_by mu\n", "//calvin:guarded_by mu\n\n", false},
		{"what looks like a directive", "\n\tn int", "\n\t// calvin guarded_by mu\n\tn int", false},
		{"another form of that", "\n\tn int", "\n\t// +checklocks:mu\n\tn int", false},
		{"what callers are to do", "func f()", "// Func f: the caller holds mu.\nfunc f()", false},
		{"the same on a line of its own", "func f()", "// Func f counts.\n// Mu must be Held.\nfunc f()", false},
		{"a block", "func f()", "/* a comment */ func f()", false},
		{"a directive of the go command", "func f()", "//go:noinline\nfunc f()", false},
	} {
		now := strings.Replace(was, c.old, c.new, 1)
		if now == was && c.old != "" {
			t.Fatalf("%s: no change", c.name)
		}
		if got := tokensOf("a.go", now).sum == tokensOf("a.go", was).sum; got != c.same {
			t.Errorf("%s: same: %t", c.name, got)
		}
	}
	for name, text := range map[string]string{
		"cgo":              "package p\n\n// int i;\nimport \"C\"\n",
		"lines of another": "package p\n\n//line b.go:1\nfunc f() {}\n",
		"no Go":            "package p\n\nfunc f() { ' }\n",
	} {
		if tokensOf("a.go", text).recognized {
			t.Errorf("%s: every comment is taken to be known", name)
		}
	}
}

// TestComments puts comments into programs: what is found is what a run without that knowledge finds, at the same
// places, and nothing is parsed.
func TestComments(t *testing.T) {
	for dir, numbers := range map[string]bool{ // whether messages have numbers of lines
		"wrong/race": true, "wrong/contracts": false, "wrong/guards": true, "unsupported/sync": false,
		"unasked/comparing": false, "unasked/registered": true, // have annotations inferred
	} {
		t.Run(dir, func(t *testing.T) {
			thorough.If(t, dir != "wrong/race" && dir != "wrong/contracts")
			t.Parallel()
			s, truth, to := openStore(t), openStore(t), t.TempDir()
			files, err := filepath.Glob(filepath.Join("../../testdata/bad", dir, "*.go"))
			if err != nil || len(files) == 0 {
				t.Fatal("no files")
			}
			write := into(t, to)
			write("go.mod", "module github.com/calvin-go/calvin/testdata/bad/"+dir+"\n\ngo 1.26\n")
			texts := map[string]string{}
			for _, f := range files {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				texts[filepath.Base(f)] = string(text)
				write(filepath.Base(f), string(text))
			}
			run := func(s *cache.Store) *Result {
				r, err := Run(t.Context(), Options{Load: load.Config{Dir: to}, Infer: true, Checks: AllChecks, Workers: 2, Cache: s, Faults: t.TempDir()})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			run(s)
			run(truth)
			whole := func(*report.Diagnostic) {}
			for before, counts := range map[string]bool{"\nfunc ": true, "\ntype ": false, "\n\treturn": false} { // some functions have contracts, if they are asked for
				with := func(comment string) {
					for name, text := range texts {
						write(name, strings.ReplaceAll(text, before, "\n"+comment+before))
					}
				}
				with("//-a remark") // which may be anything to a run
				wanted := run(truth)
				want := rendered(t, wanted, whole)
				with("// a remark")
				got := run(s)
				if diff := cmp.Diff(wanted.Inferred, got.Inferred, cmpopts.IgnoreFields(token.Position{}, "Offset")); diff != "" { // the marks differ
					t.Errorf("with comments before %q other annotations are inferred: %s", before, diff)
				}
				if diff := cmp.Diff(want, rendered(t, got, whole)); diff != "" {
					t.Errorf("with comments before %q: %s", before, diff)
				}
				if again := got.Stats.spent[stageAnnotations].Load() > 0; again != (numbers || counts && !strings.HasPrefix(dir, "unasked")) {
					t.Errorf("with comments before %q the sources are read again: %t", before, again)
				}
			}
		})
	}
}

// TestCommentsAboutLocks: a comment that says what callers hold changes what is inferred, and so is no mere comment.
func TestCommentsAboutLocks(t *testing.T) {
	t.Parallel()
	const text = `package m

import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

func (t *T) Get() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

func (t *T) Set(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Put(n)
}

// Put %s.
func (t *T) Put(n int) { t.n = n }
`
	s, dir := openStore(t), t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	run := func(s *cache.Store, says string) *Result {
		write("m.go", strings.Replace(text, "%s", says, 1))
		r, err := Run(t.Context(), Options{Load: load.Config{Dir: dir}, Infer: true, Checks: AllChecks, Workers: 2, Cache: s, Faults: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	verdicts := map[string]bool{}
	for _, says := range []string{"puts n", "puts n: mu must be held", "puts a number", "puts n: the caller holds mu", "puts n"} {
		want, got := run(nil, says), run(s, says)
		if diff := cmp.Diff(told(t, want), told(t, got)); diff != "" {
			t.Errorf("%q: %s", says, diff)
		}
		if diff := cmp.Diff(want.Inferred, got.Inferred); diff != "" {
			t.Errorf("%q: other annotations are inferred: %s", says, diff)
		}
		verdicts[told(t, want)] = true
	}
	if len(verdicts) < 2 {
		t.Error("what the comment says makes no difference")
	}
}
