package report

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/calvin-go/calvin/ir"
)

// ReviewOptions are what the forms for code review need to know.
type ReviewOptions struct {
	// Dir is the root of the repository: these forms name files relative to it, with slashes.
	Dir     string
	Version string // of calvin; may be empty
	// Source returns what is in a file. Some forms count columns as others do, or quote.
	Source func(file string) string
}

// Details are what explains a finding beyond its message, a line each. Places are left out: every form has its own way to
// say where.
func (d *Diagnostic) Details() []string {
	var lines []string
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, label+text)
		}
	}
	if d.Clause != nil {
		add(ConditionThat(d.Verdict)+": ", d.Clause.Text)
	}
	add("", both(d))
	add("counterexample: ", values(d.Values))
	add("limit: ", d.Limit)
	add("next: ", d.Next)
	for _, f := range d.Fixes {
		add("fix: ", f.Message)
	}
	return lines
}

// Notes are what a finding refers to elsewhere in the source: the access that conflicts with its own, and what is related.
func (d *Diagnostic) Notes() []ir.Note {
	if d.Conflict == nil {
		return d.Related
	}
	return append([]ir.Note{*d.Conflict}, d.Related...)
}

// each finding of a group, the first one first.
func (d *Diagnostic) group() []*Diagnostic { return append([]*Diagnostic{d}, d.Also...) }

// path is how these forms name a file.
func (o ReviewOptions) path(file string) string { return filepath.ToSlash(Relative(o.Dir, file)) }

// level is how grave a finding is, in the words that these forms share.
func (v Verdict) level() string {
	if v == Undecided {
		return "warning"
	}
	return "error"
}

// titleOf returns what a code means.
func titleOf(code string) string {
	all := Codes()
	if i := slices.IndexFunc(all, func(c Code) bool { return c.Code == code }); i >= 0 {
		return all[i].Title
	}
	return ""
}

// PageURL is where the page of a code can be read.
func PageURL(code string) string {
	return "https://github.com/calvin-go/calvin/blob/main/report/explain/" + code + ".md"
}

const homeURL = "https://github.com/calvin-go/calvin"

// utf16Column is the column of a place in UTF-16 code units, from 1, where Go counts bytes.
func (o ReviewOptions) utf16Column(file string, line, column int) int {
	if o.Source == nil || column < 1 {
		return max(column, 1)
	}
	text := o.Source(file)
	for range line - 1 {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return column
		}
		text = rest
	}
	text, _, _ = strings.Cut(text, "\n")
	if column-1 > len(text) {
		return column
	}
	n := 1
	for _, c := range text[:column-1] {
		n += max(utf16.RuneLen(c), 1)
	}
	return n
}

// ends reports whether a span has an end after its start.
func ends(s ir.Span) bool {
	return s.End.IsValid() && (s.End.Line > s.Start.Line || s.End.Line == s.Start.Line && s.End.Column > s.Start.Column)
}

// stepText is a step of a trace in a line.
func stepText(s Step) string {
	text := s.Goroutine + ": " + s.Text
	if s.Mover != "" {
		text += " [" + s.Mover + "]"
	}
	if s.State != "" {
		text += " — " + s.State
	}
	return text
}
