package report

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxSteps = 12 // of a trace, unless all are wanted
	maxText  = 44 // columns of a statement in a trace
)

// writeTrace writes the steps in columns: goroutine, position, statement, mover, state. A > stands before the steps of
// other goroutines. Unless the trace is full, steps of one statement are one, and the steps nearest to the failure are kept. A path
// in the directory of the failure is cut to its last element.
func writeTrace(b *strings.Builder, steps []Step, opts TextOptions, paint palette) {
	if len(steps) == 0 {
		return
	}
	dir := filepath.Dir(steps[len(steps)-1].Start.Filename)
	if !opts.FullTrace {
		steps = statements(steps)
	}
	if n := len(steps) - maxSteps; n > 0 && !opts.FullTrace {
		fmt.Fprintf(b, "\t  %s\n", paint.faint(fmt.Sprintf("(%d earlier step%s: -trace=full)", n, plural(n))))
		steps = steps[n:]
	}
	rows := each(steps, func(s Step) [5]string {
		return [5]string{s.Goroutine, place(cmp.Or(within(dir, s), opts.Dir), s.Start), elide(s.Text, maxText), s.Mover, s.State}
	})
	var width [5]int
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for i, row := range rows {
		mark := " "
		if steps[i].Others {
			mark = ">"
		}
		var cells []string
		for j, cell := range row {
			if width[j] > 0 {
				cells = append(cells, cell+strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell)))
			}
		}
		line := strings.TrimRight("\t"+mark+" "+strings.Join(cells, "  "), " ")
		switch {
		case steps[i].Others:
			line = paint.faint(line)
		case steps[i].Mover == "E":
			line = paint.refuted(line)
		}
		b.WriteString(line + "\n")
	}
}

// statements makes one of the steps that a goroutine makes in one statement, with what changes in all of them, if no other goroutine
// runs between them. What fails stays a step by itself.
func statements(steps []Step) []Step {
	var all []Step
	for _, s := range steps {
		if n := len(all); n > 0 && s.Start.IsValid() && s.Mover != "E" {
			if last := &all[n-1]; last.Start == s.Start && last.Goroutine == s.Goroutine && last.Text == s.Text && last.Mover == s.Mover &&
				last.Others == s.Others {
				last.State = strings.Join(slices.DeleteFunc([]string{last.State, s.State}, func(s string) bool { return s == "" }), ", ")
				continue
			}
		}
		all = append(all, s)
	}
	return all
}

// within returns dir if the step is in a file of it.
func within(dir string, s Step) string {
	if filepath.Dir(s.Start.Filename) == dir {
		return dir
	}
	return ""
}

// elide cuts s to n runes, the last of which then is an ellipsis.
func elide(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return strings.TrimRight(string(runes[:n-1]), " ") + "…"
	}
	return s
}
