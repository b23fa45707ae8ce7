package report

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// The codes of findings about how goroutines wait for each other.
const (
	codeCircle = "CV0208" // locks that are acquired in a circle
	codeOrder  = "CV0209" // a lock that is acquired against a stated order
)

// A LockEdge says that a lock is acquired while another is held.
type LockEdge struct {
	Held, Acquired string
	// Holds and Takes lead to where the two are acquired: calls, each of the function in which the next one is, then the acquisition.
	Holds, Takes []CallStep
}

// A CallStep is a place in the source, in a function as reports write it.
type CallStep struct {
	ir.Span
	Function string
}

// FromLockCircle returns the finding for locks that goroutines acquire in a circle. With one edge the two locks are of one variable, in two
// objects of which nothing tells which comes first. The finding is refuted if each edge comes about for certain.
func FromLockCircle(pkg, function string, at ir.Span, edges []LockEdge, certain bool) *Diagnostic {
	d := &Diagnostic{Code: codeCircle, Verdict: Undecided, Span: at, Package: pkg, Function: function, Message: circleText(edges)}
	if certain {
		d.Verdict = Refuted
	} else {
		d.Next = "acquire the locks in one order everywhere, or release the first before the second is acquired"
	}
	for i, e := range edges {
		notes := edgeNotes(e)
		if i > 0 {
			notes[0].Text = "elsewhere: " + notes[0].Text
		}
		d.Related = append(d.Related, notes...)
	}
	return d
}

// FromLockOrder returns the finding for a lock that is acquired against a stated order; said is the directive.
func FromLockOrder(pkg, function string, at ir.Span, e LockEdge, said ir.Note, certain bool) *Diagnostic {
	d := &Diagnostic{
		Code: codeOrder, Verdict: Undecided, Span: at, Package: pkg, Function: function, Clause: &said, Related: edgeNotes(e),
		Message: fmt.Sprintf("%s is acquired with %s held, against the stated order", e.Acquired, e.Held),
	}
	if certain {
		d.Verdict = Refuted
	}
	return d
}

// IsSelfDeadlock reports whether a finding says that a goroutine may wait for a lock that it holds.
func IsSelfDeadlock(d *Diagnostic) bool {
	return slices.Contains([]string{CodeOf(ir.SelfDeadlock), CodeOf(ir.ReadTwice), CodeOf(ir.CalleeDeadlock)}, d.Code)
}

func circleText(edges []LockEdge) string {
	first := edges[0]
	if len(edges) == 1 {
		return "possible deadlock: " + first.Acquired + " of two objects is acquired, in no known order"
	}
	if len(edges) == 2 && first.Held == first.Acquired {
		return "possible deadlock: " + first.Acquired + " of two objects is acquired, here and elsewhere in opposite orders"
	}
	text := fmt.Sprintf("possible deadlock: %s is acquired with %s held", first.Acquired, first.Held)
	if len(edges) == 2 {
		return text + ", elsewhere the other way round"
	}
	for _, e := range edges[1:] {
		text += fmt.Sprintf(", elsewhere %s with %s held", e.Acquired, e.Held)
	}
	return text
}

// edgeNotes shows where the two locks of an edge are acquired, and the calls on the way.
func edgeNotes(e LockEdge) []ir.Note {
	common := 0
	for common < len(e.Holds)-1 && common < len(e.Takes)-1 && e.Holds[common].Span == e.Takes[common].Span {
		common++
	}
	var notes []ir.Note
	calls := func(way []CallStep) {
		for i, s := range way[:len(way)-1] {
			notes = append(notes, ir.Note{Span: s.Span, Text: fmt.Sprintf("%s calls %s", s.Function, way[i+1].Function)})
		}
	}
	holds, takes := e.Holds[common:], e.Takes[common:]
	calls(e.Holds[:common+1])
	calls(holds)
	last := holds[len(holds)-1]
	notes = append(notes, ir.Note{Span: last.Span, Text: fmt.Sprintf("%s acquires %s", last.Function, e.Held)})
	calls(takes)
	last = takes[len(takes)-1]
	with := e.Held
	if with == e.Acquired {
		with = "that of another object"
	}
	return append(notes, ir.Note{Span: last.Span, Text: fmt.Sprintf("%s acquires %s with %s held", last.Function, e.Acquired, with)})
}
