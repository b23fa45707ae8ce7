package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// Diagnostic adds a finding of calvin check.
func (p *Page) Diagnostic(d *report.Diagnostic) error {
	v := &view{
		Class: "bad", Kind: d.Code, Help: report.PageURL(d.Code), Title: d.Message, Subject: d.Function, Package: d.Package,
		At: p.spanned(d.Span), Facts: d.Details(), Movers: true,
	}
	if d.Verdict == report.Undecided {
		v.Class = "open"
	}
	if c := d.Clause; c != nil {
		v.Notes = append(v.Notes, note{p.spanned(c.Span), c.Text + " (" + report.ConditionThat(d.Verdict) + ")"})
	}
	for _, n := range d.Notes() {
		v.Notes = append(v.Notes, note{p.spanned(n.Span), n.Text})
	}
	for _, a := range d.Also {
		switch {
		case a.Span != d.Span, a.Function == d.Function && a.Message != d.Message:
			v.Notes = append(v.Notes, note{p.spanned(a.Span), "the same cause: " + a.Message})
		case a.Function != d.Function:
			v.Notes = append(v.Notes, note{p.spanned(a.Span), "the same in " + a.Function})
		}
	}
	v.Facts = slices.DeleteFunc(v.Facts, func(s string) bool { // which are notes and fixes here
		return strings.HasPrefix(s, "fix: ") || strings.HasPrefix(s, report.ConditionThat(d.Verdict))
	})
	for _, f := range d.Fixes {
		v.Fixes = append(v.Fixes, f.Message)
	}
	if len(d.Trace) == 0 {
		v.Nothing = nothing(d.Verdict)
	} else {
		p.trace(v, d)
	}
	p.add(v)
	return nil
}

func nothing(v report.Verdict) string {
	if v == report.Undecided {
		return "It may be right: there is neither a proof nor a counterexample."
	}
	return "No execution is needed to see this."
}

// spanned is the spot of a span.
func (p *Page) spanned(s ir.Span) spot { return p.spot(s.Start, s.End.Line) }

// trace makes rows of the steps of a counterexample. Its lanes are G1, which is under check, and the others.
func (p *Page) trace(v *view, d *report.Diagnostic) {
	index := map[string]int{}
	laneOf := func(name string) int {
		k := slices.IndexFunc(v.Lanes, func(l lane) bool { return l.Name == name })
		if k < 0 {
			k = len(v.Lanes)
			title := "goroutine " + strings.TrimPrefix(name, "G")
			if k > 0 {
				title = "all other goroutines"
			}
			v.Lanes = append(v.Lanes, lane{name, title, k % hues})
		}
		return k
	}
	objectOf := func(label string) int {
		k, ok := index[label]
		if !ok {
			k = len(v.Objects)
			index[label] = k
			v.Objects = append(v.Objects, object{Name: label})
		}
		return k
	}
	for _, e := range d.Entry {
		v.Objects[objectOf(e.Label)].At = e.Text
	}
	laneOf("G1")
	for _, s := range d.Trace {
		r := row{Lane: laneOf(s.Goroutine), Text: s.Text, Mover: s.Mover, State: s.State, At: p.spanned(s.Span).short(), Object: -1}
		switch {
		case s.Others:
			r.Class = "others"
		case s.Mover == "E":
			r.Class, r.Mover = "fail", ""
		}
		for _, c := range s.Changes {
			r.After = append(r.After, change{objectOf(c.Label), c.Text})
		}
		v.Rows = append(v.Rows, r)
	}
	v.Links = handed(d.Trace)
}

// handed links the step at which a goroutine gave a lock back to the one at which another took it next.
func handed(trace []report.Step) (links []link) {
	freed := map[string]int{} // the step after which the lock has been free
	for i, s := range trace {
		for _, c := range s.Changes {
			from, free := freed[c.Label]
			if free && isGoroutine(c) && trace[from].Goroutine != s.Goroutine {
				links = append(links, link{from, i, "order"})
			}
			delete(freed, c.Label)
			if c.Text == "free" {
				freed[c.Label] = i
			}
		}
	}
	return links
}

// isGoroutine reports whether a value is a goroutine: G1, G2.
func isGoroutine(v vcgen.Value) bool {
	rest, ok := strings.CutPrefix(v.Text, "G")
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// Function adds what became of a function.
func (p *Page) Function(f report.FunctionResult) error {
	class := map[report.FunctionVerdict]string{report.Verified: "good", report.Failed: "bad"}[f.Verdict]
	words := p.places.text(f.Reason)
	if f.Verdict == report.Verified {
		words = fmt.Sprintf("%d conditions proved", f.Goals)
		if f.Goals == 1 {
			words = "1 condition proved"
		}
	}
	p.outcomes = append(p.outcomes, outcome{f.Function, f.Package, string(f.Verdict), words, cmp.Or(class, "open")})
	for _, a := range f.Assumptions {
		text := a.Text
		if at := p.spanned(a.Span); at.Name != "" {
			text = at.Name + ": " + text
		}
		if !slices.Contains(p.notes, text) {
			p.notes = append(p.notes, text)
		}
	}
	return nil
}

// Type adds the line of a type.
func (p *Page) Type(t report.TypeResult) error {
	class := map[report.Safety]string{report.Concurrent: "good", report.NotDecided: "open"}[t.Safety]
	p.types = append(p.types, typeLine{t.Type, t.Package, t.Line(), class})
	return nil
}

// Summary notes the counts.
func (p *Page) Summary(s report.Summary) error {
	p.counts = fmt.Sprintf("%d verified, %d failed, %d unknown, %d trusted", s.Verified, s.Failed, s.Unknown, s.Trusted)
	if s.PutOff.Functions > 0 {
		p.counts += "; " + s.PutOff.String()
	}
	p.seconds, p.good = s.Seconds, s.Failed+s.Unknown+s.Findings == 0 && s.Verified+s.Trusted > 0
	return nil
}
