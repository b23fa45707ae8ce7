// Package weakening makes mutants of the verifier. Each mutant drops one proof obligation, refusal, havoc or frame
// condition of packages desugar and reduce. Some test must notice each. If no test notices a mutant, either it has no
// effect on verdicts, for a reason that is on record, or the tests lack something.
//
// All mutants are one program. An overlay for the go command makes each site ask package hook whether to drop it; the
// sources stay as they are. So packages are loaded and built once, and a mutant runs only on declarations whose
// sequential programs it changes.
//
//	site.go       a place in the verifier, and how it is weakened
//	kinds.go      what there is to drop: the tables
//	find.go       all sites of the sources
//	conditions.go those inside conditions
//	overlay.go    the instrumented sources
//	units.go      the packages with marks
//	subject.go    their declarations, which mutants are held against
//	run.go        mutants against declarations
//	tests.go      mutants against test binaries
//	lists.go      the sites that are known to survive
package weakening

import (
	"fmt"
	"strings"
)

// A Site is one thing that may be dropped.
type Site struct {
	N    int    // in order of the sources
	Kind string // a name of Kinds
	File string // relative to the module: desugar/sync.go
	Line int
	Decl string // the function
	Text string // what is dropped
	Nth  int    // counts the sites that agree in all of the above but Line, from 1

	file       string // with its whole path
	start, end int    // the bytes that are wrapped
	before     string // what comes before them, and
	after      string // after them
}

// ID names the site in a way that does not change when lines are added elsewhere.
func (s *Site) ID() string {
	id := fmt.Sprintf("%s %s %s: %s", s.File, s.Decl, s.Kind, s.Text)
	if s.Nth > 1 {
		id += fmt.Sprintf(" #%d", s.Nth)
	}
	return id
}

// Position returns FILE:LINE.
func (s *Site) Position() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// maxText bounds the text in an ID.
const maxText = 90

// brief folds the white space of a text, and cuts it off.
func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > maxText {
		text = string(r[:maxText]) + "..."
	}
	return text
}
