package page

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// Test adds what became of a test.
func (p *Page) Test(t *report.TestResult) error {
	class := map[report.TestVerdict]string{report.TestOK: "good", report.TestBug: "bad"}[t.Verdict]
	if class == "" {
		class = "open"
	}
	words := t.Meaning()
	if t.Verdict != report.TestError {
		words += " (" + t.Spent() + ")"
	}
	if t.Reason != "" {
		words += ": " + p.places.text(t.Reason)
	}
	p.outcomes = append(p.outcomes, outcome{t.Test, t.Package, string(t.Verdict), words, class})
	for _, s := range t.OutOfControl {
		p.notes = append(p.notes, t.Test+": out of control: "+p.places.text(s))
	}
	if t.Verdict == report.TestBug {
		for _, b := range append([]*report.Bug{t.Bug}, t.More...) {
			if b.First == "" {
				p.bug(t, b)
			}
		}
	}
	return nil
}

// TestSummary notes the counts.
func (p *Page) TestSummary(s report.TestSummary) error {
	p.counts = s.Counts()
	p.seconds, p.good = s.Seconds, s.Bugs+s.Incomplete+s.Errors == 0 && s.OK > 0
	return nil
}

func (p *Page) bug(t *report.TestResult, b *report.Bug) {
	title, rest, _ := strings.Cut(b.Message, "\n")
	v := &view{Class: "bad", Kind: b.Kind, Title: title, Subject: t.Test, Package: t.Package, At: p.spot(b.Position, 0)}
	stack, _, _ := strings.Cut(b.Stack, "\ncreated by iter.Pull[") // how goroutines are run, and no part of the program
	v.Stack = stack
	for line := range strings.Lines(rest) {
		v.Facts = append(v.Facts, strings.TrimRight(line, "\n"))
	}
	for _, n := range b.Related {
		if n.Goroutine == 0 { // else it is a row
			v.Notes = append(v.Notes, note{p.spot(n.Position, 0), n.Text})
		}
	}
	if len(b.Tests) > 1 {
		v.Facts = append(v.Facts, b.In())
	}
	preemptions := fmt.Sprintf("%d preemptions", b.Preemptions)
	if b.Preemptions == 1 {
		preemptions = "1 preemption"
	}
	v.Facts = append(v.Facts, "schedule with "+preemptions+", found by "+t.Spent())
	if b.Trace != "" {
		v.Facts = append(v.Facts, "replay: calvin replay "+p.places.file(b.Trace))
	}
	if len(b.Steps) == 0 {
		v.Nothing = "Nothing in it depends on the schedule."
	}
	p.schedule(v, b)
	p.add(v)
}

// maxRows is how many steps of a schedule are shown, the last: the trace has all.
const maxRows = 10_000

// schedule makes rows of the steps of a bug, and ends them with what goes wrong.
func (p *Page) schedule(v *view, b *report.Bug) {
	lanes := lanesOf(v, b)
	names, index := nameObjects(b)
	v.Objects = names
	last := map[int]string{}
	v.Before = max(0, len(b.Steps)-maxRows)
	for i, s := range b.Steps {
		if i < v.Before {
			for _, a := range s.After {
				if k, ok := index[a.Object]; ok {
					v.Objects[k].At, last[k] = a.Text, a.Text
				}
			}
			continue
		}
		r := row{Lane: lanes[s.Goroutine], Text: s.Text, At: p.spot(s.Position, 0).short(), Object: -1}
		if k, ok := index[s.Object]; ok {
			r.Object = k
		}
		var words []string
		for _, a := range s.After {
			if k, ok := index[a.Object]; ok && last[k] != a.Text {
				last[k] = a.Text
				r.After = append(r.After, change{k, a.Text})
				words = append(words, inWords(s, a, v.Objects[k]))
			}
		}
		r.State = strings.Join(words, ", ")
		v.Rows = append(v.Rows, r)
		for _, g := range s.Starts {
			v.Links = append(v.Links, link{i - v.Before, lanes[g], "start"})
		}
	}
	for _, l := range b.Links {
		if min(l.From, l.To) >= v.Before {
			v.Links = append(v.Links, link{l.From - v.Before, l.To - v.Before, "order"})
		}
	}
	switch b.Kind {
	case "race":
		v.race(b)
	case "deadlock", "leak":
	default:
		v.end(b, lanes[b.Goroutine], p.spot(b.Position, 0).short())
	}
	for _, n := range b.Related {
		if n.Goroutine > 0 {
			text := strings.TrimPrefix(n.Text, fmt.Sprintf("G%d ", n.Goroutine))
			text = strings.TrimSuffix(text, ": "+n.Why)
			if k := holds(b.Steps, n); k >= v.Before {
				v.Links = append(v.Links, link{len(v.Rows), k - v.Before, "wants"})
			}
			r := row{Lane: lanes[n.Goroutine], Text: text, State: n.Why, Class: "stuck", At: p.spot(n.Position, 0).short(), Object: -1}
			if k, ok := index[n.Object]; ok {
				r.Object = k
			}
			v.Rows = append(v.Rows, r)
		}
	}
}

