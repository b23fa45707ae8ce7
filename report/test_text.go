package report

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// GoroutineName is G1 for the goroutine that runs the test.
func GoroutineName(n int) string {
	if n == 0 {
		return "clock"
	}
	return fmt.Sprintf("G%d", n)
}

// Test writes a bug, or a line for a test without one. After the first tests with one schedule, further ones are only counted.
func (r *Text) Test(t *TestResult) error {
	if t.isPlain() {
		if r.plain++; r.plain > listedUnasked && !r.opts.Tests {
			return nil
		}
	}
	if t.unbegun() {
		r.unbegun++
		return nil
	}
	var b strings.Builder
	if t.Verdict != TestBug {
		r.begin(&b, aLine)
	}
	switch t.Verdict {
	case TestBug:
		for _, bug := range t.bugs() {
			if bug.First == "" {
				r.bug(&b, t, bug)
			}
		}
		if t.Reason != "" {
			writeIndented(&b, t.Test+": "+t.Reason)
		}
	case TestError:
		fmt.Fprintf(&b, "%s: %s\n", r.paint.place(t.Package+"."+t.Test), r.paint.undecided(t.Meaning()))
		writeIndented(&b, t.Reason)
	default:
		paint := r.paint.good
		if t.Verdict == TestIncomplete {
			paint = r.paint.undecided
		}
		name, meaning, spent := t.Package+"."+t.Test, t.Meaning(), "("+t.Spent()+")"
		if w := r.opts.Width; w > 0 && columns(name+": "+meaning+" "+spent) > w {
			fmt.Fprintf(&b, "%s:\n\t%s\n", r.paint.place(name), paint(r.fitted(meaning+" "+spent)))
		} else {
			fmt.Fprintf(&b, "%s: %s %s\n", r.paint.place(name), paint(meaning), r.paint.faint(spent))
		}
		if t.Reason != "" {
			writeIndented(&b, t.Reason)
		}
	}
	for _, s := range t.OutOfControl {
		writeIndented(&b, "out of control: "+s)
	}
	return r.write(b.String())
}

func writeIndented(b *strings.Builder, s string) {
	for line := range strings.Lines(strings.TrimSpace(s)) {
		fmt.Fprintf(b, "\t%s\n", strings.TrimRight(line, "\n"))
	}
}

func (r *Text) bug(b *strings.Builder, t *TestResult, bug *Bug) {
	r.begin(b, aFinding)
	where := place(r.opts.Dir, bug.Position)
	if where == "" {
		where = t.Package
	}
	first, rest, _ := strings.Cut(bug.Message, "\n")
	suffix := " (" + t.Test + ")"
	headline := bug.Kind + ": " + first
	room := firstLine
	if r.opts.Width > 0 {
		room = min(room, r.opts.Width)
	}
	short := elide(headline, max(room-columns(where+": "+suffix), narrowest))
	fmt.Fprintf(b, "%s: %s%s\n", r.paint.place(where), r.paint.refuted(short), r.paint.code(suffix))
	r.excerpt(b, spanOf(bug.Position))
	if short != headline {
		r.detail(b, first)
	}
	writeIndented(b, rest)
	if len(bug.Tests) > 1 {
		r.detail(b, bug.In())
	}
	for _, n := range bug.Related {
		r.detail(b, fmt.Sprintf("%s: %s", place(r.opts.Dir, n.Position), n.Text))
	}
	if bug.Died {
		fmt.Fprintf(b, "\tthis ended the process, so the schedule is not known; found by %s\n", t.Spent())
		return
	}
	clock := ""
	if bug.ClockAny {
		clock = ", timers firing at any time"
	}
	fmt.Fprintf(b, "\tschedule with %s%s, found by %s", counted(bug.Preemptions, "preemption"), clock, t.Spent())
	if len(bug.Steps) > 0 {
		b.WriteString(":\n")
		r.schedule(b, bug.Steps)
	} else {
		b.WriteString("; nothing in it depends on the schedule\n")
	}
	if bug.Trace != "" {
		fmt.Fprintf(b, "\treplay: calvin replay %s\n", Relative(r.opts.Dir, bug.Trace))
	}
	if bug.Untraced != "" {
		writeIndented(b, "it cannot be replayed: "+bug.Untraced)
	}
}

