package report

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// Safety says how several goroutines may use an object of a type at the same time.
type Safety string

const (
	Concurrent         Safety = "concurrent" // they may: every method is verified without counting on its callers
	CallersSynchronise Safety = "callers"    // they may not without synchronisation of their own
	NotDecided         Safety = "undecided"
)

// A TypeResult is what became of one type: the line that its documentation should have.
type TypeResult struct {
	Package, Type string
	ir.Span       // of the name
	Safety        Safety
	Plain         bool     // nothing in it synchronises
	Guards        []string // what guards objects of a plain type in other objects
	Members       []Member // the methods and fields that count on callers
	Relies        []string // what has to be safe for concurrent use by itself
	Reason        string   // why it is not decided
}

// A Member is a method or a field that counts on its callers or users, and for what.
type Member struct {
	ir.Span
	Name, Text string
}

// FromLeaning returns the finding for a member of a type that is declared to be safe for concurrent use, as it counts on its callers.
func FromLeaning(pkg, typ string, m Member, said ir.Note) *Diagnostic {
	return &Diagnostic{
		Code: codeLeaning, Verdict: Refuted, Span: m.Span, Package: pkg, Clause: &said,
		Message: fmt.Sprintf("%s counts on its callers, and %s is declared to be safe for concurrent use: %s", m.Name, typ, m.Text),
	}
}

// maxMembers is how many of the members that count on callers the line of a type names.
const maxMembers = 2

// Line says it in a line.
func (t TypeResult) Line() string {
	switch t.Safety {
	case Concurrent:
		if len(t.Relies) > 0 {
			return "safe for concurrent use if " + strings.Join(t.Relies, ", ") + is(len(t.Relies))
		}
		return "safe for concurrent use"
	case CallersSynchronise:
		s := "callers synchronise"
		if len(t.Guards) > 0 {
			s += " (" + strings.Join(t.Guards, ", ") + ")"
		}
		if t.Plain {
			return s
		}
		for i, m := range t.Members[:min(len(t.Members), maxMembers)] {
			s += []string{": ", "; "}[min(i, 1)] + m.Name + ": " + m.Text
		}
		if more := len(t.Members) - maxMembers; more > 0 {
			s += fmt.Sprintf("; and %d more", more)
		}
		return s
	}
	return "undecided: " + t.Reason
}

func is(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// TypeCounts are how many types got each line.
type TypeCounts struct{ Concurrent, Callers, Undecided int }

// Add counts one type.
func (c *TypeCounts) Add(t TypeResult) {
	switch t.Safety {
	case Concurrent:
		c.Concurrent++
	case CallersSynchronise:
		c.Callers++
	default:
		c.Undecided++
	}
}

// String is empty if there are no types.
func (c TypeCounts) String() string {
	if c == (TypeCounts{}) {
		return ""
	}
	s := fmt.Sprintf("types: %d safe for concurrent use, %d synchronised by callers", c.Concurrent, c.Callers)
	if c.Undecided > 0 {
		s += fmt.Sprintf(", %d undecided", c.Undecided)
	}
	return s
}
