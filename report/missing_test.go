package report

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// TestMissingLock: what a function does without one lock is one finding, and two locks, or two functions, are two.
func TestMissingLock(t *testing.T) {
	find := func(function, subject, needed string, line int, change ...func(*Diagnostic)) *Diagnostic {
		d := &Diagnostic{Code: codeAccess, Verdict: Refuted, Span: at(line, 2, 9), Package: "p", Function: function, Declared: at(line/10*10, 1, 5),
			Subject: subject, Needed: needed, Message: subject + " may not be written here", Goal: Goal{Property: codeAccess}}
		d.Clause = &ir.Note{Span: at(100+len(subject), 1, 2), Text: "guarded_by mu"}
		for _, c := range change {
			c(d)
		}
		return d
	}
	of := func(lock string) func(*Diagnostic) { return func(d *Diagnostic) { d.Lock = lock } }
	inCallee := func(d *Diagnostic) { d.InCallee = true }
	unguarded := func(missing string, declared int) func(*Diagnostic) {
		return func(d *Diagnostic) {
			d.Clause, d.Missing, d.Unguarded = nil, missing, at(declared, 2, 3).Start
		}
	}
	known := func(text string) func(*Diagnostic) { return func(d *Diagnostic) { d.Known = text } }
	run := "h.mu held and to be in the goroutine of h.run"
	for name, test := range map[string]struct {
		all    []*Diagnostic
		groups int
	}{
		// What has to stay apart.
		"two locks":            {[]*Diagnostic{find("F", "c.n", "c.mu held", 11), find("F", "c.m", "c.rw held", 12)}, 2},
		"locks of two objects": {[]*Diagnostic{find("F", "a.n", "a.mu held", 11, of("C.mu")), find("F", "b.n", "b.mu held", 12, of("C.mu"))}, 2},
		"two functions":        {[]*Diagnostic{find("F", "c.n", "c.mu held", 11), find("G", "c.n", "c.mu held", 21)}, 2},
		"of one object or the other": {[]*Diagnostic{
			find("F", "a.n", "a.mu held", 11, of("C.mu")), find("F", "b.n", "b.mu held", 12, of("C.mu")), find("F", "e.n", "mu of its C", 13, of("C.mu")),
		}, 3},
		"of another type":                       {[]*Diagnostic{find("F", "c.n", "c.mu held", 11, of("C.mu")), find("F", "e.n", "mu of its D", 12, of("D.mu"))}, 2},
		"a callee's name for it":                {[]*Diagnostic{find("F", "c.n", "c.mu held", 11, of("C.mu")), find("F", "c.m", "c.mu held", 12, of("D.mu"), inCallee)}, 2},
		"unguarded, usually under another lock": {[]*Diagnostic{find("F", "c.n", "c.mu held", 11), find("F", "c.m", "", 12, unguarded("c.rw", 3))}, 2},
		"unguarded, under no lock":              {[]*Diagnostic{find("F", "c.n", "c.mu held", 11), find("F", "c.m", "", 12, unguarded("", 3))}, 2},
		"functions that both forget it": {[]*Diagnostic{
			find("F", "c.n", "c.mu held", 11), find("F", "c.m", "", 12, unguarded("c.mu", 3)),
			find("G", "c.n", "c.mu held", 21), find("G", "c.m", "", 22, unguarded("c.mu", 3)),
		}, 2},
		"in the goroutine, under the lock": {[]*Diagnostic{find("(*hub).run", "h.m", run, 11, known("held here: h.mu")), find("(*hub).run", "h.n", "h.mu held", 12)}, 2},
		"in another goroutine":             {[]*Diagnostic{find("(*hub).stop", "h.m", run, 11, known("held here: nothing")), find("(*hub).stop", "h.n", "h.mu held", 12)}, 2},
		"a condition, too":                 {[]*Diagnostic{find("F", "c.n", "c.mu held and c.on", 11, of("C.mu")), find("F", "c.m", "c.mu held", 12, of("C.mu"))}, 2},

		// What is one mistake.
		"for reading and for writing": {[]*Diagnostic{find("F", "c.n", "c.mu held or c.mu held for reading", 11), find("F", "c.m", "c.mu held", 12)}, 1},
		"behind a pointer":            {[]*Diagnostic{find("F", "c.n", "c.mu held", 11, of("C.mu")), find("F", "e.n", "mu of its C", 12)}, 1},
		"in a callee":                 {[]*Diagnostic{find("F", "c.n", "c.mu held", 11, of("C.mu")), find("F", "q.m", "q.mu held", 12, of("C.mu"), inCallee)}, 1},
		"unguarded":                   {[]*Diagnostic{find("F", "c.n", "c.mu held", 11), find("F", "c.m", "", 12, unguarded("c.mu", 3))}, 1},
		"both unguarded":              {[]*Diagnostic{find("F", "c.n", "", 11, unguarded("c.mu", 4)), find("F", "c.m", "", 12, unguarded("c.mu", 3))}, 1},
		"unguarded in two functions":  {[]*Diagnostic{find("F", "c.n", "", 11, unguarded("c.mu", 3)), find("G", "c.n", "", 21, unguarded("c.mu", 3))}, 1},
		"unguarded elsewhere, too": {[]*Diagnostic{
			find("F", "c.n", "c.mu held", 11), find("F", "c.m", "", 12, unguarded("c.mu", 3)), find("G", "c.m", "", 21, unguarded("c.mu", 3)),
		}, 1},
		"in the goroutine": {[]*Diagnostic{find("(*hub).run", "h.m", run, 11, known("held here: h.mu for reading (RLock at line 9)")), find("(*hub).run", "h.n", "h.mu held", 12)}, 1},
	} {
		groups := Group(test.all)
		if len(groups) != test.groups || Count(groups) != len(test.all) {
			t.Errorf("%s: %d findings in %d groups, want %d in %d", name, Count(groups), len(groups), len(test.all), test.groups)
		}
		if test.groups == 1 && groups[0] != test.all[0] {
			t.Errorf("%s: the first is %q", name, groups[0].Message)
		}
	}
}

