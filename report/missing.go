package report

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A lack is the lock without which a function accesses something, or calls somebody who requires it: as the function calls it, and as a
// field of its type. Either may be unknown.
type lack struct{ name, of string }

// ofSome is how a message names the lock of an object that has no name in the function.
var ofSome = regexp.MustCompile(`^(\S+) of its (\S+)$`)

// lack is the lock that a finding is about; zero if it is about something else, or about more than that.
func (d *Diagnostic) lack() lack {
	if d.Verdict != Refuted || d.Code != codeAccess && d.Code != codeRequires {
		return lack{}
	}
	if d.Needed == "" {
		return lack{d.Missing, d.Lock}
	}
	name, of := d.neededLock(), d.Lock
	if m := ofSome.FindStringSubmatch(d.Needed); m != nil {
		return lack{of: m[2] + "." + m[1]}
	}
	switch {
	case name == "":
		return lack{}
	case d.InCallee: // that is what the callee calls it
		name = ""
	}
	return lack{name, of}
}

// neededLock is the lock that is to be held, in one mode or the other. That a function is to be in a goroutine is so of the one that the
// goroutine runs: then the lock is what is missing, if it is not held.
func (d *Diagnostic) neededLock() string {
	needed := d.Needed
	if held, run, ok := strings.Cut(needed, " held and to be in the goroutine of "); ok && lastName(run) == lastName(d.Function) &&
		strings.HasPrefix(d.Known, heldHere) && !slices.Contains(strings.Split(strings.TrimPrefix(d.Known, heldHere), ", "), held) {
		needed = held + " held"
	}
	lock := ""
	for alternative := range strings.SplitSeq(needed, " or ") {
		one, held := strings.CutSuffix(strings.TrimSuffix(alternative, forReading), " held")
		if !held || strings.ContainsAny(one, "()!&|=<>") || strings.Contains(one, " and ") || lock != "" && one != lock {
			return ""
		}
		lock = one
	}
	return lock
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// lacks finds for each finding which lock its function is missing, so that findings of one function about one lock have the same name for
// it. A lock without a name in the function is the one of that kind that has a name, if there is just one.
func lacks(ds []*Diagnostic) map[*Diagnostic]string {
	type function struct{ pkg, name string }
	names := map[function]map[string][]string{} // of locks, by what they are called as fields
	out := map[*Diagnostic]string{}
	for _, d := range ds {
		l, fn := d.lack(), function{d.Package, d.Function}
		if out[d] = l.name; l.name == "" || l.of == "" {
			continue
		}
		if names[fn] == nil {
			names[fn] = map[string][]string{}
		}
		if !slices.Contains(names[fn][l.of], l.name) {
			names[fn][l.of] = append(names[fn][l.of], l.name)
		}
	}
	for _, d := range ds {
		if l := d.lack(); l.name == "" && l.of != "" {
			out[d] = "some " + l.of
			if named := names[function{d.Package, d.Function}][l.of]; len(named) == 1 {
				out[d] = named[0]
			}
		}
	}
	return out
}

// A group is findings of one cause, in order.
type group struct {
	all  []*Diagnostic
	lock string // that the function is missing; empty if that is not the cause
}

// guarded reports whether some finding of the group is about what has a guard.
func (g *group) guarded() bool {
	return slices.ContainsFunc(g.all, func(d *Diagnostic) bool { return !d.Unguarded.IsValid() || d.Verdict != Refuted })
}

// withUnguarded puts groups about what nothing guards together: that nothing guards a variable is one cause, wherever it is accessed. A
// function that is missing the lock of something that has a guard stays a group of its own.
func withUnguarded(groups []*group) []*group {
	first := map[token.Position]*group{}
	note := func(g *group, to *group) {
		for _, d := range g.all {
			if d.Verdict == Refuted && d.Unguarded.IsValid() && first[d.Unguarded] == nil {
				first[d.Unguarded] = to
			}
		}
	}
	for _, g := range groups {
		if g.lock != "" && g.guarded() {
			note(g, g)
		}
	}
	return slices.DeleteFunc(groups, func(g *group) bool {
		if g.guarded() {
			return false
		}
		for _, d := range g.all {
			if to := first[d.Unguarded]; to != nil {
				to.all = append(to.all, g.all...)
				note(g, to)
				return true
			}
		}
		note(g, g)
		return false
	})
}

// An unlocked place is where a function may not do something without the lock, wherever that is called.
type unlocked struct {
	span          ir.Span
	code, message string
}

// places are those of a group that lacks a lock. Where no caller of a function holds it, it is the function that does not lock, and not each
// of its callers.
func (d *Diagnostic) places() map[unlocked]*Diagnostic {
	type call struct {
		function string
		span     ir.Span
	}
	everywhere := map[call]bool{}
	for _, m := range d.group() {
		everywhere[call{m.Function, m.Span}] = everywhere[call{m.Function, m.Span}] || m.Everywhere && m.inCall()
	}
	out := map[unlocked]*Diagnostic{}
	for _, m := range d.group() {
		p := unlocked{m.Span, m.Code, m.Message}
		if everywhere[call{m.Function, m.Span}] && m.inCall() {
			p.span = m.Related[0].Span
		}
		if out[p] == nil || before(out[p]) < before(m) { // the function in which it stands
			out[p] = m
		}
	}
	return out
}

// inCall reports whether the finding stands at a call and is about an access of the callee.
func (d *Diagnostic) inCall() bool {
	return d.Code == codeAccess && len(d.Related) > 0 && (strings.HasPrefix(d.Related[0].Text, "read here: ") || strings.HasPrefix(d.Related[0].Text, "written here: "))
}

// underCallers puts what a function does without a lock under what its caller does without it: the function is to be called with the lock.
// Others may call an exported function, so that stays, but for what is another one's code.
func underCallers(ds []*Diagnostic) []*Diagnostic {
	places := map[*Diagnostic]map[unlocked]*Diagnostic{}
	var lacking []*Diagnostic
	for _, d := range ds {
		if d.lack() != (lack{}) {
			places[d] = d.places()
			lacking = append(lacking, d)
		}
	}
	under := map[*Diagnostic]bool{}
	for at, d := range lacking {
		i := slices.IndexFunc(lacking, func(a *Diagnostic) bool {
			if a == d || under[a] {
				return false
			}
			ahead := len(places[d]) < len(places[a]) || slices.Index(lacking, a) < at
			return ahead && isWithin(places[d], places[a], !isExported(d.Function)) || d.isRunBy(places[d], places[a])
		})
		if i >= 0 {
			a := lacking[i]
			a.Also = append(append(a.Also, d), d.Also...)
			d.Also, under[d] = nil, true
		}
	}
	return slices.DeleteFunc(ds, func(d *Diagnostic) bool { return under[d] })
}

// isWithin reports whether the places of a group are among those of another one, and follow them: as they are in a function that only this
// package calls, or else in the code of another one.
func isWithin(own, others map[unlocked]*Diagnostic, follow bool) bool {
	for p, m := range own {
		other := others[p]
		if other == nil {
			return false
		}
		follow = follow || m.Everywhere || before(other) > before(m)
	}
	return follow
}

// isRunBy reports whether a function that only its package calls has a place in its own code that another function comes
// to without the lock.
func (d *Diagnostic) isRunBy(own, others map[unlocked]*Diagnostic) bool {
	if isExported(d.Function) {
		return false
	}
	for p, m := range own {
		if other := others[p]; other != nil && m.Function == d.Function && other.Function != d.Function && before(m) > before(other) {
			return true
		}
	}
	return false
}

// isExported reports whether other packages may call a function by its name.
func isExported(function string) bool {
	return ast.IsExported(lastName(function)) && !strings.Contains(function, "$")
}

// leadsTo reports whether a function reaches what d is about, of which it is not known what guards it, by something that it accesses without
// a lock.
func (a *Diagnostic) leadsTo(d *Diagnostic) bool {
	return d.Needed == "" && d.lack() == (lack{}) && !d.Unguarded.IsValid() && slices.ContainsFunc(a.group(), func(m *Diagnostic) bool {
		return m.lack() != (lack{}) && m.inFunctionOf(d) && m.Subject != "" && m.Subject != d.Subject && Leads(m.Subject, d.Subject)
	})
}

// stillHeld is the loop of which an earlier iteration has left the lock held that a finding is about: that is so if its execution passes the
// loop and does not acquire the lock after that.
func (d *Diagnostic) stillHeld() (loop ir.Span) {
	lock := strings.TrimSuffix(d.Subject, forReading)
	for _, s := range d.Trace[:max(len(d.Trace)-1, 0)] {
		switch {
		case s.Text == afterLoop:
			loop = s.Span
		case strings.Contains(s.Text, lock+".") && strings.Contains(s.Text, "Lock("):
			loop = ir.Span{}
		}
	}
	return loop
}

// leavesHeld reports whether the iteration of a loop after which a function may return with a lock held is the one after which it waits for
// the lock, which it holds.
func (d *Diagnostic) leavesHeld(waits *Diagnostic) bool {
	loop := d.stillHeld()
	return d.Code == codeStillHeld && waits.inFunctionOf(d) && strings.TrimSuffix(d.Subject, forReading) == waits.Subject && loop.Start.IsValid() && loop == waits.stillHeld()
}
