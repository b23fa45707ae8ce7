package report

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// Sort orders findings by position, then code, then message.
func Sort(ds []*Diagnostic) {
	slices.SortStableFunc(ds, func(a, b *Diagnostic) int {
		return cmp.Or(
			comparePositions(a.Span, b.Span),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Goal.Check, b.Goal.Check),
			cmp.Compare(a.Goal.Number, b.Goal.Number))
	})
}

func comparePositions(a, b ir.Span) int {
	return cmp.Or(
		cmp.Compare(a.Start.Filename, b.Start.Filename),
		cmp.Compare(a.Start.Line, b.Start.Line),
		cmp.Compare(a.Start.Column, b.Start.Column),
		cmp.Compare(a.End.Line, b.End.Line),
		cmp.Compare(a.End.Column, b.End.Column))
}

// cause is what findings of one cause have in common: in one function, the same property of the same condition. Where
// no condition is written, the needed one stands for it. That nothing guards a variable is one cause, wherever it is
// accessed, and of the fields of one type that no lock ever guards none is a cause of its own. That a function does not
// hold a lock is one, too, whatever it does without it, also to what nothing guards if most others hold the lock there;
// and that functions of a package take longer than they may.
type cause struct {
	pkg, function, code, property string
	clause                        ir.Span
	needed, message               string
	unguarded                     token.Position
	missing                       string
}

func causeOf(d *Diagnostic, lock string) cause {
	if lock != "" {
		return cause{pkg: d.Package, function: d.Function, missing: lock}
	}
	if d.Verdict == Refuted && d.Unguarded.IsValid() {
		return cause{unguarded: d.Unguarded}
	}
	if d.Code == CodeLimit && d.Goal.Property == "" && !d.Interrupted { // of whole functions, which have that alone in common
		return cause{pkg: d.Package, code: d.Code, message: d.Message}
	}
	c := cause{pkg: d.Package, function: d.Function, code: d.Code, property: d.Goal.Property, needed: d.Needed}
	if d.Clause != nil {
		c.clause = d.Clause.Span
	}
	if d.Clause == nil || d.Goal.Property == "" {
		c.message = d.Message // nothing else tells what it is about
	}
	return c
}

// late is a statement in which an operand may be read after a call.
type late struct {
	pkg, function, file string
	line                int
	after               string
}

func lateAt(d *Diagnostic) late {
	return late{d.Package, d.Function, d.Start.Filename, d.Start.Line, d.After}
}

// withoutRepeats drops that an operand may have changed in a call, where it is said that nobody may read it after the call; and that a
// function never returns, where it is said that it waits for itself or may never be called.
func withoutRepeats(ds []*Diagnostic) []*Diagnostic {
	denied, stuck := map[late]bool{}, map[[2]string]bool{}
	for _, d := range ds {
		if d.After != "" && d.Goal.Property != codeUnordered {
			denied[lateAt(d)] = true
		}
		if d.Verdict == Refuted && (d.Code == codeTwice || d.Code == codeNoCaller) {
			stuck[[2]string{d.Package, d.Function}] = true
		}
	}
	return slices.DeleteFunc(ds, func(d *Diagnostic) bool {
		return d.Goal.Property == codeUnordered && denied[lateAt(d)] || d.Code == codeNoReturn && stuck[[2]string{d.Package, d.Function}]
	})
}

// spot is what findings have in common that say the same of one piece of code, which several functions run as they call it.
type spot struct {
	span          ir.Span
	verdict       Verdict
	code, message string
}

// Group sorts the findings and puts those of one cause under the first of them, and those that say the same of the same
// code under the one of the function that has it, or else the one that has the shortest way there; and those of which
// another one says the reason under that. What is grouped under a finding is in its Also. Only what another finding
// says better, or in the same words, is dropped.
func Group(ds []*Diagnostic) []*Diagnostic {
	ds = withoutRepeats(slices.Clone(ds))
	Sort(ds)
	said := map[string]bool{}
	ds = slices.DeleteFunc(ds, func(d *Diagnostic) bool {
		words := d.words()
		repeats := said[words]
		said[words] = true
		return repeats
	})
	var leaders []*Diagnostic
	for _, g := range withUnguarded(byCause(ds)) {
		d := g.all[0]
		rest := g.all[1:]
		Sort(rest)
		d.Also = append(d.Also, rest...)
		leaders = append(leaders, d.led())
	}
	Sort(leaders)
	return underReasons(underCallers(oneForEachSpot(leaders)))
}

