package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// GitHub renders findings as workflow commands, which GitHub shows at the lines of a pull request.
type GitHub struct {
	out   io.Writer
	opts  ReviewOptions
	count map[string]int // of commands, by their level
}

// NewGitHub returns a renderer to w.
func NewGitHub(w io.Writer, opts ReviewOptions) *GitHub {
	return &GitHub{w, opts, map[string]int{}}
}

// shownByGitHub is how many commands of a level are shown for one step of a workflow.
const shownByGitHub = 10

// Diagnostic writes a command for a finding, and for each that is grouped under it.
func (r *GitHub) Diagnostic(d *Diagnostic) error {
	for _, f := range d.group() {
		level := f.Verdict.level()
		r.count[level]++
		properties := append(r.placeOf(f.Span), "title="+commandProperty(f.Code+" "+titleOf(f.Code)))
		text := strings.Join(slices.Concat([]string{f.Message}, r.notes(f), f.Details()), "\n")
		if err := r.write("::%s %s::%s\n", level, strings.Join(properties, ","), commandData(text)); err != nil {
			return err
		}
	}
	return nil
}

// notes are the lines about what a finding refers to elsewhere: a command has one place only.
func (r *GitHub) notes(d *Diagnostic) (lines []string) {
	for _, n := range d.Notes() {
		if n.Start.Filename == "" {
			lines = append(lines, n.Text)
			continue
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %s", r.opts.path(n.Start.Filename), n.Start.Line, n.Text))
	}
	return lines
}

// placeOf are the properties that say where something is.
func (r *GitHub) placeOf(s ir.Span) (properties []string) {
	if s.Start.Filename != "" {
		properties = append(properties, "file="+commandProperty(r.opts.path(s.Start.Filename)))
	}
	if s.Start.IsValid() {
		properties = append(properties, fmt.Sprint("line=", s.Start.Line))
		if ends(s) {
			properties = append(properties, fmt.Sprint("endLine=", s.End.Line))
		}
		if !ends(s) || s.End.Line == s.Start.Line { // columns of several lines are not allowed
			properties = append(properties, fmt.Sprint("col=", max(s.Start.Column, 1)))
		}
		if ends(s) && s.End.Line == s.Start.Line {
			properties = append(properties, fmt.Sprint("endColumn=", s.End.Column))
		}
	}
	return properties
}

// Function writes nothing: what is not found has no line to be shown at.
func (r *GitHub) Function(FunctionResult) error { return nil }

// Type writes nothing: the line of a type is no finding.
func (r *GitHub) Type(TypeResult) error { return nil }

// Summary writes what was put off, the counts, and how many findings GitHub does not show.
func (r *GitHub) Summary(s Summary) error {
	if s.PutOff.Functions > 0 {
		title := commandProperty(CodePutOff + " " + titleOf(CodePutOff))
		if err := r.write("::warning title=%s::%s\n", title, commandData(s.PutOff.String())); err != nil {
			return err
		}
	}
	return r.end(fmt.Sprintf("calvin: %d verified, %d failed, %d unknown, %d trusted", s.Verified, s.Failed, s.Unknown, s.Trusted))
}

// end writes the last line.
func (r *GitHub) end(text string) error {
	hidden, all := 0, 0
	for _, n := range r.count {
		all += n
		hidden += max(n-shownByGitHub, 0)
	}
	if hidden > 0 {
		text += fmt.Sprintf("; of %s, %d are in the log of this step only", counted(all, "finding"), hidden)
	}
	return r.write("::notice title=calvin::%s\n", commandData(text))
}

func (r *GitHub) write(format string, args ...any) error {
	if _, err := fmt.Fprintf(r.out, format, args...); err != nil {
		return fmt.Errorf("write workflow commands: %w", err)
	}
	return nil
}

// commandData escapes the text of a command, as the toolkit for actions does.
func commandData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// commandProperty escapes the value of a property.
func commandProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
