package testdata

import (
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/report"
)

// check runs the verifier on packages.
func check(t testing.TB, pkgs []*packages.Package) *verify.Result {
	t.Helper()
	result, err := verify.Packages(t.Context(), verify.DefaultOptions(), pkgs)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestExamples checks that every function of every example is verified.
func TestExamples(t *testing.T) {
	result := check(t, loadAll(t, "examples"))
	for _, d := range result.Findings {
		t.Errorf("%s: %s (%s)", d.Start, d.Message, d.Code)
	}
	for _, f := range result.Functions {
		if f.Verdict != report.Verified {
			t.Errorf("%s: %s.%s is %s: %s", f.Start, filepath.Base(f.Package), f.Function, f.Verdict, f.Reason)
		}
	}
	if got := result.Summary.Verified; got < 90 {
		t.Errorf("%d functions are verified, want at least 90", got)
	}
}

// TestWrong checks that what is wrong is found where it is, and that nothing else is. A marked function may be refuted
// or undecided; an unmarked one is verified.
func TestWrong(t *testing.T) {
	for _, p := range loadAll(t, "bad/wrong") {
		t.Run(p.Name, func(t *testing.T) {
			checkMarks(t, p, func(d *report.Diagnostic) string { return "failed" })
		})
	}
}

// TestUnsupported checks that constructs without a model make their functions unknown, there and nowhere else.
func TestUnsupported(t *testing.T) {
	for _, p := range loadAll(t, "bad/unsupported") {
		t.Run(p.Name, func(t *testing.T) {
			checkMarks(t, p, func(d *report.Diagnostic) string {
				if d.Verdict == report.Undecided {
					return "unknown"
				}
				return string(d.Verdict) + " " + d.Code
			})
		})
	}
}

// checkMarks compares the findings in a package with its marks, and the verdict of each function with whether it holds
// a mark.
func checkMarks(t *testing.T, p *packages.Package, what func(*report.Diagnostic) string) {
	result := check(t, []*packages.Package{p})
	var got []mark
	found := make(map[string]bool) // functions with findings
	for _, d := range result.Findings {
		for _, d := range append([]*report.Diagnostic{d}, d.Also...) {
			got = append(got, mark{d.Start.Line, what(d)})
			found[d.Function] = true
			t.Logf("%s:%d: %s (%s)", d.Function, d.Start.Line, d.Message, d.Code)
		}
	}
	if diff := gocmp.Diff(wanted(p), sorted(got)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	for _, f := range result.Functions {
		if verified := f.Verdict == report.Verified; verified == found[f.Function] && !strings.Contains(f.Function, "$") {
			t.Errorf("%s is %s: %s", f.Function, f.Verdict, f.Reason)
		}
	}
}
