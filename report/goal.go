package report

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// A Cause says why a goal is undecided.
type Cause uint8

const (
	Limit      Cause = iota // time or resources are used up
	Incomplete              // the solver gave up within its limits
	Solver                  // a solver died, answered nonsense, or disagrees with another
	Doubtful                // it is refuted, but only of an abstraction: see ir.Func.Doubts
)

// causes gives for each Cause the code and the cheapest thing to try.
var causes = [...]struct{ code, next string }{
	Limit:      {CodeLimit, "raise -rlimit or -timeout, or state an intermediate fact with //calvin:assert"},
	Incomplete: {CodeIncomplete, "state an intermediate fact with //calvin:assert, or ask more solvers with -solver=all"},
	Solver:     {CodeSolver, "run again with -dump to keep the question, and ask another solver with -solver"},
	Doubtful:   {CodeUnsupported, "move the access before the call, or give the callee a contract"},
}

// An Outcome is what became of a goal that is not proved.
type Outcome struct {
	// Counterexample is an execution that ends in the failing assertion. An assertion is refuted by nothing else.
	Counterexample *vcgen.Counterexample
	// Text is the failing statement, as the source has it: the execution ends before it.
	Text string
	// Unreachable is set for a cover that is proved to be reached by no execution.
	Unreachable bool

	Cause Cause  // of neither
	Words string // the solver's own, may be empty
	Limit string // what was spent, may be empty
}

// FromGoal returns the finding for goal g of f, which has the given identity (Property is filled in here).
func FromGoal(f *ir.Func, g *vcgen.Goal, id Goal, o Outcome) *Diagnostic {
	check, span, refuted := checkOf(g, o)
	p := propertyOf(check.Kind).of(&check)
	id.Property = p.code
	d := &Diagnostic{
		Span: span, Package: f.Package, Function: f.Name, Declared: f.Span,
		Subject: check.Subject, Copied: check.Copied, Needed: check.Needed, Lock: check.Lock, Related: check.Related, After: check.After, Goal: id,
	}
	if c := check.Clause; c != nil {
		d.Clause = &ir.Note{Span: c.Span, Text: c.Text}
	}
	if who := check.Caller; who != nil {
		d.Span, d.InCallee = who.Span, !who.Renamed
		access := ir.Note{Span: span, Text: accessOf(check.Kind) + " here: " + oneLine(o.Text)}
		d.Related = slices.Concat([]ir.Note{access}, who.Calls, d.Related)
	}
	if !refuted {
		cause := causes[o.Cause]
		d.Verdict, d.Code, d.Limit, d.Next = Undecided, cause.code, o.Limit, cause.next
		d.Message = "could not prove that " + p.say(p.undecided, check)
		if o.Words != "" {
			d.Limit = strings.TrimSpace(o.Limit + " (" + o.Words + ")")
		}
		return d
	}
	d.Verdict, d.Code = Refuted, p.code
	d.Message = p.say(p.refuted, check)
	if o.Counterexample != nil {
		cx := nameObjects(o.Counterexample)
		d.Values = d.parts(check.Clause, cx.Values)
		d.Known = heldOf(check.Kind, cx)
		if strings.Contains(d.Needed, " to have returned") { // nobody holds a Once
			d.Known = ""
		}
		if check.Kind == ir.SelfDeadlock || check.Kind == ir.ReadTwice {
			d.Known = sameLock(check.Subject, cx)
		}
		if check.Kind == ir.SecondBlock {
			d.Related = append(d.Related, looked(cx.Points)...)
		}
		d.Trace, d.Entry = traceOf(cx.Points, Step{Span: span, Goroutine: us, Text: oneLine(o.Text), State: faultOf(d.Needed, p)})
	}
	return d
}

