package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
	"github.com/fatih/color"
)

const (
	firstLine  = 120 // columns of the first line of a finding, at most
	minMessage = 40  // what is left of them for the message, at least, however long the path is
)

// TextOptions say how the text form looks.
type TextOptions struct {
	Dir       string // paths are written relative to it
	Color     bool
	FullTrace bool // all steps of a trace, however many
	Types     bool // a line for each type
	// Assumptions has each assumption told, however many there are.
	Assumptions bool
	Tests       bool // a line for each test, however many there are of which nothing is to be said
	// Width is how many columns there are; 0: lines are as long as they are.
	Width int
	// Source returns what is in a file, of which findings quote a line; nil: they do not.
	Source func(file string) string
}

// listedUnasked is how many assumptions, and tests with one schedule, are listed unasked.
const listedUnasked = 8

// Text renders findings for people.
type Text struct {
	out         io.Writer
	opts        TextOptions
	paint       palette
	explained   map[[2]string]bool // functions with findings
	assumptions []ir.Note
	interrupted int // functions that were not looked at to the end
	last        paragraph
	letters     bool // a trace was written in which steps have letters
	plain       int  // tests with one schedule and no bug, so far
	unbegun     int  // tests that were not begun
}

// NewText returns a renderer to w.
func NewText(w io.Writer, opts TextOptions) *Text {
	return &Text{out: w, opts: opts, paint: newPalette(opts.Color), explained: map[[2]string]bool{}}
}

// A palette colours the parts of a finding.
type palette struct{ place, refuted, undecided, code, faint, good func(...any) string }