// TestMissingInCaller: what a function does without a lock is a finding of its caller that does not hold it, unless others may call it.
func TestMissingInCaller(t *testing.T) {
	find := func(function string, declared, line int) *Diagnostic {
		return &Diagnostic{Code: codeAccess, Verdict: Refuted, Span: at(line, 2, 9), Package: "p", Function: function, Declared: at(declared, 1, 5),
			Needed: "c.mu held", Message: "c.n may not be written here: it needs c.mu held", Goal: Goal{Property: codeAccess}, Clause: &ir.Note{Span: at(3, 1, 2)}}
	}
	// A callee that no caller locks for reads at line 32; the call is at some line of the caller.
	called := func(function string, declared, line int, everywhere bool) *Diagnostic {
		d := find(function, declared, line)
		d.Related, d.Everywhere = []ir.Note{{Span: at(32, 2, 9), Text: "read here: c.n"}}, everywhere
		return d
	}
	for name, test := range map[string]struct {
		all    []*Diagnostic
		groups int
	}{
		"an exported function":       {[]*Diagnostic{find("F", 10, 11), find("F", 10, 32), find("Evict", 30, 32), find("Evict", 30, 33)}, 2},
		"two callers":                {[]*Diagnostic{find("F", 10, 11), find("F", 10, 32), find("G", 20, 21), find("G", 20, 32), find("evict", 30, 32)}, 2},
		"without a caller":           {[]*Diagnostic{find("F", 10, 11), find("evict", 30, 32)}, 2},
		"some callers hold it":       {[]*Diagnostic{called("F", 10, 11, false), called("G", 20, 21, false)}, 2},
		"a caller with more of them": {[]*Diagnostic{called("F", 10, 11, true), find("F", 10, 12), called("G", 20, 21, true), find("G", 20, 22)}, 2},

		"a function of its own":         {[]*Diagnostic{find("F", 10, 11), find("F", 10, 32), find("evict", 30, 32), find("evict", 30, 33)}, 1},
		"code of another, also called":  {[]*Diagnostic{find("Evict", 10, 11), find("Evict", 10, 12), find("F", 5, 12)}, 1},
		"no caller holds it":            {[]*Diagnostic{called("F", 10, 11, true), called("G", 20, 21, true)}, 1},
		"no caller, and one wants more": {[]*Diagnostic{called("F", 10, 11, true), find("F", 10, 12), called("G", 20, 21, true)}, 1},
	} {
		groups := Group(test.all)
		if len(groups) != test.groups || Count(groups) != len(test.all) {
			t.Errorf("%s: %d findings in %d groups, want %d in %d", name, Count(groups), len(groups), len(test.all), test.groups)
		}
		if groups[0] != test.all[0] {
			t.Errorf("%s: the first is in %s at %d", name, groups[0].Function, groups[0].Start.Line)
		}
	}
}