// parts narrows the condition that fails down to the conjunct that does, if there are several, and returns the values without the truth
// of these: those that the conjunct compares, and of objects only whether they are nil.
func (d *Diagnostic) parts(c *ir.Clause, values []vcgen.Value) []vcgen.Value {
	if c == nil || len(c.Parts) == 0 {
		return values
	}
	truth := map[string]string{}
	var kept []vcgen.Value
	for _, v := range values {
		i := slices.IndexFunc(c.Parts, func(p ir.Part) bool { return p.Text == v.Label })
		switch {
		case i >= 0 && c.Parts[i].Conjunct:
			truth[v.Label] = v.Text
		case i < 0 || !strings.HasPrefix(v.Text, object):
			kept = append(kept, v)
		}
	}
	var failing, unknown []ir.Part
	for _, p := range c.Parts {
		switch {
		case !p.Conjunct:
		case truth[p.Text] == "false":
			failing = append(failing, p)
		case truth[p.Text] != "true":
			unknown = append(unknown, p)
		}
	}
	if len(failing) == 0 && len(unknown) == 1 {
		failing = unknown // quantified, say: models do not settle these
	}
	if len(failing) > 0 {
		if d.Needed == c.Text {
			d.Needed = failing[0].Text
		}
		d.Whole = c.Text
		d.Clause = &ir.Note{Span: failing[0].Span, Text: failing[0].Text}
		kept = slices.DeleteFunc(kept, func(v vcgen.Value) bool {
			of := func(p ir.Part) bool { return p.Text == v.Label }
			return slices.ContainsFunc(c.Parts, of) && !has(failing[0].Text, v.Label)
		})
	}
	return kept
}

// Names reports whether a text has a name in it, and not only as part of a longer one.
func Names(text, name string) bool { return has(text, name) }

// has reports whether a text has a part of it, and not only as part of a longer name.
func has(text, part string) bool {
	for i := 0; ; {
		at := strings.Index(text[i:], part)
		if at < 0 {
			return false
		}
		from, to := i+at, i+at+len(part)
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[to:])
		if !ofName(before) && !ofName(after) {
			return true
		}
		i = to
	}
}

func checkOf(g *vcgen.Goal, o Outcome) (check ir.Check, span ir.Span, refuted bool) {
	if g.Assert != nil {
		return g.Assert.Check, g.Assert.Span, o.Counterexample != nil
	}
	return g.Cover.Check, g.Cover.Span, o.Unreachable
}

// accessOf names what a check of an access is about.
func accessOf(k ir.CheckKind) string {
	if k == ir.WriteDenied || k == ir.WriteRace {
		return "written"
	}
	return "read"
}

// heldHere begins what is said of the locks that are held.
const heldHere = "held here: "

// heldOf says which of the locks that matter the goroutine holds: a check of an access shows their holders, and the execution whether it
// reads under them.
func heldOf(k ir.CheckKind, cx *vcgen.Counterexample) string {
	if k > ir.WriteRace || len(cx.Values) == 0 {
		return ""
	}
	reads := readers(cx)
	var held []string
	for _, v := range cx.Values {
		lock := strings.TrimSuffix(v.Label, forReading)
		text, reading := reads[lock]
		switch {
		case v.Text == us:
			text = lock
		case !reading || slices.Contains(held, text):
			continue
		}
		held = append(held, text)
	}
	if len(held) == 0 {
		return heldHere + "nothing"
	}
	return heldHere + strings.Join(held, ", ")
}

// sameLock says which locks the goroutine holds, if not by that name the one that it waits for: two names may be those of one lock.
func sameLock(lock string, cx *vcgen.Counterexample) string {
	held := readers(cx)
	for _, p := range cx.Points {
		for _, v := range p.Shows {
			if v.Text == us {
				held[v.Label] = v.Label
			} else if held[v.Label] == v.Label {
				delete(held, v.Label)
			}
		}
	}
	if len(held) == 0 || held[lock] != "" {
		return ""
	}
	which := "the same lock"
	if len(held) > 1 {
		which = "one of them"
	}
	return "held here: " + strings.Join(slices.Sorted(maps.Values(held)), ", ") + "; " + lock + " may be " + which
}

