package report

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

const (
	maxSteps = 12 // of a trace, unless all are wanted
	maxText  = 44 // columns of a statement in a trace
)

// atEntry is what stands before the state in which an execution begins.
const atEntry = "at entry"

// trace writes the steps in columns: goroutine, position, statement, mover, state. A > stands before the steps of
// other goroutines. Unless the trace is full, steps of one statement are one, and the steps nearest to the failure are kept. A path
// in the directory of the failure is cut to its last element. The state at entry stands on a line of its own.
func (r *Text) trace(b *strings.Builder, d *Diagnostic) {
	if len(d.Trace) == 0 {
		return
	}
	concerns := func(vcgen.Value) bool { return true }
	if !r.opts.FullTrace {
		concerns = d.concerns()
	}
	steps, first := fromEntry(d.Entry, d.Trace, concerns)
	if first != "" {
		for i, line := range r.folded("at entry: "+first, tabWidth+len(hang)) {
			b.WriteString("\t" + hang + strings.Repeat(hang, min(i, 1)) + r.paint.faint(line) + "\n")
		}
	}
	dir := filepath.Dir(steps[len(steps)-1].Start.Filename)
	if !r.opts.FullTrace {
		steps = statements(concerning(steps, concerns))
	}
	if n := len(steps) - maxSteps; n > 0 && !r.opts.FullTrace {
		fmt.Fprintf(b, "\t  %s\n", r.paint.faint(fmt.Sprintf("(%d earlier step%s: -trace=full)", n, plural(n))))
		steps = steps[n:]
	}
	rows := each(steps, func(s Step) [5]string {
		r.letters = r.letters || s.Mover != "" && s.Mover != "E"
		return [5]string{s.Goroutine, place(cmp.Or(within(dir, s), r.opts.Dir), s.Start), elide(s.Text, maxText), s.Mover, s.State}
	})
	width := r.widths(rows)
	for i, row := range rows {
		r.row(b, steps[i], row, width)
	}
}

// widths are those of the columns of a trace. Where the terminal is narrow, statements are cut; the state goes on below.
func (r *Text) widths(rows [][5]string) (width [5]int) {
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], columns(cell))
		}
	}
	if r.opts.Width > 0 {
		rest := r.opts.Width - tabWidth - len(hang) - width[0] - width[1] - width[3] - 4*len(hang) - min(width[4], narrowest)
		width[2] = min(width[2], max(rest, shortestRow))
	}
	return width
}

// row writes a step.
func (r *Text) row(b *strings.Builder, s Step, row [5]string, width [5]int) {
	mark := " "
	if s.Others {
		mark = ">"
	}
	var cells []string
	for j, cell := range row[:4] {
		if width[j] > 0 {
			cells = append(cells, pad(elide(cell, width[j]), width[j]))
		}
	}
	head := mark + " " + strings.Join(cells, "  ")
	for i, state := range r.folded(row[4], tabWidth+columns(head)) {
		if i > 0 {
			head = strings.Repeat(" ", columns(head))
		}
		line := strings.TrimRight("\t"+head+"  "+state, " ")
		switch {
		case s.Others:
			line = r.paint.faint(line)
		case s.Mover == "E":
			line = r.paint.refuted(line)
		}
		b.WriteString(line + "\n")
	}
}

// folded is text as it fits to the right of what is there already.
func (r *Text) folded(text string, used int) []string {
	if r.opts.Width == 0 {
		return []string{text}
	}
	return fold(text, max(r.opts.Width-used-len(hang), shortestRow))
}

// fromEntry takes the state at entry from an execution: the values of parameters, and those of variables that the finding concerns.
func fromEntry(entry []vcgen.Value, steps []Step, concerns func(vcgen.Value) bool) (rest []Step, state string) {
	var first []vcgen.Value
	if steps[0].Initial {
		first, steps = steps[0].Changes, steps[1:]
	}
	later := map[string]bool{}
	for _, v := range first {
		later[v.Label] = true
	}
	var words []string
	for _, v := range slices.Concat(slices.DeleteFunc(slices.Clone(entry), func(v vcgen.Value) bool { return later[v.Label] }), first) {
		lock, reads := strings.CutSuffix(v.Label, forReading)
		switch {
		case !concerns(v):
		case reads && v.Text == "true":
			words = append(words, lock+" held for reading")
		case !reads && tells(v):
			words = append(words, values([]vcgen.Value{v}))
		}
	}
	return steps, strings.Join(words, ", ")
}

// tells reports whether a value at entry says something to a reader. The name of an object or of an unknown string does not, nor does the
// result of a call that has not happened.
func tells(v vcgen.Value) bool {
	if v.Text == "[...]" || v.Text == "?" {
		return false
	}
	if strings.HasSuffix(v.Label, ")") && !strings.HasPrefix(v.Label, "len(") && !strings.HasPrefix(v.Label, "cap(") {
		return false
	}
	name := strings.TrimRight(v.Text, "0123456789")
	return name == v.Text || name != object && !strings.HasSuffix(name, "#")
}

// statements makes one of the steps that a goroutine makes in one statement, with what changes in all of them, if no other goroutine
// runs between them. A step that commutes both ways adds nothing to how the whole commutes; others stay apart. What fails stays a step by
// itself.
func statements(steps []Step) []Step {
	bothWays := ir.BothMover.String()
	var all []Step
	for _, s := range steps {
		if s.Mover == bothWays && strings.HasPrefix(s.Text, "parameter ") { // is stored: its value is that at entry
			continue
		}
		if n := len(all); n > 0 && s.Start.IsValid() && s.Mover != "E" {
			if last := &all[n-1]; last.Start == s.Start && last.Goroutine == s.Goroutine && last.Text == s.Text && last.Others == s.Others &&
				(last.Mover == s.Mover || last.Mover == bothWays || s.Mover == bothWays) {
				if last.Mover == bothWays {
					last.Mover = s.Mover
				}
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
