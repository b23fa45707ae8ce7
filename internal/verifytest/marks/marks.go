// Package marks takes a package whose comments say what the verifier should report at which line, and what the
// verifier found in it. It gives the differences. See testdata/bad/README.md.
package marks

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
)

// Contracts is the directory of a package with marks that has contract files for what it imports, if there is one.
const Contracts = "contracts"

// marker is a comment that says what is to be reported at a line.
var marker = regexp.MustCompile(`// (error|error below|unknown|failed|failed inlined|unfounded)(?:: (CV\d{4}))?$`)

// Unfounded marks a function that is not verified because of something elsewhere: an annotation that it rests on is not
// sound, or what is wrong stands in a function without contract that it calls.
const Unfounded = "unfounded"

// Inlined marks a finding of a function that has the body of another one in the place of a call. The function with the
// line may be verified.
const Inlined = "failed inlined"

// A Mark is something reported, or to be reported, at a line.
type Mark struct {
	Line int
	What string // a code, "unknown", "failed", "failed inlined" or "unfounded"
}

// Wanted returns what the comments of a package want reported.
func Wanted(p *packages.Package) []Mark {
	var all []Mark
	for _, f := range p.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if m := wantedBy(p.Fset, c); m != nil {
					all = append(all, *m)
				}
			}
		}
	}
	return Sorted(all)
}

func wantedBy(fset *token.FileSet, c *ast.Comment) *Mark {
	m := marker.FindStringSubmatch(c.Text)
	if m == nil {
		return nil
	}
	line := fset.Position(c.Pos()).Line
	if m[1] == "error below" {
		line++
	}
	return &Mark{line, cmp.Or(m[2], m[1])}
}

// Sorted sorts the marks, and leaves each one once.
func Sorted(all []Mark) []Mark {
	slices.SortFunc(all, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	return slices.Compact(all)
}

// Failed says of what is found in packages that are wrong that it is "failed", be it refuted or undecided.
func Failed(*report.Diagnostic) string { return "failed" }

// Unknown says of what is undecided that it is "unknown".
func Unknown(d *report.Diagnostic) string {
	if d.Verdict == report.Undecided {
		return "unknown"
	}
	return string(d.Verdict) + " " + d.Code
}

// A Problem is a difference between marks and findings.
type Problem struct {
	Text     string
	Accepted bool // something is not found that is marked
}

// Compare checks that something is found at every mark, that nothing is found in a declaration without a mark, and that
// just the functions without one are verified. What is found after a first fault may follow from it, and is not held to
// marks. What says what a finding counts as. Only, if not nil, says which declarations count, by their places: those
// of the functions that were checked.
func Compare(p *packages.Package, result *verify.Result, what func(*report.Diagnostic) string, only func(decl string) bool) []Problem {
	var all []Problem
	complain := func(accepted bool, format string, args ...any) {
		all = append(all, Problem{fmt.Sprintf(format, args...), accepted})
	}
	counts := func(decl string) bool { return only == nil || only(decl) }
	wanted := Wanted(p)
	found := make(map[Mark]bool)
	marked, inlined := make(map[string]bool), make(map[int]bool)
	for i, m := range wanted {
		if m.What == Inlined {
			wanted[i].What = "failed"
			inlined[m.Line] = true
		} else {
			marked[DeclAt(p, m.Line)] = true
		}
	}
	for _, d := range findingsIn(result, p) {
		found[Mark{d.Start.Line, what(d)}] = true
		if !marked[DeclAt(p, d.Start.Line)] && !inlined[d.Start.Line] {
			complain(false, "%s: unexpected finding: %s (%s)", d.Start, d.Message, d.Code)
		}
	}
	for _, m := range wanted {
		if !found[m] && m.What != Unfounded && counts(DeclAt(p, m.Line)) {
			complain(true, "%s:%d: nothing found that is %s", p.Name, m.Line, m.What)
		}
	}
	verified := verdicts(result, p)
	for _, decl := range slices.Sorted(maps.Keys(verified)) {
		if verified[decl] == marked[decl] && counts(decl) {
			complain(verified[decl], "%s: verified is %t", decl, verified[decl])
		}
	}
	return all
}

// verdicts says of each function declaration of a package whether it is verified, and the function literals in it.
func verdicts(result *verify.Result, p *packages.Package) map[string]bool {
	verified := make(map[string]bool)
	for _, f := range result.Functions {
		if f.Package == p.PkgPath && f.Verdict != report.Trusted {
			decl := DeclAt(p, f.Start.Line)
			before, seen := verified[decl]
			verified[decl] = f.Verdict == report.Verified && (before || !seen)
		}
	}
	return verified
}

// DeclAt returns the place of the declaration at a line, its comment included; "" between two.
func DeclAt(p *packages.Package, line int) string {
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
