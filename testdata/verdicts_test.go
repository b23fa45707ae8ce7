package testdata

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/internal/verifytest/marks"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// run verifies packages below dir, and has what was found written in every form.
func run(t testing.TB, dir, pattern string) *verify.Result { return runAs(t, dir, pattern, false) }

// runAs is run. It has annotations inferred for packages that have none, as calvin check does, if it is told to.
func runAs(t testing.TB, dir, pattern string, infer bool) *verify.Result {
	t.Helper()
	begin := time.Now()
	result, err := verify.Run(t.Context(), verify.Options{
		Load:     load.Config{Dir: dir},
		Patterns: []string{pattern},
		Checks:   verify.AllChecks,
		Workers:  2,
		Infer:    infer,
		// What is found after another finding must not depend on a machine that is slow, or has more to do.
		Clock: func() time.Duration { return time.Since(begin) / 8 },
	})
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
func TestExamples(t *testing.T) { verified(t, "examples", 90) }

// TestCaseStudies checks that all functions of the case studies are verified.
func TestCaseStudies(t *testing.T) { verified(t, "../examples", 40) }

// verified checks that nothing is found in the packages below dir, and that they have so many functions.
func verified(t *testing.T, dir string, functions int) {
	t.Helper()
	result := run(t, dir, "./...")
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

// TestWrong checks that what is wrong is found where it is, and that nothing else is. A marked function may be refuted
// or undecided; an unmarked one is verified.
func TestWrong(t *testing.T) {
	checkMarks(t, "bad/wrong", marks.Failed)
}

// TestUnasked checks the same of packages without annotations, of which nobody asks whether they panic.
func TestUnasked(t *testing.T) { checkMarks(t, "bad/unasked", marks.Failed) }

// TestUnsupported checks that constructs without a model make their functions unknown, there and nowhere else.
func TestUnsupported(t *testing.T) { checkMarks(t, "bad/unsupported", marks.Unknown) }

// checkMarks compares, package by package, what is found with the marks. What says what a finding counts as. The packages in
// long.txt, by their directories, take more than three seconds each.
func checkMarks(t *testing.T, dir string, what func(*report.Diagnostic) string) {
	text, err := os.ReadFile("long.txt")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Fields(string(text))
	for _, name := range long {
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			t.Errorf("long.txt: %v", err)
		}
	}
	for _, p := range loadAll(t, dir) {
		t.Run(p.Name, func(t *testing.T) {
			if slices.Contains(long, path.Join(dir, p.Name)) {
				thorough.Only(t)
			}
			t.Parallel()
			for _, problem := range marks.Compare(p, runAs(t, dir, "./"+p.Name, dir == "bad/unasked"), what, nil) {
				t.Error(problem.Text)
			}
		})
	}
}