func newPalette(enabled bool) palette {
	paint := func(attributes ...color.Attribute) func(...any) string {
		c := color.New(attributes...)
		if enabled {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	return palette{
		place:     paint(color.Bold),
		refuted:   paint(color.FgRed, color.Bold),
		undecided: paint(color.FgYellow, color.Bold),
		code:      paint(color.Faint),
		faint:     paint(color.Faint),
		good:      paint(color.FgGreen),
	}
}

// Diagnostic writes a finding: a line that is complete in itself, and below it, indented, what explains it.
func (r *Text) Diagnostic(d *Diagnostic) error {
	for _, f := range d.group() {
		r.explained[[2]string{f.Package, f.Function}] = true
	}
	if d.Interrupted {
		r.interrupted++
		return nil
	}
	var b strings.Builder
	r.begin(&b, aFinding)
	rest := r.headline(&b, d)
	r.excerpt(&b, d.Span)
	line := func(format string, args ...any) { r.detail(&b, fmt.Sprintf(format, args...)) }
	cut := d.Known != "" && rest == "it needs "+inWords(d.Needed) // it stands below, with what is known
	if rest != "" && !cut {
		line("%s", rest)
	}
	if d.Clause != nil && (d.Clause.Start != d.Start || !strings.Contains(d.Message, d.Clause.Text)) {
		line("%s: %s (%s)", r.place(d.Clause.Span), d.Clause.Text, ConditionThat(d.Verdict))
	}
	if c := d.Conflict; c != nil {
		line("%s: %s", r.place(c.Span), c.Text)
		if c.Start.Filename != d.Start.Filename || c.Start.Line != d.Start.Line {
			r.excerpt(&b, c.Span)
		}
	}
	for _, n := range d.Related {
		line("%s: %s", r.place(n.Span), n.Text)
	}
	if cut {
		line("%s; %s", rest, d.Known)
	} else if s := both(d); s != "" {
		line("%s", s)
	}
	if s := values(d.apartFromLocks()); s != "" {
		line("counterexample: %s", s)
	}
	r.trace(&b, d)
	if d.Limit != "" && !strings.HasSuffix(d.Message, " "+d.Limit) {
		line("limit: %s", d.Limit)
	}
	if s := r.also(d); s != "" {
		line("also: %s", s)
	}
	if d.Next != "" {
		line("next: %s", d.Next)
	}
	for _, f := range d.Fixes {
		line("fix: %s", f.Message)
	}
	return r.write(b.String())
}

// headline writes the first line and returns what it had no room for: the end of the message.
func (r *Text) headline(b *strings.Builder, d *Diagnostic) (rest string) {
	place := r.place(d.Span)
	if place == "" {
		place = d.Package
	}
	suffix := " (" + d.Code + ")"
	room, least := firstLine, minMessage
	if r.opts.Width > 0 {
		room, least = min(room, r.opts.Width), narrowest
	}
	message, rest := split(d.Message, max(room-columns(place)-len(": ")-len(suffix), least))
	paint := r.paint.refuted
	if d.Verdict == Undecided {
		paint = r.paint.undecided
	}
	fmt.Fprintf(b, "%s: %s%s\n", r.paint.place(place), paint(message), r.paint.code(suffix))
	return rest
}

// split divides a message that is longer than n runes: where a part of it ends, so that what comes before is complete in
// itself, or else between two words, which ellipses then show.
func split(message string, n int) (first, rest string) {
	runes := []rune(message)
	if len(runes) <= n {
		return message, ""
	}
	fits := string(runes[:n])
	for _, end := range []string{": ", "; "} {
		if i := strings.LastIndex(fits, end); i >= n/3 {
			return message[:i], message[i+len(end):]
		}
	}
	if i := strings.LastIndexByte(string(runes[:n-1]), ' '); i >= n/3 {
		return message[:i] + " …", "… " + message[i+1:]
	}
	return string(runes[:n-1]) + "…", "…" + string(runes[n-1:])
}

// ConditionThat says what the clause of a finding is.
func ConditionThat(v Verdict) string {
	if v == Refuted {
		return "the condition that fails"
	}
	return "the condition that is not proved"
}

// both says on one line what was needed, unless the message has said it, and what is known.
func both(d *Diagnostic) string {
	needed := inWords(d.Needed)
	switch {
	case strings.Contains(d.Message, needed):
		return d.Known
	case d.Known == "":
		return "needed: " + needed
	}
	return "needed: " + needed + "; " + d.Known
}

// apartFromLocks are the values without those of locks, where it is said which of these are held.
func (d *Diagnostic) apartFromLocks() []vcgen.Value {
	return slices.DeleteFunc(slices.Clone(d.Values), func(v vcgen.Value) bool {
		lock := strings.TrimSuffix(v.Label, forReading)
		return d.Known != "" && (has(d.Needed, lock+" held") || has(d.Needed, lock+" held for reading"))
	})
}

// values lists values; a condition is true or false rather than equal to it. That a lock is not held for reading goes without saying.
func values(vs []vcgen.Value) string {
	var parts []string
	for _, v := range vs {
		lock, reading := strings.CutSuffix(v.Label, forReading)
		switch {
		case reading && v.Text == "true":
			parts = append(parts, lock+" held for reading")
		case reading:
		case strings.ContainsAny(v.Label, "=<>!&|") && (v.Text == "true" || v.Text == "false"):
			parts = append(parts, "("+v.Label+") is "+v.Text)
		default:
			parts = append(parts, v.Label+" = "+v.Text)
		}
	}
	return strings.Join(parts, ", ")
}

// also names the other places with the cause of a finding, each with what is accessed there if that is something else, what else is accessed
// at the place of the finding, and the other functions that come to it.
func (r *Text) also(d *Diagnostic) string {
	var places, here, functions, parts []string
	type place struct{ at, code string }
	labels := map[place][]string{}
	var order []place
	for _, f := range d.Also {
		at, label := place{r.place(f.Span), f.Code}, ""
		switch {
		case f.Code != d.Code:
			label = f.Code
		case f.part() != d.part() && (f.lack() != (lack{}) || f.Unguarded.IsValid() && f.Unguarded == d.Unguarded):
			label = f.part()
		}
		switch {
		case f.Span != d.Span:
			if labels[at] == nil {
				order, labels[at] = append(order, at), []string{}
			}
			if label != "" && !slices.Contains(labels[at], label) {
				labels[at] = append(labels[at], label)
			}
		case f.Function != d.Function:
			functions = append(functions, f.Function)
		case label != "" && f.Code == d.Code && !slices.Contains(here, label):
			here = append(here, label)
		}
	}
	for _, p := range order {
		if len(labels[p]) > 0 {
			p.at += " (" + strings.Join(labels[p], " and ") + ")"
		}
		places = append(places, p.at)
	}
	if n := len(places); n > 0 {
		noun := "places"
		if n == 1 {
			noun = "place"
		}
		parts = append(parts, fmt.Sprintf("%d more %s with this cause: %s", n, noun, strings.Join(places, ", ")))
	}
	if len(here) > 0 {
		parts = append(parts, "here it is "+strings.Join(here, ", ")+", too")
	}
	if len(functions) > 0 {
		slices.Sort(functions)
		parts = append(parts, "the same in "+strings.Join(slices.Compact(functions), ", "))
	}
	return strings.Join(parts, "; ")
}

// part is what is accessed, without which part of it; empty if that is several things.
func (d *Diagnostic) part() string {
	if strings.Contains(d.Subject, ", ") {
		return ""
	}
	subject, _, _ := strings.Cut(d.Subject, " (")
	return subject
}

// Function writes a line only for a function that is unknown for a reason that neither a finding gives nor the summary, and
// keeps its assumptions for the summary.
func (r *Text) Function(f FunctionResult) error {
	r.assumptions = append(r.assumptions, f.Assumptions...)
	if f.Verdict != Unknown || f.Code == CodePutOff || r.explained[[2]string{f.Package, f.Function}] {
		return nil
	}
	var b strings.Builder
	r.begin(&b, aLine)
	fmt.Fprintf(&b, "%s: %s\n", r.paint.place(r.place(f.Span)), r.paint.undecided(r.fitted(f.Function+" is not verified: "+f.Reason)))
	return r.write(b.String())
}

// Type writes the line of a type, if that is asked for.
func (r *Text) Type(t TypeResult) error {
	if !r.opts.Types {
		return nil
	}
	paint := map[Safety]func(...any) string{Concurrent: r.paint.good, CallersSynchronise: fmt.Sprint, NotDecided: r.paint.undecided}[t.Safety]
	var b strings.Builder
	r.begin(&b, aLine)
	fmt.Fprintf(&b, "%s: %s: %s\n", r.paint.place(r.place(t.Span)), t.Type, paint(r.fitted(t.Line())))
	return r.write(b.String())
}

// Summary lists the assumptions, each once, and writes the counts.
func (r *Text) Summary(s Summary) error {
	var b strings.Builder
	r.begin(&b, aLine)
	if r.letters {
		b.WriteString(r.paint.faint(r.fitted(legend)) + "\n")
	}
	seen := map[string]bool{}
	folded := !r.opts.Assumptions && s.Assumptions > listedUnasked
	for _, n := range r.assumptions {
		if folded && n.Start.Filename != "" {
			continue
		}
		line := fmt.Sprintf("%s: assumed: %s", r.place(n.Span), n.Text)
		if n.Start.Filename == "" {
			line = fmt.Sprintf("assumed: %s", n.Text)
		}
		line = r.fitted(line) + "\n"
		if !seen[line] {
			seen[line] = true
			b.WriteString(r.paint.faint(line))
		}
	}
	paint := r.paint.good
	switch {
	case s.Failed > 0:
		paint = r.paint.refuted
	case s.Unknown > 0 || s.Findings > 0:
		paint = r.paint.undecided
	}
	counts := fmt.Sprintf("%d verified, %d failed, %d unknown, %d trusted", s.Verified, s.Failed, s.Unknown, s.Trusted)
	for _, c := range []struct {
		n    int
		noun string
	}{{s.Findings, "finding"}, {s.Ignored, "ignored finding"}, {s.Assumptions, "assumption"}} {
		if c.n > 0 {
			counts += fmt.Sprintf(", %d %s%s", c.n, c.noun, plural(c.n))
		}
	}
	if folded {
		b.WriteString(r.paint.faint(fmt.Sprintf("%d assumptions (-assumptions lists them)\n", s.Assumptions)))
	}
	if s.Inferred > 0 {
		b.WriteString(fmt.Sprintf("%d annotation%s inferred", s.Inferred, plural(s.Inferred)) + r.paint.faint(" (calvin infer shows them)") + "\n")
	}
	if types := s.Types.String(); types != "" {
		hint := ""
		if !r.opts.Types {
			hint = " (-types lists them)"
		}
		b.WriteString(r.fitted(types+r.paint.faint(hint)) + "\n")
	}
	if n := r.interrupted; n > 0 {
		b.WriteString(r.paint.undecided(fmt.Sprintf("interrupted: %d function%s not looked at to the end", n, plural(n))) + "\n")
	}
	if s.PutOff.Functions > 0 {
		b.WriteString(r.paint.undecided(r.fitted(s.PutOff.String())) + "\n")
	}
	fmt.Fprintf(&b, "%s %s\n", paint(counts), r.paint.faint(fmt.Sprintf("(%.1f s)", s.Seconds)))
	return r.write(b.String())
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (r *Text) place(s ir.Span) string { return place(r.opts.Dir, s.Start) }

func (r *Text) write(s string) error {
	if _, err := io.WriteString(r.out, s); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