// TestMissingReasons: that others may change an operand, or what a variable leads to, follows from the lock that is missing at the variable.
func TestMissingReasons(t *testing.T) {
	access := func(subject, needed string, line int) *Diagnostic {
		return &Diagnostic{Code: codeAccess, Verdict: Refuted, Span: at(line, 2, 9), Package: "p", Function: "F", Subject: subject, Needed: needed, Message: subject + " may not be read here"}
	}
	changed := func(subject string, line int) *Diagnostic {
		d := access(subject, "", line)
		d.Code, d.Message = codeUnordered, "Go may read "+subject+" before or after the call"
		return d
	}
	reading := "c.mu held or c.mu held for reading"
	for name, test := range map[string]struct {
		lacking, other *Diagnostic
		groups         int
	}{
		"another variable":  {access("c.m", reading, 11), changed("c.n", 11), 2},
		"another statement": {access("c.m", reading, 11), changed("c.m", 12), 2},
		"no lock":           {access("c.m", "", 11), changed("c.m", 11), 2},
		"beside it":         {access("c.m", reading, 11), access("c.mm[i]", "", 12), 2},
		"under another one": {access("c.m", reading, 11), access("c.m[i]", "d.mu held", 12), 2},
		"changed":           {access("c.m", reading, 11), changed("c.m", 11), 1},
		"an element":        {access("c.m", reading, 11), access("c.m[i] (T.n)", "", 12), 1},
	} {
		if groups := Group([]*Diagnostic{test.other, test.lacking}); len(groups) != test.groups || Count(groups) != 2 {
			t.Errorf("%s: %d findings in %d groups, want 2 in %d", name, Count(groups), len(groups), test.groups)
		}
	}
}

// TestStillHeld: a lock that an iteration of a loop leaves held is one cause, whether the function then returns or locks it again.
func TestStillHeld(t *testing.T) {
	find := func(code, subject string, line int, trace ...Step) *Diagnostic {
		return &Diagnostic{Code: code, Verdict: Refuted, Span: at(line, 2, 9), Package: "p", Function: "F", Subject: subject, Message: subject, Trace: append(trace, Step{Span: at(line, 2, 9)})}
	}
	loop := func(line int) Step { return Step{Span: at(line, 2, 9), Text: afterLoop} }
	locks := Step{Span: at(14, 2, 9), Text: "c.mu.RLock()"}
	returns := find(codeStillHeld, "c.mu for reading", 15, loop(12))
	for name, test := range map[string]struct {
		waits  *Diagnostic
		groups int
	}{
		"another loop":       {find(codeTwice, "c.mu", 16, loop(13)), 2},
		"another lock":       {find(codeTwice, "d.mu", 16, loop(12)), 2},
		"locked since":       {find(codeTwice, "c.mu", 16, loop(12), locks), 2},
		"without a loop":     {find(codeTwice, "c.mu", 16, locks), 2},
		"not held":           {find(codeNotHeld, "c.mu", 16, loop(12)), 2},
		"the same iteration": {find(codeTwice, "c.mu", 16, loop(12)), 1},
	} {
		returns.Also = nil
		if groups := Group([]*Diagnostic{returns, test.waits}); len(groups) != test.groups || Count(groups) != 2 {
			t.Errorf("%s: %d findings in %d groups, want 2 in %d", name, Count(groups), len(groups), test.groups)
		}
	}
}
