package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// source names us next to a diagnostic.
const source = "calvin"

// A shown is a diagnostic as the client has it, and the function that it is about.
type shown struct {
	diagnostic
	function string
}

// soFar are the diagnostics while a check is at work: what it has found, and for functions that it has not come to what
// was found when they were last looked at, where they are now. What is wrong with the order of locks is known last.
func (st *stream) soFar() map[string][]shown {
	u := st.unit
	all := u.diagnostics(st.findings)
	for path, old := range u.shown {
		for _, d := range old {
			was, is := u.proved[d.function], st.texts[d.function]
			if st.known[d.function] && !report.IsLockOrder(d.Code) || was.text != is.text {
				continue
			}
			all[path] = append(all[path], d.moved(path, was, is.line-was.line))
		}
	}
	return all
}

// moved is a diagnostic that is so many lines further down, with those of its related places that are in its function too.
func (d shown) moved(path string, function stretch, by int) shown {
	last := function.line + strings.Count(function.text, "\n") // from 1
	d.RelatedInformation = slices.Clone(d.RelatedInformation)
	for i := range d.RelatedInformation {
		at := &d.RelatedInformation[i].Location
		if line := at.Range.Start.Line + 1; at.URI == uriOf(path) && function.line <= line && line <= last {
			at.Range.Start.Line += by
			at.Range.End.Line += by
		}
	}
	d.Range.Start.Line += by
	d.Range.End.Line += by
	return d
}

// publish tells the client the diagnostics of each file where they differ from those that it has.
func (u *unit) publish(versions map[string]int, all map[string][]shown) {
	for path := range u.shown {
		if _, ok := all[path]; !ok {
			all[path] = nil
		}
	}
	for path := range versions {
		if _, ok := all[path]; !ok && filepath.Dir(path) == u.dir {
			all[path] = nil // that there is nothing is news the first time
		}
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		list := all[path]
		slices.SortStableFunc(list, byPlace)
		before, told := u.shown[path]
		if told && reflect.DeepEqual(before, list) {
			continue
		}
		if u.shown[path] = list; len(list) == 0 {
			u.shown[path] = nil
		}
		u.send(path, versions)
	}
}

// send tells the client the diagnostics of a file, with what exploring tests has found there, or has it ask for them.
func (u *unit) send(path string, versions map[string]int) {
	if u.server.pulled(path) {
		u.server.refreshPulled()
		return
	}
	p := publishParams{URI: uriOf(path), Version: version(versions, path), Diagnostics: append([]diagnostic{}, u.items(path)...)}
	if err := u.server.conn.Notify("textDocument/publishDiagnostics", p); err != nil {
		u.server.log("%v", err)
	}
}

// clear takes back all diagnostics. It waits for a check to end.
func (u *unit) clear() {
	u.server.work.Go(func() {
		u.checking.Lock()
		defer u.checking.Unlock()
		u.publish(nil, map[string][]shown{})
	})
}

// diagnostics makes one of each finding, those grouped under another included. Where two goals fail for one reason at one
// place, there is one.
func (u *unit) diagnostics(findings []*report.Diagnostic) map[string][]shown {
	all := map[string][]shown{}
	for _, d := range findings {
		for i, f := range append([]*report.Diagnostic{d}, d.Also...) {
			s := shown{u.diagnostic(f), f.Function}
			if i > 0 {
				s.Message += "\nThe cause is that of " + lineFrom(f, d) + "."
			}
			list := all[f.Start.Filename]
			if !slices.ContainsFunc(list, func(o shown) bool { return o.Code == s.Code && o.Range == s.Range && o.function == s.function }) {
				all[f.Start.Filename] = append(list, s)
			}
		}
	}
	return all
}

// lineFrom names the line of a finding for whoever reads another one.
func lineFrom(from, d *report.Diagnostic) string {
	if d.Start.Filename == from.Start.Filename {
		return fmt.Sprintf("line %d", d.Start.Line)
	}
	return fmt.Sprintf("%s, line %d", filepath.Base(d.Start.Filename), d.Start.Line)
}

var severities = map[report.Verdict]int{
	report.Refuted: severityError, report.IllFormed: severityError, report.Undecided: severityWarning,
}

func (u *unit) diagnostic(d *report.Diagnostic) diagnostic {
	out := diagnostic{
		Range: u.rangeOf(d.Span), Severity: severities[d.Verdict], Code: d.Code, Source: source, Message: strings.Join(append([]string{d.Message}, d.Details()...), "\n"),
	}
	if d.Code != "" {
		out.CodeDescription = &codeDescription{report.PageURL(d.Code)}
	}
	relate := func(s ir.Span, text string) {
		if s.Start.Filename != "" {
			out.RelatedInformation = append(out.RelatedInformation, relatedLocation{location{uriOf(s.Start.Filename), u.rangeOf(s)}, text})
		}
	}
	if d.Clause != nil {
		relate(d.Clause.Span, d.Clause.Text)
	}
	for _, n := range d.Notes() {
		relate(n.Span, n.Text)
	}
	for i, s := range d.Trace {
		relate(s.Span, strings.TrimSpace(fmt.Sprintf("step %d, %s: %s  %s", i+1, s.Goroutine, s.Text, s.State)))
	}
	return out
}

// rangeOf is the range of a span in its file; a span without an end is the word that it begins.
func (u *unit) rangeOf(s ir.Span) textRange {
	text, err := u.text(s.Start.Filename)
	if err != nil || !s.Start.IsValid() {
		line := max(s.Start.Line-1, 0)
		return textRange{position{line, 0}, position{line, 0}}
	}
	from, to := s.Start.Offset, s.End.Offset
	if to <= from {
		to = from + wordAt(text, min(from, len(text)))
	}
	return spanOf(text, from, to)
}

// refresh has the client ask again for what depends on verdicts.
func (s *server) refresh() {
	can := s.params.Capabilities.Workspace
	for method, supported := range map[string]bool{
		"workspace/codeLens/refresh": can.CodeLens.RefreshSupport, "workspace/inlayHint/refresh": can.InlayHint.RefreshSupport && s.hints != hintsOff,
	} {
		if !supported {
			continue
		}
		s.work.Go(func() {
			if err := s.conn.Call(s.ctx, method, nil, nil); err != nil && s.ctx.Err() == nil {
				s.log("%v", err)
			}
		})
	}
}
