package verify

import (
	"go/token"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// ignores are the directives that accept findings.
type ignores struct {
	mu     sync.Mutex
	places map[line][]*directive
	all    []*directive
	count  int // of the findings that are accepted
}

// A line is one of a file.
type line struct {
	file string
	line int
}

// A directive is an ignore directive of a package.
type directive struct {
	*annot.Ignore
	pkg  string
	pos  token.Position
	used bool
	idle bool // it may match nothing: nobody need have asked for what it accepts
}

// ignores finds the directives of the packages.
func (r *run) ignores(pkgs []*packages.Package) *ignores {
	ig := &ignores{places: map[line][]*directive{}}
	for _, p := range pkgs {
		for _, i := range r.annots[p.PkgPath].Ignores {
			d := &directive{Ignore: i, pkg: p.PkgPath, pos: p.Fset.Position(i.Pos), idle: i.MayBeIdle}
			d.idle = d.idle || report.IsPanic(i.Code) && r.annots[p.PkgPath].MayPanic()
			ig.all = append(ig.all, d)
			at := line{i.File, i.Line}
			ig.places[at] = append(ig.places[at], d)
		}
	}
	return ig
}

// of returns the directive that accepts the finding, which then counts as used, or nil.
func (ig *ignores) of(d *report.Diagnostic) *directive {
	ig.mu.Lock()
	defer ig.mu.Unlock()
	for _, dir := range ig.places[line{d.Start.Filename, d.Start.Line}] {
		if dir.Code == d.Code || dir.Code == d.Goal.Property {
			dir.used = true
			ig.count++
			return dir
		}
	}
	return nil
}

// take returns the findings that are not accepted.
func (ig *ignores) take(findings []*report.Diagnostic) []*report.Diagnostic {
	return without(findings, func(d *report.Diagnostic) bool { return ig.of(d) != nil })
}

// accept takes out the findings of a function that are accepted. A function that loses one is trusted at best.
func (ig *ignores) accept(o *outcome) {
	o.findings = without(o.findings, func(d *report.Diagnostic) bool {
		dir := ig.of(d)
		if dir == nil {
			return false
		}
		o.accepted = true
		o.assumptions = append(o.assumptions, ir.Note{Span: d.Span, Text: d.Message + " (" + d.Code + ") is accepted: " + dir.Reason})
		return true
	})
}

// stale has a finding for each directive that matches nothing, which says something only if everything was looked at.
func (ig *ignores) stale() []*report.Diagnostic {
	var findings []*report.Diagnostic
	for _, d := range ig.all {
		if !d.used && !d.idle {
			findings = append(findings, report.StaleIgnore(d.pkg, ir.Span{Start: d.pos, End: d.pos}, d.Code))
		}
	}
	return findings
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
