package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// TestPlainTests: of many tests with one schedule each the first are listed, and the rest counted, unless all are asked for.
func TestPlainTests(t *testing.T) {
	const tests = 20
	for all, want := range map[bool][2]int{false: {listedUnasked, 1}, true: {tests, 0}} {
		var b strings.Builder
		r := NewText(&b, TextOptions{Tests: all})
		for i := range tests {
			if err := r.Test(&TestResult{Package: "p", Test: fmt.Sprintf("TestOne%d", i), Verdict: TestOK, Executions: 1, Bound: -1, Strategy: "auto"}); err != nil {
				t.Fatal(err)
			}
			for _, more := range []*TestResult{
				{Verdict: TestOK, Executions: 2}, {Verdict: TestOK, Executions: 1, Kept: []string{"p.v"}}, {Verdict: TestIncomplete, Executions: 1},
				{Verdict: TestOK, Executions: 1, OutOfControl: []string{"a signal"}},
			} {
				more.Package, more.Test, more.Bound, more.Strategy = "p", fmt.Sprintf("TestMore%d", i), -1, "auto"
				if err := r.Test(more); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := r.TestSummary(TestSummary{OK: tests}); err != nil {
			t.Fatal(err)
		}
		got := [2]int{strings.Count(b.String(), "p.TestOne"), strings.Count(b.String(), "12 more tests with one schedule and no bug (-v lists them)\n")}
		if more := strings.Count(b.String(), "p.TestMore"); got != want || more != 4*tests {
			t.Errorf("all %v: %d tests with one schedule and %d counts, want %v; %d others, want %d:\n%s", all, got[0], got[1], want, more, 4*tests, &b)
		}
	}
}

// TestUnbegunTests: tests that had no turn before an interrupt are counted.
func TestUnbegunTests(t *testing.T) {
	var b strings.Builder
	r := NewText(&b, TextOptions{Tests: true})
	for i := range 30 {
		if err := r.Test(&TestResult{Package: "p", Test: fmt.Sprintf("TestLate%d", i), Verdict: TestIncomplete, Bound: -1, Strategy: "auto"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.TestSummary(TestSummary{Incomplete: 30}); err != nil {
		t.Fatal(err)
	}
	if want := "30 tests not begun before the search was interrupted\n30 tests: "; !strings.HasPrefix(b.String(), want) {
		t.Errorf("got\n%swant %s", &b, want)
	}
}

// TestFittedTests: a verdict that is wider than the terminal goes on below.
func TestFittedTests(t *testing.T) {
	var b strings.Builder
	r := NewText(&b, TextOptions{Width: 80})
	err := r.Test(&TestResult{Package: "example.com/a/long/path", Test: "TestSome", Verdict: TestOK, Executions: 12, Bound: -1, Strategy: "auto",
		Believed: []string{"gob.NewDecoder", "gob.NewEncoder", "gob.Register"}})
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"); len(lines) < 3 || lines[0] != "example.com/a/long/path.TestSome:" {
		t.Errorf("got\n%s", &b)
	}
	for line := range strings.Lines(b.String()) {
		if columns(strings.TrimRight(line, "\n"))+tabWidth > 81 && strings.HasPrefix(line, "\t") {
			t.Errorf("too wide: %q", line)
		}
	}
}

// TestLimitsGroup: that several functions of a package take longer than they may is one finding.
func TestLimitsGroup(t *testing.T) {
	limit := func(pkg, function string, line int) *Diagnostic {
		return &Diagnostic{Code: CodeLimit, Verdict: Undecided, Span: at(line, 1, 9), Package: pkg, Function: function,
			Message: "could not be proved: it takes longer than 10s", Limit: "10s"}
	}
	groups := Group([]*Diagnostic{limit("p", "F", 3), limit("p", "G", 13), limit("q", "F", 23)})
	if len(groups) != 2 || Count(groups) != 3 || len(groups[0].Also) != 1 {
		t.Errorf("%d findings in %d groups", Count(groups), len(groups))
	}
	var b strings.Builder
	if err := NewText(&b, TextOptions{}).Diagnostic(groups[0]); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "limit:") || !strings.Contains(b.String(), "also: 1 more place with this cause: ") {
		t.Errorf("got\n%s", &b)
	}
}

// TestUnguardedTypeGroups: fields of one type that no lock ever guards are one cause, and each place tells the field.
func TestUnguardedTypeGroups(t *testing.T) {
	access := func(subject string, line, declared int) *Diagnostic {
		return &Diagnostic{Code: codeAccess, Verdict: Refuted, Span: at(line, 1, 9), Package: "p", Function: "F", Subject: subject,
			Message: subject + " may not be written here: others may access it, and no guard is held", Unguarded: at(declared, 1, 2).Start}
	}
	groups := Group([]*Diagnostic{access("c.n", 13, 3), access("c.at (time.Time.wall)", 14, 3), access("c.n", 15, 3), access("d.n", 16, 7)})
	if len(groups) != 2 || Count(groups) != 4 || len(groups[0].Also) != 2 {
		t.Fatalf("%d findings in %d groups", Count(groups), len(groups))
	}
	var b strings.Builder
	if err := NewText(&b, TextOptions{}).Diagnostic(groups[0]); err != nil {
		t.Fatal(err)
	}
	want := "also: 2 more places with this cause: /work/counter.go:14:1 (c.at), /work/counter.go:15:1\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("got\n%swant %s", &b, want)
	}
}

// TestHeldOnce: what is needed is said once, and so is which locks are held.
func TestHeldOnce(t *testing.T) {
	d := race()
	d.Needed, d.Known = "c.mu held or c.mu held for reading", "held here: nothing"
	d.Message = "c.n may not be read here: it needs " + inWords(d.Needed)
	var b strings.Builder
	if err := NewText(&b, TextOptions{}).Diagnostic(d); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(b.String(), "\n")
	if !strings.Contains(first, "it needs c.mu held, at least for reading (") || strings.Contains(rest, "needed:") || !strings.Contains(rest, "\theld here: nothing\n") {
		t.Errorf("got\n%s", &b)
	}
	for in, want := range map[string]string{
		"c.mu held": "c.mu held", "c.mu held or d.mu held for reading": "c.mu held or d.mu held for reading", "c.mu held and c.on": "c.mu held and c.on",
	} {
		if got := inWords(in); got != want {
			t.Errorf("%s in words: %s", in, got)
		}
	}
}

// TestConfinedProposal: of what is confined to a goroutine no locks are named.
func TestConfinedProposal(t *testing.T) {
	var b strings.Builder
	p := &Proposal{Name: "J.stop", Directives: []string{"confined_to Run"}, Evidence: "2 of 3", Status: Proved, Against: []Disagreement{{Function: "stopIt"}}}
	if err := NewText(&b, TextOptions{}).Proposal(p); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "J.stop is read in stopIt; not in the goroutine that runs Run\n") {
		t.Errorf("got\n%s", &b)
	}
}

// TestSameLock: a goroutine that waits for a lock which it has under another name is told that name.
func TestSameLock(t *testing.T) {
	reading := func(lock, value string) vcgen.Value { return vcgen.Value{Label: lock + " for reading", Text: value} }
	held := func(lock, by string) vcgen.Value { return vcgen.Value{Label: lock, Text: by} }
	for name, test := range map[string]struct {
		kind   ir.CheckKind
		points []vcgen.Point
		want   string
	}{
		"read under another name": {ir.SelfDeadlock, []vcgen.Point{mark(ir.MarkEnv, reading("t", "false")), step(28, "t.RLock()", ir.RightMover, reading("t", "true"))},
			"held here: t for reading (RLock at line 28); o may be the same lock"},
		"written under another name": {ir.SelfDeadlock, []vcgen.Point{step(28, "t.Lock()", ir.RightMover, held("t", "G1"))}, "held here: t; o may be the same lock"},
		"under two":                  {ir.ReadTwice, []vcgen.Point{step(28, "t.Lock()", ir.RightMover, held("t", "G1")), step(29, "s.Lock()", ir.RightMover, held("s", "G1"))}, "held here: s, t; o may be one of them"},
		"its own name":               {ir.SelfDeadlock, []vcgen.Point{step(28, "o.Lock()", ir.RightMover, held("o", "G1")), step(29, "t.Lock()", ir.RightMover, held("t", "G1"))}, ""},
		"released":                   {ir.SelfDeadlock, []vcgen.Point{step(28, "t.Lock()", ir.RightMover, held("t", "G1")), step(29, "t.Unlock()", ir.LeftMover, held("t", "free"))}, ""},
		"not about a deadlock":       {ir.NotHeld, []vcgen.Point{step(28, "t.Lock()", ir.RightMover, held("t", "G1"))}, ""},
	} {
		goal := &vcgen.Goal{Assert: &ir.Assert{Span: at(31, 2, 13), Check: ir.Check{Kind: test.kind, Subject: "o"}}}
		d := FromGoal(increment, goal, Goal{}, Outcome{Counterexample: &vcgen.Counterexample{Points: append(test.points, step(31, "o.RLock()", ir.NonMover))}})
		if d.Known != test.want {
			t.Errorf("%s: %q, want %q", name, d.Known, test.want)
		}
	}
}
