package report

import (
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// RDJSON renders findings in reviewdog's diagnostic format, as one object. Its columns count bytes, as Go's do.
type RDJSON struct {
	out  io.Writer
	opts ReviewOptions
	all  []rdDiagnostic
	late ir.Span // of the first function that was put off
}

// NewRDJSON returns a renderer to w.
func NewRDJSON(w io.Writer, opts ReviewOptions) *RDJSON {
	return &RDJSON{out: w, opts: opts, all: []rdDiagnostic{}}
}

type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        *rdCode        `json:"code,omitempty"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"relatedLocations,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// Diagnostic takes a finding, and those that are grouped under it.
func (r *RDJSON) Diagnostic(d *Diagnostic) error {
	for _, f := range d.group() {
		out := rdDiagnostic{
			Message:  strings.Join(append([]string{f.Message}, f.Details()...), "\n"),
			Location: r.location(f.Span), Severity: strings.ToUpper(f.Verdict.level()), Code: &rdCode{f.Code, PageURL(f.Code)},
		}
		relate := func(s ir.Span, text string) {
			if s.Start.IsValid() {
				out.Related = append(out.Related, rdRelated{text, r.location(s)})
			}
		}
		if f.Clause != nil {
			relate(f.Clause.Span, f.Clause.Text)
		}
		for _, n := range f.Notes() {
			relate(n.Span, n.Text)
		}
		for _, s := range f.Trace {
			relate(s.Span, stepText(s))
		}
		out.Suggestions = r.suggestions(f)
		r.all = append(r.all, out)
	}
	return nil
}

// suggestions are the edits of the first fix that has some. The format takes each edit for a suggestion of its own, in the
// file of the finding: a fix of several is one only if they are all applied, so that it is left to the message.
func (r *RDJSON) suggestions(d *Diagnostic) []rdSuggestion {
	for _, f := range d.Fixes {
		if len(f.Edits) == 1 && f.Edits[0].Start.Filename == d.Start.Filename {
			e := f.Edits[0]
			end := rdAt(e.End)
			return []rdSuggestion{{rdRange{rdAt(e.Start), &end}, e.NewText}}
		}
	}
	return nil
}

// Function writes nothing: a function without a finding has none. Of those that were put off the first gives the place at which the summary
// says so.
func (r *RDJSON) Function(f FunctionResult) error {
	if f.Code == CodePutOff && r.late == (ir.Span{}) {
		r.late = f.Span
	}
	return nil
}

// Type writes nothing: the line of a type is no finding.
func (r *RDJSON) Type(TypeResult) error { return nil }

// Summary writes the object.
func (r *RDJSON) Summary(s Summary) error {
	if s.PutOff.Functions > 0 {
		r.all = append(r.all, rdDiagnostic{
			Message: s.PutOff.String(), Location: r.location(r.late), Severity: "WARNING", Code: &rdCode{CodePutOff, PageURL(CodePutOff)},
		})
	}
	enc := json.NewEncoder(r.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rdResult{rdSource{"calvin", homeURL}, "ERROR", r.all}); err != nil {
		return fmt.Errorf("write rdjson: %w", err)
	}
	return nil
}

func (r *RDJSON) location(s ir.Span) rdLocation {
	l := rdLocation{Path: r.opts.path(s.Start.Filename)}
	if s.Start.IsValid() {
		l.Range = &rdRange{Start: rdAt(s.Start)}
		if ends(s) {
			end := rdAt(s.End)
			l.Range.End = &end
		}
	}
	return l
}

func rdAt(p token.Position) rdPosition { return rdPosition{p.Line, p.Column} }