// readers says of each lock under which the goroutine reads at the end of an execution where it began to.
func readers(cx *vcgen.Counterexample) map[string]string {
	reads := map[string]string{}
	note := func(v vcgen.Value, at *ir.Mark) {
		lock, ok := strings.CutSuffix(v.Label, forReading)
		switch {
		case !ok:
		case v.Text != "true":
			delete(reads, lock)
		case reads[lock] != "": // since before
		case at != nil && at.Kind == ir.MarkStep && at.Span.Start.IsValid():
			reads[lock] = fmt.Sprintf("%s for reading (RLock at line %d)", lock, at.Span.Start.Line)
		default:
			reads[lock] = lock + forReading
		}
	}
	for _, p := range cx.Points {
		for _, v := range p.Shows {
			note(v, p.Mark)
		}
	}
	for _, v := range cx.Values {
		note(v, nil)
	}
	return reads
}

// afterLoop is the text of the step that stands for the iterations of a loop before the last one.
const afterLoop = "after some iterations of the loop"

// maxFault is how long a condition in the last column of a trace may be.
const maxFault = 40

func faultOf(needed string, p property) string {
	if needed != "" && len(needed) <= maxFault {
		return "needs " + inWords(needed)
	}
	return p.fault
}

// eitherWay is the condition that a lock is held for writing or for reading.
var eitherWay = regexp.MustCompile(`^(\S+) held or (\S+) held for reading$`)

// inWords is a condition as messages have it: a lock that may be held either way is named once.
func inWords(needed string) string {
	if m := eitherWay.FindStringSubmatch(needed); m != nil && m[1] == m[2] {
		return m[1] + " held, at least for reading"
	}
	return needed
}

// the names of the goroutines in traces
const (
	us     = "G1"
	others = "G2"
)

// traceOf turns the points that an execution passes into steps. The last one is the statement that fails: the mark of
// that statement if the execution has passed it, the step failing otherwise. The entry has the values before it.
func traceOf(points []vcgen.Point, failing Step) (steps []Step, entry []vcgen.Value) {
	state := newChanges()
	for _, p := range points {
		words, changed := state.after(p.Shows)
		s := Step{Span: p.Mark.Span, Goroutine: us, Text: oneLine(p.Mark.Text), State: joined(words), Changes: changed, Words: words}
		switch p.Mark.Kind {
		case ir.MarkEntry:
			entry = append(entry, changed...)
			continue // its values are where changes are counted from
		case ir.MarkEnv:
			if s.State == "" && len(p.Mark.Shows) > 0 {
				continue // the others changed nothing of interest
			}
			s.Goroutine, s.Others, s.Span = others, true, ir.Span{}
			s.Text = "other goroutines run"
			if len(steps) == 0 {
				s.Initial, s.Text = true, atEntry // nothing has run yet, as the reader sees it
			}
		case ir.MarkLoop:
			s.Text = afterLoop
		case ir.MarkStep:
			s.Mover = moverLetter(p.Mover)
		}
		steps = append(steps, s)
	}
	if n := len(steps); n == 0 || steps[n-1].Others || steps[n-1].Start != failing.Start {
		steps = append(steps, failing)
	}
	last := &steps[len(steps)-1]
	last.Mover, last.State = "E", failing.State
	return steps, entry
}

// oneLine writes a statement that spans lines on one.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// moverLetter is empty for a statement that touches nothing.
func moverLetter(m ir.Mover) string {
	if m == ir.ByPredicate {
		return ""
	}
	return m.String()
}

// changes tells which of the values shown at a point differ from those shown before.
type changes struct{ last map[string]string }

func newChanges() *changes { return &changes{map[string]string{}} }

// after returns the values that have changed, and what is said of each, which may be nothing.
func (c *changes) after(shows []vcgen.Value) (words []string, changed []vcgen.Value) {
	for _, v := range shows {
		last, shown := c.last[v.Label]
		c.last[v.Label] = v.Text
		if shown && last == v.Text {
			continue
		}
		changed = append(changed, v)
		lock, reads := strings.CutSuffix(v.Label, forReading)
		word := ""
		switch {
		case !reads:
			word = v.Label + " = " + v.Text
		case v.Text == "true":
			word = lock + " held for reading"
		case v.Text == "false" && last == "true":
			word = lock + " not held for reading"
		}
		words = append(words, word)
	}
	return words, changed
}

// joined lists words, but for empty ones.
func joined(words []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" }), ", ")
}

// forReading ends the label of the condition that G1 reads under an RWMutex.
const forReading = " for reading"
