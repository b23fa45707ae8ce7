package verify

import (
	"go/token"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// ignore takes out the findings that ignore directives accept, and returns how many. A function that loses one is
// trusted at best. A directive that matches nothing is a finding itself, if everything was looked at.
func (r *run) ignore(pkgs []*packages.Package, outcomes []*outcome, findings *[]*report.Diagnostic) int {
	type key struct {
		file string
		line int
	}
	directives := map[key][]*directive{}
	var all []*directive
	for _, p := range pkgs {
		for _, ig := range r.annots[p.PkgPath].Ignores {
			d := &directive{Ignore: ig, pkg: p.PkgPath, pos: p.Fset.Position(ig.Pos)}
			all = append(all, d)
			directives[key{ig.File, ig.Line}] = append(directives[key{ig.File, ig.Line}], d)
		}
	}
	accept := func(d *report.Diagnostic) *directive {
		for _, dir := range directives[key{d.Start.Filename, d.Start.Line}] {
			if dir.Code == d.Code || dir.Code == d.Goal.Property {
				return dir
			}
		}
		return nil
	}
	count := 0
	*findings = without(*findings, func(d *report.Diagnostic) bool {
		dir := accept(d)
		return dir.take(&count)
	})
	for _, o := range outcomes {
		o.findings = without(o.findings, func(d *report.Diagnostic) bool {
			dir := accept(d)
			if dir == nil {
				return false
			}
			o.accepted = true
			o.assumptions = append(o.assumptions, ir.Note{Span: d.Span, Text: d.Message + " (" + d.Code + ") is accepted: " + dir.Reason})
			return dir.take(&count)
		})
	}
	if r.opts.Run == nil && r.opts.Checks == AllChecks {
		for _, d := range all {
			if !d.used {
				*findings = append(*findings, report.StaleIgnore(d.pkg, ir.Span{Start: d.pos, End: d.pos}, d.Code))
			}
		}
	}
	return count
}

// A directive is an ignore directive of a package.
type directive struct {
	*annot.Ignore
	pkg  string
	pos  token.Position
	used bool
}

// take marks the directive as used; a nil one takes nothing.
func (d *directive) take(count *int) bool {
	if d == nil {
		return false
	}
	d.used = true
	*count++
	return true
}

func without(ds []*report.Diagnostic, drop func(*report.Diagnostic) bool) []*report.Diagnostic {
	var kept []*report.Diagnostic
	for _, d := range ds {
		if !drop(d) {
			kept = append(kept, d)
		}
	}
	return kept
}
