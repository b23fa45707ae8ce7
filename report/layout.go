package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/calvin-go/calvin/ir"
)

const (
	tabWidth    = 8  // columns of a tab in a terminal
	narrowest   = 24 // columns that text is fitted to at least
	hang        = "  "
	shortestRow = 20 // columns of a statement in a trace, at least
)

// A paragraph is what was written last: findings stand apart from each other and from all else.
type paragraph uint8

const (
	nothingYet paragraph = iota
	aFinding
	aLine
)

// begin sets a paragraph apart from the one before.
func (r *Text) begin(b *strings.Builder, p paragraph) {
	if r.last == aFinding || p == aFinding && r.last != nothingYet {
		b.WriteByte('\n')
	}
	r.last = p
}

// excerpt writes the line of the source that a finding is about, and below it what of it.
func (r *Text) excerpt(b *strings.Builder, s ir.Span) {
	if r.opts.Source == nil || !s.Start.IsValid() || s.Start.Column < 1 {
		return
	}
	text, ok := lineOf(r.opts.Source(s.Start.Filename), s.Start.Line)
	if !ok || s.Start.Column-1 > len(text) {
		return
	}
	from, to := s.Start.Column-1, len(text)
	switch {
	case !ends(s):
		to = from + 1
	case s.End.Line == s.Start.Line:
		to = s.End.Column - 1
	}
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	if from < indent || to > len(text) {
		return
	}
	before, marked := columns(text[indent:from]), max(columns(text[from:to]), 1)
	line := strings.ReplaceAll(strings.TrimRight(text[indent:], " \t"), "\t", " ")
	number := fmt.Sprint(s.Start.Line)
	if r.opts.Width > 0 {
		line, before, marked = window(line, before, marked, max(r.opts.Width-tabWidth-len(number)-len(" | "), narrowest))
	}
	fmt.Fprintf(b, "\t%s %s\n", r.paint.faint(number+" |"), line)
	fmt.Fprintf(b, "\t%s %s%s\n", r.paint.faint(strings.Repeat(" ", len(number))+" |"), strings.Repeat(" ", before),
		r.paint.refuted("^"+strings.Repeat("~", marked-1)))
}

func columns(s string) int { return utf8.RuneCountInString(s) }

// lineOf is a line of a text, from 1.
func lineOf(text string, n int) (string, bool) {
	for range n - 1 {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return "", false
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), line != ""
}

// window is the part of a line of at most width columns that has what is marked, or its beginning.
func window(line string, before, marked, width int) (string, int, int) {
	runes := []rune(line)
	if len(runes) <= width {
		return line, before, marked
	}
	start := 0
	if before+marked > width-1 {
		start = max(0, before-width/4)
	}
	part := runes[start:]
	if start > 0 {
		part[0] = '…'
	}
	before -= start
	if len(part) > width {
		part = append(part[:width-1:width-1], '…')
	}
	return string(part), before, max(min(marked, len(part)-before), 1)
}

// detail writes a line below a finding, on several if it is wider than the terminal.
func (r *Text) detail(b *strings.Builder, text string) {
	if r.opts.Width == 0 {
		b.WriteString("\t" + text + "\n")
		return
	}
	width := max(r.opts.Width-tabWidth-len(hang), narrowest)
	for i, line := range fold(text, width) {
		if i > 0 {
			line = hang + line
		}
		b.WriteString("\t" + line + "\n")
	}
}

// fitted is a line of its own, on several if it is wider than the terminal.
func (r *Text) fitted(text string) string {
	if r.opts.Width == 0 {
		return text
	}
	return strings.Join(fold(text, max(r.opts.Width-tabWidth, narrowest)), "\n\t")
}

// fold divides a text into lines of at most width columns, where words end. A longer word has a line of its own.
func fold(text string, width int) []string {
	if columns(text) <= width {
		return []string{text}
	}
	lines := []string{""}
	for _, word := range strings.Split(text, " ") {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case columns(*last)+1+columns(word) > width:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}

// legend says what the letters in traces mean.
const legend = "steps: R may as well come later, L earlier, B both, N neither, as others see it; E is the one that fails"
