package verify

import (
	"errors"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// TestVerdict goes through all that can be known of a function: only what is proved, and nothing against it, is
// verified.
func TestVerdict(t *testing.T) {
	refuted := &report.Diagnostic{Verdict: report.Refuted, Message: "r"}
	undecided := &report.Diagnostic{Verdict: report.Undecided, Message: "u"}
	tests := []struct {
		name    string
		outcome outcome
		want    report.FunctionVerdict
	}{
		{"nothing known", outcome{}, report.Unknown},
		{"proved", outcome{proved: true}, report.Verified},
		{"proved but in doubt", outcome{proved: true, doubt: "d"}, report.Unknown},
		{"proved but with a finding", outcome{proved: true, findings: []*report.Diagnostic{undecided}}, report.Unknown},
		{"undecided and refuted", outcome{findings: []*report.Diagnostic{undecided, refuted}}, report.Failed},
		{"accepted", outcome{accepted: true}, report.Trusted},
		{"accepted, the rest proved", outcome{accepted: true, proved: true}, report.Trusted},
		{"accepted, with another finding", outcome{accepted: true, findings: []*report.Diagnostic{refuted}}, report.Failed},
		{"accepted but in doubt", outcome{accepted: true, doubt: "d"}, report.Unknown},
	}
	for _, test := range tests {
		test.outcome.fn = &desugar.Function{}
		res := test.outcome.result()
		if res.Verdict != test.want {
			t.Errorf("%s: %s, want %s", test.name, res.Verdict, test.want)
		}
		if (res.Reason == "") != (res.Verdict == report.Verified) {
			t.Errorf("%s: %s with reason %q", test.name, res.Verdict, res.Reason)
		}
	}
}

// TestAnswers: a goal counts as proved by an answer for that very goal that says so, and by nothing else.
func TestAnswers(t *testing.T) {
	goal := &vcgen.Goal{
		Assert: &ir.Assert{Check: ir.Check{Kind: ir.UserAssert}},
		Trace:  func(map[string]string) *vcgen.Counterexample { return &vcgen.Counterexample{} },
	}
	cover := &vcgen.Goal{Cover: &ir.Cover{Check: ir.Check{Kind: ir.VacuousEntry}}}
	answer := func(g *vcgen.Goal, s prover.Status) prover.GoalResult { return prover.GoalResult{Goal: g, Status: s} }
	tests := []struct {
		name      string
		goal      *vcgen.Goal
		truncated bool
		answers   []prover.GoalResult
		proved    bool
		verdict   report.Verdict
	}{
		{"proved", goal, false, []prover.GoalResult{answer(goal, prover.Proved)}, true, ""},
		{"refuted", goal, false, []prover.GoalResult{answer(goal, prover.Refuted)}, false, report.Refuted},
		{"unknown", goal, false, []prover.GoalResult{answer(goal, prover.Unknown)}, false, report.Undecided},
		{"no answer", goal, false, nil, false, report.Undecided},
		{"answer to another goal", goal, false, []prover.GoalResult{answer(cover, prover.Proved)}, false, report.Undecided},
		{"refuted by a truncated condition", goal, true, []prover.GoalResult{answer(goal, prover.Refuted)}, false, report.Undecided},
		{"proved by a truncated condition", goal, true, []prover.GoalResult{answer(goal, prover.Proved)}, false, report.Undecided},
		{"reached", cover, false, []prover.GoalResult{answer(cover, prover.Proved)}, true, ""},
		{"open", cover, false, []prover.GoalResult{{Goal: cover, Status: prover.Proved, Cause: prover.TimeLimit}}, true, ""},
		{"reached, says a broken solver", cover, false,
			[]prover.GoalResult{{Goal: cover, Status: prover.Proved, Cause: prover.SolverFault}}, false, report.Undecided},
		{"not reached", cover, false, []prover.GoalResult{answer(cover, prover.Refuted)}, false, report.Refuted},
	}
	r := &run{opts: Options{Checks: AllChecks}, sources: &sources{files: map[string]string{}}}
	for _, test := range tests {
		vc := &vcgen.VC{Goals: []*vcgen.Goal{test.goal}, Truncated: test.truncated}
		pr := r.read(&ir.Func{Name: "F"}, vc, &prover.Result{Goals: test.answers}, "access")
		if pr.proved != test.proved || pr.proved != (len(pr.findings) == 0) {
			t.Errorf("%s: proved %v with %d findings", test.name, pr.proved, len(pr.findings))
		}
		for _, d := range pr.findings {
			if d.Verdict != test.verdict {
				t.Errorf("%s: the finding is %s, want %s", test.name, d.Verdict, test.verdict)
			}
		}
	}
}

func TestChecks(t *testing.T) {
	all, err := ParseChecks(strings.Join(CheckNames(), ","))
	if err != nil || all != AllChecks {
		t.Errorf("all names give %+v, %v", all, err)
	}
	if n := len(AllChecks.assumptions()); n != 0 {
		t.Errorf("%d assumptions though everything is checked", n)
	}
	for _, list := range []string{"", "access,", "beauty"} {
		if _, err := ParseChecks(list); err == nil {
			t.Errorf("ParseChecks(%q) succeeds", list)
		}
	}
	for _, name := range CheckNames() {
		one, err := ParseChecks(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(one.assumptions()); n != len(CheckNames())-1 {
			t.Errorf("-checks=%s assumes %d things, want all but one", name, n)
		}
	}
	if !(Checks{}).of(&ir.Func{}).wants(&ir.Assert{Check: ir.Check{Ends: &ir.Step{}}}) {
		t.Error("what is supposed of the ends of blocks is left out")
	}
}

// TestEveryKindIsWantedByOneCheck: no goal is lost between the checks.
func TestEveryKindIsWantedByOneCheck(t *testing.T) {
	for k := ir.ReadDenied; k <= ir.VacuousLoop; k++ {
		a := &ir.Assert{Check: ir.Check{Kind: k}}
		wanted := 0
		for _, name := range CheckNames() {
			if c, err := ParseChecks(name); err == nil && c.of(&ir.Func{AsksPanics: true}).wants(a) {
				wanted++
			}
		}
		if wanted != 1 {
			t.Errorf("kind %v is wanted by %d checks", k, wanted)
		}
	}
}

func TestGuard(t *testing.T) {
	r := &run{opts: Options{Faults: t.TempDir()}}
	if f := r.guard("nothing", func() error { return nil }); f != nil {
		t.Errorf("a stage without fault has %+v", f)
	}
	for name, stage := range map[string]func() error{
		"panic": func() error { panic("it broke") },
		"error": func() error { return errors.New("it broke") },
	} {
		f := r.guard("doing "+name, stage)
		if f == nil || f.what != "it broke" {
			t.Fatalf("%s: fault %+v", name, f)
		}
		text, err := os.ReadFile(f.file)
		if err != nil || !strings.HasPrefix(string(text), "doing "+name+": it broke\n") {
			t.Errorf("%s: the file has %q, %v", name, text, err)
		}
	}
}

// TestTaint: what mentions a variable whose annotation is not proved is in doubt, and nothing else.
func TestTaint(t *testing.T) {
	at := func(file string, line int) ir.Span {
		return ir.Span{Start: token.Position{Filename: file, Line: line, Column: 2}}
	}
	touches := func(s ir.Span) *ir.Func { return &ir.Func{Heap: []*ir.Var{{Heap: &ir.Heap{Span: s}}}} }
	relies := func(s ir.Span) *ir.Func {
		return &ir.Func{Transitions: []*ir.Invariant{{Clause: ir.Clause{Span: s}}}}
	}
	ts := newTaints()
	ts.add(&report.Diagnostic{Span: at("a.go", 3), Message: "m", Code: "CV0701"})
	ts.all["b.go"] = true
	tests := []struct {
		name    string
		f       *ir.Func
		inDoubt bool
	}{
		{"nothing", &ir.Func{}, false},
		{"the variable", touches(at("a.go", 3)), true},
		{"another variable", touches(at("a.go", 4)), false},
		{"a transition", relies(at("a.go", 3)), true},
		{"another transition", relies(at("a.go", 9)), false},
		{"a variable of a file in doubt", touches(at("b.go", 7)), true},
	}
	for _, test := range tests {
		if got := ts.of(test.f) != ""; got != test.inDoubt {
			t.Errorf("%s: in doubt %v, want %v", test.name, got, test.inDoubt)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"F": "F", "(*T).F": "T.F", "T.F": "T.F", "F$1": "F_1", "init#1": "init_1", "transition T/reflexive": "transition_T_reflexive",
	} {
		if got := fileName(name); got != want {
			t.Errorf("fileName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestFirst: to stop at the first goal that is not proved changes no verdict, and leaves one finding of each function.
func TestFirst(t *testing.T) {
	const src = `package m

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c *C) Right() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+2
func (c *C) Wrong(s []int) {
	c.n = s[0]
	c.mu.Lock()
	c.n += s[1]
}

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+2
func (c *C) Abstract() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	//calvin:assert c.n == 0
	_ = c.n
}
`
	all, _ := check(t, src)
	first, _ := check(t, src, func(o *Options) { o.Prover.First = true })
	if len(all.Functions) != len(first.Functions) || len(all.Findings) <= 3 || len(first.Findings) != 2 {
		t.Fatalf("%d and %d functions, %d and %d findings", len(all.Functions), len(first.Functions), len(all.Findings), len(first.Findings))
	}
	for i, f := range first.Functions {
		if f.Verdict != all.Functions[i].Verdict {
			t.Errorf("%s: %s, and %s if all is asked", f.Function, f.Verdict, all.Functions[i].Verdict)
		}
	}
}