// maxBugSteps is how many steps of a schedule are shown; the trace has all.
const maxBugSteps = 40

// columnWidths of a schedule: a column is as wide as its widest operation, within these limits.
const (
	minColumn = 8
	maxColumn = 36
)

// schedule writes the steps with one column a goroutine.
func (r *Text) schedule(b *strings.Builder, steps []BugStep) {
	if n := len(steps) - maxBugSteps; n > 0 && !r.opts.FullTrace {
		fmt.Fprintf(b, "\t  (%s before)\n", counted(n, "step"))
		steps = steps[n:]
	}
	width := map[int]int{}
	left := 0
	for _, s := range steps {
		width[s.Goroutine] = min(max(width[s.Goroutine], minColumn, utf8.RuneCountInString(s.Text)), maxColumn)
		left = max(left, len(r.shortPlace(s)))
	}
	goroutines := slices.Sorted(maps.Keys(width))
	head := strings.Repeat(" ", left)
	if !r.fit(width, left) {
		r.list(b, steps)
		return
	}
	for _, g := range goroutines {
		head += "  " + pad(GoroutineName(g), width[g])
	}
	fmt.Fprintf(b, "\t  %s\n", strings.TrimRight(head, " "))
	for _, s := range steps {
		line := pad(r.shortPlace(s), left)
		for _, g := range goroutines {
			cell := ""
			if g == s.Goroutine {
				cell = elideTo(s.Text, width[g])
			}
			line += "  " + pad(cell, width[g])
		}
		fmt.Fprintf(b, "\t  %s\n", strings.TrimRight(line, " "))
	}
}

// fit makes columns narrower until the terminal has room for all, and reports whether it does.
func (r *Text) fit(width map[int]int, left int) bool {
	if r.opts.Width == 0 {
		return true
	}
	room := r.opts.Width - tabWidth - len(hang) - left
	total := 0
	for _, w := range width {
		total += w + len(hang)
	}
	for ; total > room; total-- {
		widest := slices.MaxFunc(slices.Sorted(maps.Keys(width)), func(a, b int) int { return width[a] - width[b] })
		if width[widest] <= minColumn {
			return false
		}
		width[widest]--
	}
	return true
}

// list writes the steps without a column for each goroutine.
func (r *Text) list(b *strings.Builder, steps []BugStep) {
	name, left := 0, 0
	for _, s := range steps {
		name, left = max(name, len(GoroutineName(s.Goroutine))), max(left, len(r.shortPlace(s)))
	}
	for _, s := range steps {
		head := pad(GoroutineName(s.Goroutine), name) + "  " + pad(r.shortPlace(s), left) + "  "
		fmt.Fprintf(b, "\t  %s%s\n", head, elideTo(s.Text, max(r.opts.Width-tabWidth-len(hang)-len(head), shortestRow)))
	}
}

// shortPlace is file and line; the directory is that of the headline, or easily found.
func (r *Text) shortPlace(s BugStep) string {
	if !s.Position.IsValid() {
		return ""
	}
	p := s.Position
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

func elideTo(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}

// TestSummary writes the counts.
func (r *Text) TestSummary(s TestSummary) error {
	paint := r.paint.good
	switch {
	case s.Bugs > 0:
		paint = r.paint.refuted
	case s.Incomplete+s.Errors > 0:
		paint = r.paint.undecided
	}
	var b strings.Builder
	r.begin(&b, aLine)
	if n := r.plain - listedUnasked; n > 0 && !r.opts.Tests {
		b.WriteString(r.paint.faint(fmt.Sprintf("%s with one schedule and no bug (-v lists them)", counted(n, "more test"))) + "\n")
	}
	if r.unbegun > 0 {
		b.WriteString(r.paint.undecided(fmt.Sprintf("%s not begun before the search was interrupted", counted(r.unbegun, "test"))) + "\n")
	}
	counts := counted(s.OK+s.Bugs+s.Incomplete+s.Errors+s.Skipped, "test") + ": " + s.Counts()
	fmt.Fprintf(&b, "%s %s\n", paint(counts), r.paint.faint(fmt.Sprintf("(%.1f s)", s.Seconds)))
	return r.write(b.String())
}
