package testdata

import (
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// run verifies packages below dir, and has what was found written in every form.
func run(t testing.TB, dir, pattern string) *verify.Result {
	t.Helper()
	result, err := verify.Run(t.Context(), verify.Options{
		Load:     load.Config{Dir: dir},
		Patterns: []string{pattern},
		Checks:   verify.AllChecks,
		Workers:  2,
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

// unfounded marks a function that is not verified because of something elsewhere: an annotation that it rests on is not
// sound, or what is wrong stands in a function without contract that it calls.
const unfounded = "unfounded"

// TestWrong checks that what is wrong is found where it is, and that nothing else is. A marked function may be refuted
// or undecided; an unmarked one is verified.
func TestWrong(t *testing.T) {
	checkMarks(t, "bad/wrong", func(*report.Diagnostic) string { return "failed" })
}

// TestUnsupported checks that constructs without a model make their functions unknown, there and nowhere else.
func TestUnsupported(t *testing.T) {
	checkMarks(t, "bad/unsupported", func(d *report.Diagnostic) string {
		if d.Verdict == report.Undecided {
			return "unknown"
		}
		return string(d.Verdict) + " " + d.Code
	})
}

// checkMarks checks, package by package, that something is found at every mark, that nothing is found in a declaration
// without a mark, and that just the functions without one are verified. What is found after a first fault may follow
// from it, and is not held to marks.
func checkMarks(t *testing.T, dir string, what func(*report.Diagnostic) string) {
	for _, p := range loadAll(t, dir) {
		t.Run(p.Name, func(t *testing.T) {
			result := run(t, dir, "./"+p.Name)
			found := make(map[mark]bool)
			marked := make(map[string]bool)
			for _, m := range wanted(p) {
				marked[declAt(p, m.Line)] = true
			}
			for _, d := range findingsIn(result, p) {
				found[mark{d.Start.Line, what(d)}] = true
				if !marked[declAt(p, d.Start.Line)] {
					t.Errorf("%s: unexpected finding: %s (%s)", d.Start, d.Message, d.Code)
				}
			}
			for _, m := range wanted(p) {
				if !found[m] && m.What != unfounded {
					t.Errorf("%s:%d: nothing found that is %s", p.Name, m.Line, m.What)
				}
			}
			for decl, verified := range verdicts(result, p) {
				if verified == marked[decl] {
					t.Errorf("%s: verified is %t", decl, verified)
				}
			}
		})
	}
}

// verdicts says of each function declaration of a package whether it is verified, and the function literals in it.
func verdicts(result *verify.Result, p *packages.Package) map[string]bool {
	verified := make(map[string]bool)
	for _, f := range result.Functions {
		if f.Package == p.PkgPath && f.Verdict != report.Trusted {
			decl := declAt(p, f.Start.Line)
			before, seen := verified[decl]
			verified[decl] = f.Verdict == report.Verified && (before || !seen)
		}
	}
	return verified
}

// declAt returns the place of the declaration at a line, its comment included; "" between two.
func declAt(p *packages.Package, line int) string {
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if p.Fset.Position(d.Pos()).Line <= line && line <= p.Fset.Position(d.End()).Line {
				return p.Fset.Position(d.Pos()).String()
			}
			doc := docOf(d)
			if doc != nil && p.Fset.Position(doc.Pos()).Line <= line && line <= p.Fset.Position(doc.End()).Line {
				return p.Fset.Position(d.Pos()).String()
			}
		}
	}
	return ""
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// findingsIn returns the findings in a package, those with a common cause each by itself.
func findingsIn(result *verify.Result, p *packages.Package) []*report.Diagnostic {
	var all []*report.Diagnostic
	for _, d := range result.Findings {
		all = append(all, d)
		all = append(all, d.Also...)
	}
	return slices.DeleteFunc(all, func(d *report.Diagnostic) bool { return d.Package != p.PkgPath })
}