// byCause puts findings of one cause together.
func byCause(ds []*Diagnostic) (groups []*group) {
	locks, first := lacks(ds), map[cause]*group{}
	for _, d := range ds {
		k := causeOf(d, locks[d])
		if first[k] == nil {
			first[k] = &group{lock: locks[d]}
			groups = append(groups, first[k])
		}
		first[k].all = append(first[k].all, d)
	}
	return groups
}

// words is all that a finding says but for the execution that shows it. Several goals may fail in the same words.
func (d *Diagnostic) words() string {
	return fmt.Sprint(d.Package, d.Function, d.Span, d.Code, d.Verdict, d.Message, d.Needed, d.Clause, d.Goal.Property, d.Related, d.InCallee)
}

// led is the finding that stands for a group. Where a goroutine accesses a variable that nothing guards it is the
// access, rather than that the goroutine is started with it.
func (d *Diagnostic) led() *Diagnostic {
	i := slices.IndexFunc(d.Also, func(a *Diagnostic) bool { return a.accessesIn(d) })
	if d.Code != codeTakes || i < 0 {
		return d
	}
	leader := d.Also[i]
	leader.Also = append([]*Diagnostic{d}, slices.Delete(d.Also, i, i+1)...)
	d.Also = nil
	return leader
}

// underReasons puts a finding under another one that says the reason, and what is under it, too.
func underReasons(ds []*Diagnostic) []*Diagnostic {
	reasons := map[*Diagnostic]*Diagnostic{}
	for _, d := range ds {
		i := slices.IndexFunc(ds, func(a *Diagnostic) bool {
			return a != d && a.Verdict == Refuted && d.Verdict == Refuted && a.isReasonFor(d)
		})
		if i >= 0 {
			reasons[d] = ds[i]
		}
	}
	return slices.DeleteFunc(slices.Clone(ds), func(d *Diagnostic) bool {
		first := reasons[d]
		for first != nil && reasons[first] != nil {
			first = reasons[first]
		}
		if first != nil {
			first.Also = append(append(first.Also, d), d.Also...)
			d.Also = nil
		}
		return first != nil
	})
}

// isReasonFor reports whether it is the reason for d. A statement lets a goroutine know what somebody has to guard, and
// this goroutine, a function literal in that statement, accesses it. A variable that may not even be read is written as
// well. What a lock guards is accessed under a copy of the lock. The lock of an object may be that of another one, as
// the variable that leads to it may have changed. A struct that is copied is read. What a call lets others know, or
// stores where another owner's things belong, it does in a callee, which does not even know whose it is. A goroutine
// may go on to send when the channel is closed. A channel may be closed already, as another goroutine may close it at
// the same time; and it may be closed too soon, as goroutines have it that are not known to have ended. Of the fields
// of a struct that is read or written as a whole, and of several fields that a statement stores, or messages of HTTP
// that it passes, the first stands for all.
func (a *Diagnostic) isReasonFor(d *Diagnostic) bool {
	switch d.Code {
	case codeLeaves:
		return a.accessesIn(d) || a.isOwnOf(d)
	case codeRegion: // a struct is stored, with all its fields
		return a.inStatementOf(d) && a.Subject < d.Subject || a.isOwnOf(d)
	case codeAccess:
		if a.Code == codeTakes && a.inFunctionOf(d) && strings.HasPrefix(d.Message, d.Subject+" may not be closed here") {
			return has(a.Message, "that it may send on "+d.Subject)
		}
		if a.Code == codeCopy && a.inFunctionOf(d) && a.Subject != "" && strings.HasPrefix(d.Subject, a.Subject) && a.has(d.Span) {
			return true
		}
		if whole, _, isPart := strings.Cut(d.Subject, " ("); isPart && a.inStatementOf(d) && strings.HasPrefix(a.Subject, whole+" (") { // a struct is read or written as a whole
			return a.Subject < d.Subject
		}
		if a.inStatementOf(d) && a.aboutHeader() && d.aboutHeader() { // a call that is passed both
			return a.Subject < d.Subject
		}
		if a.inStatementOf(d) && a.Message != d.Message && a.Message == asWrite.Replace(d.Message) { // an append reads and writes
			return true
		}
		if a.leadsTo(d) {
			return true
		}
		return a.Copied != "" && a.inFunctionOf(d) && d.Subject != a.Copied && Leads(a.Copied, d.Subject)
	case codeUnordered: // what others change, as the lock is not held here
		return slices.ContainsFunc(a.group(), func(m *Diagnostic) bool {
			return m.lack() != (lack{}) && m.inFunctionOf(d) && m.Span == d.Span && m.Subject == d.Subject
		})
	case codeTwice, codeNotHeld:
		return d.Code == codeTwice && a.leavesHeld(d) || a.Code == codeAccess && a.inFunctionOf(d) && a.Subject != "" && Leads(a.Subject, d.Subject)
	case codeClosed, codeSent:
		return a.Code == codeAccess && a.inFunctionOf(d) && a.Span == d.Span
	}
	return false
}