// inWords says what a step has made of an object. A number needs a name; what else it is about, the step itself says.
func inWords(s report.BugStep, a report.BugStatus, o object) string {
	if a.Object == s.Object && a.Kind != "WaitGroup" && a.Kind != "atomic" {
		return a.Text
	}
	name, _, _ := strings.Cut(o.Name, " = ")
	return name + ": " + a.Text
}

// holds returns the step that took the lock that a goroutine waits for, -1 if it does not wait for a lock.
func holds(steps []report.BugStep, waits report.BugNote) int {
	for i := len(steps) - 1; i >= 0; i-- {
		for _, a := range steps[i].After {
			if a.Object != waits.Object {
				continue
			}
			if strings.HasPrefix(a.Text, "held by ") {
				return i
			}
			return -1
		}
	}
	return -1
}

// lanesOf makes a lane for every goroutine that takes part, the clock last, and returns their numbers.
func lanesOf(v *view, b *report.Bug) map[int]int {
	part := map[int]bool{}
	for _, s := range b.Steps {
		part[s.Goroutine] = true
		for _, g := range s.Starts {
			part[g] = true
		}
	}
	for _, n := range b.Related {
		if n.Goroutine > 0 {
			part[n.Goroutine] = true
		}
	}
	if b.Kind != "deadlock" && b.Kind != "leak" && b.Goroutine > 0 {
		part[b.Goroutine] = true
	}
	numbers := slices.Sorted(maps.Keys(part))
	if len(numbers) > 0 && numbers[0] == 0 {
		numbers = append(numbers[1:], 0)
	}
	lanes := map[int]int{}
	for i, n := range numbers {
		l := lane{report.GoroutineName(n), fmt.Sprintf("goroutine %d", n), i % hues}
		if n == 0 {
			l.Title = "the clock"
		}
		lanes[n] = i
		v.Lanes = append(v.Lanes, l)
	}
	return lanes
}

// race marks the two accesses, the last at their places, and links them.
func (v *view) race(b *report.Bug) {
	last := func(at token.Position, not int) int {
		for i := len(b.Steps) - 1; i >= 0; i-- {
			if b.Steps[i].Position == at && i != not && (not < 0 || b.Steps[i].Goroutine != b.Steps[not].Goroutine) {
				return i
			}
		}
		return -1
	}
	second := last(b.Position, -1)
	if second < v.Before {
		return
	}
	v.Rows[second-v.Before].Class = "fail"
	if len(b.Related) == 0 {
		return
	}
	if first := last(b.Related[0].Position, second); first >= v.Before {
		v.Rows[first-v.Before].Class = "fail"
		v.Links = append(v.Links, link{first - v.Before, second - v.Before, "race"})
	}
}

// end adds a row for what goes wrong, unless the last step is that.
func (v *view) end(b *report.Bug, lane int, at spot) {
	if n := len(b.Steps); n > 0 && b.Steps[n-1].Position == b.Position {
		v.Rows[len(v.Rows)-1].Class = "fail"
		return
	}
	if len(v.Rows) > 0 {
		title, _, _ := strings.Cut(b.Message, "\n")
		v.Rows = append(v.Rows, row{Lane: lane, Text: b.Kind + ": " + title, Class: "fail", At: at, Object: -1})
	}
}
