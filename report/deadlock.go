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
	codeWait   = "CV0210" // a wait for who needs a lock that is held
)

// A LockEdge says that a lock is acquired while another is held.
type LockEdge struct {
	Held, Acquired string
	// Holds and Takes lead to where the two are acquired: calls, each of the function in which the next one is, then the acquisition.
	Holds, Takes []CallStep
	// Awaits: what is acquired is no lock but a WaitGroup or a channel, and the function waits for a goroutine. Owes: nor is what is held;
	// the function is run by that goroutine, and what it has yet to do is this.
	Awaits bool
	Owes   string
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
	if slices.ContainsFunc(edges, func(e LockEdge) bool { return e.Awaits }) {
		d.Code = codeWait
		if d.Next != "" {
			d.Next = "release the lock before the wait"
		}
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

// IsLockOrder reports whether findings with the code are about the order in which locks are acquired.
func IsLockOrder(code string) bool {
	return slices.Contains([]string{codeCircle, codeOrder, codeWait}, code)
}

func circleText(edges []LockEdge) string {
	first := edges[0]
	if len(edges) == 1 {
		return "possible deadlock: " + first.Acquired + " of two objects is acquired, in no known order"
	}
	if len(edges) == 2 && first.Held == first.Acquired {
		return "possible deadlock: " + first.Acquired + " of two objects is acquired, here and elsewhere in opposite orders"
	}
	if first.Awaits && len(edges) == 2 {
		return fmt.Sprintf("possible deadlock: wait for %s with %s held, which the awaited goroutine needs", first.Acquired, first.Held)
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
	if e.Owes != "" {
		notes = append(notes, ir.Note{Span: last.Span, Text: fmt.Sprintf("%s is to %s, for who waits for %s", last.Function, e.Owes, e.Held)})
	} else {
		notes = append(notes, ir.Note{Span: last.Span, Text: fmt.Sprintf("%s acquires %s", last.Function, e.Held)})
	}
	calls(takes)
	last = takes[len(takes)-1]
	does := "acquires " + e.Acquired
	if e.Awaits {
		does = "waits for " + e.Acquired
	}
	with := " with " + e.Held + " held"
	switch {
	case e.Owes != "":
		with = " before that"
	case e.Held == e.Acquired:
		with = " with that of another object held"
	}
	return append(notes, ir.Note{Span: last.Span, Text: last.Function + " " + does + with})
}
