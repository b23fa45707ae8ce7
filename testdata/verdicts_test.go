package testdata

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/gctune"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/internal/verifytest/marks"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// TestMain has the collector begin late, as the command does.
func TestMain(m *testing.M) {
	restore := gctune.Delay()
	code := m.Run()
	restore()
	os.Exit(code)
}

// run verifies packages below dir, and has what was found written in every form.
func run(t testing.TB, dir string, patterns ...string) *verify.Result {
	t.Helper()
	// The case studies' tests share exercises without annotations, for locks behind interfaces, of which nothing can be proved.
	return runWith(t, verify.Options{Load: load.Config{Dir: dir}, Patterns: patterns, Infer: dir != "../examples", Panics: true})
}

// runWith does so with what opts say of the packages.
func runWith(t testing.TB, opts verify.Options) *verify.Result {
	t.Helper()
	begin := time.Now()
	opts.Checks, opts.Workers = verify.AllChecks, 2
	// What is found after another finding must not depend on a machine that is slow, or has more to do.
	opts.Clock = func() time.Duration { return time.Since(begin) / 8 }
	result, err := verify.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	formed(t, root, result)
	return result
}

// TestExamples checks that every function of every example is verified.
func TestExamples(t *testing.T) { verified(t, "examples", 400, 150) }

// TestCaseStudies checks that all functions of the case studies are verified.
func TestCaseStudies(t *testing.T) { verified(t, "../examples", 100, 80) }

// verified checks that nothing is found in the packages below dir, and that so many functions are verified of those that are not in
// long.txt, and so many of those that are.
func verified(t *testing.T, dir string, usual, long int) {
	t.Helper()
	short, listed := packagesBelow(t, dir)
	for _, part := range []struct {
		name      string
		patterns  []string
		functions int
	}{{"usual", short, usual}, {"long", listed, long}} {
		t.Run(part.name, func(t *testing.T) {
			thorough.If(t, part.name == "long")
			allVerified(t, part.functions, dir, part.patterns...)
		})
	}
}

// allVerified checks that nothing is found in packages below dir, and that they have so many functions.
func allVerified(t *testing.T, functions int, dir string, patterns ...string) {
	t.Helper()
	result := run(t, dir, patterns...)
	for _, d := range result.Findings {
		t.Errorf("%s: %s (%s)", d.Start, d.Message, d.Code)
	}
	for _, f := range result.Functions {
		if f.Verdict != report.Verified {
			t.Errorf("%s: %s.%s is %s: %s", f.Start, path.Base(f.Package), f.Function, f.Verdict, f.Reason)
		}
	}
	if got := result.Summary.Verified; got < functions {
		t.Errorf("%d functions are verified, want at least %d", got, functions)
	}
}

// packagesBelow returns patterns for the packages below dir, those that long.txt has by themselves.
func packagesBelow(t *testing.T, dir string) (usual, long []string) {
	t.Helper()
	listed := longPackages(t)
	all, err := load.List(t.Context(), load.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all.Roots() {
		below, err := filepath.Rel(root, filepath.Dir(p.GoFiles[0]))
		if err != nil {
			t.Fatal(err)
		}
		below = filepath.ToSlash(below)
		if slices.Contains(listed, path.Join(dir, below)) {
			long = append(long, "./"+below)
		} else {
			usual = append(usual, "./"+below)
		}
	}
	return usual, long
}

// longPackages are those in long.txt, by their directories: they take more than three seconds each.
func longPackages(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("long.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(text))
	for _, name := range all {
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			t.Errorf("long.txt: %v", err)
		}
	}
	return all
}

// TestWrong checks that what is wrong is found where it is, and that nothing else is. A marked function may be refuted
// or undecided; an unmarked one is verified.
func TestWrong(t *testing.T) {
	checkMarks(t, "bad/wrong", marks.Failed)
}

// TestUnasked checks the same of packages without annotations, of which nobody asks whether they panic.
func TestUnasked(t *testing.T) { checkMarks(t, "bad/unasked", marks.Failed) }

// TestBeside checks the same of packages with some annotations, beside which others are inferred. Where nobody asks whether a function panics, that is not
// looked for.
func TestBeside(t *testing.T) { checkMarks(t, "bad/beside", marks.Failed) }

// TestUnsupported checks that constructs without a model make their functions unknown, there and nowhere else.
func TestUnsupported(t *testing.T) { checkMarks(t, "bad/unsupported", marks.Unknown) }

func exists(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}

// checkMarks compares, package by package, what is found with the marks. What says what a finding counts as.
func checkMarks(t *testing.T, dir string, what func(*report.Diagnostic) string) {
	long := longPackages(t)
	loaded := loadAll(t, dir)
	for _, p := range loaded {
		t.Run(p.Name, func(t *testing.T) {
			thorough.If(t, slices.Contains(long, path.Join(dir, p.Name)))
			t.Parallel()
			opts := verify.Options{Packages: []*packages.Package{p}, Infer: dir == "bad/unasked" || dir == "bad/beside"}
			opts.Panics = !opts.Infer
			_, below, _ := strings.Cut(p.PkgPath, "/testdata/"+dir+"/") // of a command, whose name is main
			for _, imported := range p.Imports {
				if slices.Contains(loaded, imported) { // as one that is not given
					opts.Packages, opts.Load, opts.Patterns = nil, load.Config{Dir: dir}, []string{"./" + below}
				}
			}
			if contracts := filepath.Join(dir, p.Name, marks.Contracts); exists(contracts) {
				opts.Packages, opts.Load, opts.Patterns, opts.Contracts = nil, load.Config{Dir: dir}, []string{"./" + p.Name}, filepath.Join(p.Name, marks.Contracts)
			}
			for _, problem := range marks.Compare(p, runWith(t, opts), what, nil) {
				t.Error(problem.Text)
			}
		})
	}
}
