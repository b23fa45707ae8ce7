package index

import (
	"fmt"
	"io"
	"strings"
)

// What a summary lists at most: GitHub cuts one of a megabyte.
const (
	mostFindings = 50
	mostChanges  = 30
)

// Markdown writes a summary of the last run of a history, whose results these are, for a page such as the one of a GitHub workflow.
func Markdown(w io.Writer, r *Results, h History) error {
	b := &builder{results: r, history: h, sources: map[string]*Source{}}
	var out strings.Builder
	mark := "✗"
	if b.good() {
		mark = "✓"
	}
	fmt.Fprintf(&out, "## %s calvin: %s\n\n", mark, b.verdict())
	for _, p := range r.Problems {
		fmt.Fprintf(&out, "- %s\n", markdown(p))
	}
	if len(r.Problems) > 0 {
		out.WriteString("\n")
	}
	for _, c := range b.cards() {
		if len(c.Bar) == 0 {
			continue
		}
		var words []string
		for _, s := range c.Bar {
			word := fmt.Sprintf("%d %s", s.N, s.Name)
			if s.Delta != "" {
				word += " (" + s.Delta + ")"
			}
			words = append(words, word)
		}
		fmt.Fprintf(&out, "**%s** %s\n\n", c.Title, strings.Join(words, ", "))
	}
	b.markdownFindings(&out)
	b.markdownChanges(&out)
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

func (b *builder) markdownFindings(out *strings.Builder) {
	rows := b.findings()
	if len(rows) == 0 {
		return
	}
	out.WriteString("| | where | |\n| --- | --- | --- |\n")
	for _, f := range rows[:min(len(rows), mostFindings)] {
		where := "`" + f.Position + "`"
		if f.Position == "" {
			where = ""
		}
		if f.Function != "" {
			where += " " + markdown(f.Function)
		}
		fmt.Fprintf(out, "| %s | %s | %s |\n", f.Code, where, markdown(strings.TrimSuffix(f.Message+"; "+f.Words, "; ")))
	}
	if more := len(rows) - mostFindings; more > 0 {
		fmt.Fprintf(out, "\nand %d more\n", more)
	}
	out.WriteString("\n")
}

func (b *builder) markdownChanges(out *strings.Builder) {
	changes := b.changes()
	if len(changes) == 0 {
		return
	}
	fmt.Fprintf(out, "<details><summary>%d verdicts changed since %s</summary>\n\n", len(changes), markdown(b.history[len(b.history)-2].Label))
	for _, c := range changes[:min(len(changes), mostChanges)] {
		name := c.Name
		if c.Package != "" {
			name = c.Package + "." + name
		}
		fmt.Fprintf(out, "- %s: %s → %s\n", markdown(name), c.From, c.To)
	}
	if more := len(changes) - mostChanges; more > 0 {
		fmt.Fprintf(out, "- and %d more\n", more)
	}
	out.WriteString("\n</details>\n")
}

// markdown escapes a text: it is shown as it is, in a cell of a table, too.
func markdown(s string) string {
	var out strings.Builder
	for _, r := range strings.ReplaceAll(s, "\n", " ") {
		switch {
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r == '&':
			out.WriteString("&amp;")
		case r == '@': // names nobody
			out.WriteString("&#64;")
		case strings.ContainsRune("\\`*_[]|~", r):
			out.WriteByte('\\')
			out.WriteRune(r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