// isOwnOf reports whether d says of a call that a statement of the callee takes what may have an owner, or lets others know it, and this is
// the finding about that statement in the callee itself, or in one that is nearer to it.
func (a *Diagnostic) isOwnOf(d *Diagnostic) bool {
	if !slices.Contains([]string{codeBinding, codeRegion, codeLeaves}, a.Code) || a.Package != d.Package || a.Function == d.Function || a.InCallee {
		return false
	}
	if a.Span == d.Span {
		return before(d) < before(a)
	}
	return a.Code == d.Code && len(d.Related) > 0 && d.Related[0].Span == a.Span && (len(a.Related) == 0 || a.Related[0].Span != d.Span)
}

// has reports whether a piece of code is part of that of the finding.
func (d *Diagnostic) has(s ir.Span) bool {
	return d.Start.Filename == s.Start.Filename && d.Start.Offset <= s.Start.Offset && s.End.Offset <= d.End.Offset
}

// asWrite turns what is said of a read into what is said of a write.
var asWrite = strings.NewReplacer(" may not be read here", " may not be written here", " may not read ", " may not write ")

// Leads reports whether what the second name stands for is the variable of the first name, or is reached through it.
func Leads(variable, name string) bool {
	rest, ok := strings.CutPrefix(name, variable)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func (a *Diagnostic) inFunctionOf(d *Diagnostic) bool {
	return a.Package == d.Package && a.Function == d.Function
}

// inStatementOf reports whether both findings say the same of one piece of code, of different variables.
func (a *Diagnostic) inStatementOf(d *Diagnostic) bool {
	return a.Code == d.Code && a.inFunctionOf(d) && a.Span == d.Span
}

func (d *Diagnostic) aboutHeader() bool { return strings.HasPrefix(d.Subject, ir.HeaderOf) }

// accessesIn reports whether a finding is about an access in a function literal of the function of another finding,
// within the statement that this is about.
func (d *Diagnostic) accessesIn(at *Diagnostic) bool {
	return d.Code == codeAccess && d.Verdict == Refuted && d.Package == at.Package && strings.HasPrefix(d.Function, at.Function+"$") &&
		d.Start.Filename == at.Start.Filename && at.Start.Offset <= d.Start.Offset && d.Start.Offset < at.End.Offset
}

// oneForEachSpot groups findings of several functions.
func oneForEachSpot(ds []*Diagnostic) []*Diagnostic {
	spotOf := func(d *Diagnostic) spot { return spot{d.Span, d.Verdict, d.Code, d.Message} }
	at := map[spot][]*Diagnostic{}
	for _, d := range ds {
		if d.Start.Filename != "" {
			at[spotOf(d)] = append(at[spotOf(d)], d)
		}
	}
	return slices.DeleteFunc(ds, func(d *Diagnostic) bool {
		same := at[spotOf(d)]
		if len(same) < 2 {
			return false
		}
		leader := slices.MinFunc(same, func(a, b *Diagnostic) int {
			return cmp.Or(cmp.Compare(before(b), before(a)), cmp.Compare(len(a.Trace), len(b.Trace)))
		})
		if d != leader {
			leader.Also = append(append(leader.Also, d), d.Also...)
			d.Also = nil
		}
		return d != leader
	})
}

// before is the offset at which the function begins, if that is in the same file and before the finding: among the functions that run a
// piece of code the one in which it stands has the greatest.
func before(d *Diagnostic) int {
	if d.Declared.Start.Filename != d.Start.Filename || d.Declared.Start.Offset > d.Start.Offset {
		return -1
	}
	return d.Declared.Start.Offset
}

// Count returns the number of findings in groups.
func Count(groups []*Diagnostic) int {
	n := len(groups)
	for _, d := range groups {
		n += len(d.Also)
	}
	return n
}
