// Package mutant takes the source of an annotated package and gives mutants of it: copies with one small fault each,
// in the code or in an annotation. The verifier should reject them. A mutant that it verifies is either equivalent to
// the original or shows a hole in the verifier.
package mutant

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// A Mutant is one faulty copy of a package. It differs from the original in one file.
type Mutant struct {
	Package  string // the name of the package
	Operator string // what was done, a name of Operators
	Decl     string // where: the function, the type, or the type's field
	Before   string // the text that was changed
	After    string // what it was changed to; "" if it was dropped
	Nth      int    // counts the mutants that agree in all of the above, from 1
	File     string // base name
	Line     int    // of the change
	Column   int
	// OldLine and NewLine are the line as it was and as it is.
	OldLine, NewLine string

	edits []edit
	file  *file
}

// An edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// ID names the mutant in a way that does not change when lines are added elsewhere.
func (m *Mutant) ID() string {
	id := fmt.Sprintf("%s %s %s: %s -> %s", m.Package, m.Decl, m.Operator, oneLine(m.Before), oneLine(m.After))
	if m.Nth > 1 {
		id += fmt.Sprintf(" #%d", m.Nth)
	}
	return id
}

// Position returns the place of the change as PACKAGE/FILE:LINE.
func (m *Mutant) Position() string { return fmt.Sprintf("%s/%s:%d", m.Package, m.File, m.Line) }

// oneLine folds the white space of s and names an empty text.
func oneLine(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return "nothing"
	}
	return s
}

// Mutants returns all mutants of the package, in order of position, each once.
func (s *Source) Mutants() []*Mutant {
	var all []*Mutant
	for _, f := range s.files {
		for _, op := range codeOperators {
			all = append(all, s.mutateCode(f, op)...)
		}
		for _, op := range clauseOperators {
			all = append(all, s.mutateClauses(f, op)...)
		}
	}
	slices.SortStableFunc(all, func(a, b *Mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	texts := make(map[string]bool)
	all = slices.DeleteFunc(all, func(m *Mutant) bool {
		text := m.File + m.text()
		seen := texts[text]
		texts[text] = true
		return seen
	})
	ids := make(map[string]int)
	for _, m := range all {
		m.Nth = 1
		id := m.ID()
		ids[id]++
		m.Nth = ids[id]
	}
	return all
}

// Operators returns the names of all operators, those on code first.
func Operators() []string {
	var names []string
	for _, op := range codeOperators {
		names = append(names, op.name)
	}
	for _, op := range clauseOperators {
		names = append(names, op.name)
	}
	return names
}

// Sampled reports whether the mutant is in the sample of about one in n, which depends on its ID alone.
func (m *Mutant) Sampled(n uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(m.ID()))
	return h.Sum32()%max(n, 1) == 0
}

// mutant makes one mutant of f out of edits that do not overlap.
func (s *Source) mutant(f *file, operator, decl, before, after string, edits ...edit) *Mutant {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	m := &Mutant{
		Package: s.Name, Operator: operator, Decl: decl, Before: before, After: after,
		File: f.name, edits: edits, file: f,
	}
	at := edits[0].start
	m.Line, m.Column = f.lineOf(at)
	m.OldLine = lineAt(f.text, at)
	m.NewLine = lineAt(m.text(), at)
	return m
}

// text returns the mutated file.
func (m *Mutant) text() string {
	var b strings.Builder
	at := 0
	for _, e := range m.edits {
		b.WriteString(m.file.text[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(m.file.text[at:])
	return b.String()
}

// lineAt returns the line of text that holds the byte at offset, without white space around it.
func lineAt(text string, offset int) string {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return strings.TrimSpace(line)
}

// drop returns the edit that deletes the bytes from start to end but keeps the line breaks among them, so that
// positions after it stay as they are.
func drop(text string, start, end int) edit {
	return edit{start, end, strings.Repeat("\n", strings.Count(text[start:end], "\n"))}
}
