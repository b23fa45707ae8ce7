package report

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A FailureRenderer is a form that tools read. What it writes is of that form also where a run fails: tools get to know why. Nothing is
// written before, and nothing after.
type FailureRenderer interface {
	// Failure writes the problems that ended a run, at least one. A problem may have no place.
	Failure(problems []ir.Note) error
}

type jsonError struct {
	Kind     string     `json:"kind"`
	Error    string     `json:"error"`
	Problems []jsonNote `json:"problems"`
}

// Failure writes an error object.
func (r *JSON) Failure(problems []ir.Note) error {
	return r.write(jsonError{"error", r.first(problems), each(problems, r.note)})
}

// first is the first of some problems, and how many there are besides.
func (r *JSON) first(problems []ir.Note) string {
	text := problems[0].Text
	if at := r.at(problems[0].Start); at != "" {
		text = at + ": " + text
	}
	if n := len(problems) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// Failure writes a log of a run that was not successful, with the problems as notifications.
func (r *SARIF) Failure(problems []ir.Note) error {
	r.failed = true
	for _, p := range problems {
		n := map[string]any{"level": "error", "message": sarifText{Text: p.Text}}
		if p.Start.Filename != "" {
			n["locations"] = []sarifLocation{r.location(p.Span, "")}
		}
		r.notifications = append(r.notifications, n)
	}
	return r.log()
}

// Failure writes a command for each problem, so that it is shown at its line.
func (r *GitHub) Failure(problems []ir.Note) error {
	for _, p := range problems {
		properties := append(r.placeOf(p.Span), "title=calvin")
		if err := r.write("::error %s::%s\n", strings.Join(properties, ","), commandData(p.Text)); err != nil {
			return err
		}
	}
	return nil
}

// Failure writes the problems as diagnostics.
func (r *RDJSON) Failure(problems []ir.Note) error {
	for _, p := range problems {
		r.all = append(r.all, rdDiagnostic{Message: p.Text, Location: r.location(p.Span), Severity: "ERROR"})
	}
	return r.Summary(Summary{})
}
