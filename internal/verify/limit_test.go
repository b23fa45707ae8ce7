package verify

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// limited is a package in which functions that goroutines share something in are neither first nor smallest.
const limited = `package m

import "sync"

// Plain touches nothing that anybody shares.
func Plain(n int) int { return n + 1 }

// Longer has more instructions than the others that do.
func (c *Counter) Longer() {
	c.mu.Lock()
	c.n++
	c.n++
	c.n++
	c.n++
	c.mu.Unlock()
}

// Wrong takes no lock.
func (c *Counter) Wrong() int { return c.n }

// Swap takes it.
func (c *Counter) Swap(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.n
	c.n = n
	return was
}

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	n  int
}
`

// limitedRun returns what runs over the package, in the order in which it checks functions, which go on as long as told.
func limitedRun(t *testing.T) func(change func(*Options)) (*Result, []string) {
	t.Helper()
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", limited)
	s := openStore(t)
	return func(change func(*Options)) (*Result, []string) {
		var order []string
		opts := Options{
			Load: load.Config{Dir: dir}, Infer: true, Checks: AllChecks, Workers: 1, Cache: s, Quick: time.Hour, Limit: time.Hour,
			Faults: t.TempDir(),
			Done: func(f report.FunctionResult, _ []*report.Diagnostic) {
				if f.Code == "" {
					order = append(order, f.Function)
				}
			},
		}
		change(&opts)
		result, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		return result, order
	}
}

// TestLimitOrder: with a limit, what goroutines share comes first, and what is small. The results are in the order of the source.
func TestLimitOrder(t *testing.T) {
	result, order := limitedRun(t)(func(o *Options) { o.Clock = func() time.Duration { return 0 } })
	if want := []string{"(*Counter).Wrong", "(*Counter).Swap", "(*Counter).Longer", "Plain"}; !slices.Equal(order, want) {
		t.Errorf("checked in the order %q, want %q", order, want)
	}
	if result.Summary.PutOff != (report.PutOff{}) || result.Summary.Unknown != 0 {
		t.Errorf("with time enough: %+v", result.Summary)
	}
	if got := result.Functions[0].Function; got != "Plain" {
		t.Errorf("the first result is of %s", got)
	}
}

// TestGoesOn: what an earlier run has found is told again, be it a proof or a finding, and the next function is checked. Each run has
// time for one function: a clock of the test goes on by the whole limit when one is done.
func TestGoesOn(t *testing.T) {
	run := limitedRun(t)
	var now atomic.Int64
	one := func(o *Options) {
		o.Clock = func() time.Duration { return time.Duration(now.Load()) }
		done := o.Done
		o.Done = func(f report.FunctionResult, ds []*report.Diagnostic) {
			if done(f, ds); !f.Cached {
				now.Add(int64(o.Limit))
			}
		}
	}
	var findings [][]string
	for n := 1; n <= 4; n++ {
		result, order := run(one)
		if len(order) != n || result.Summary.PutOff.Functions != 4-n || result.Summary.Unknown != 4-n {
			t.Errorf("run %d checked %q, %+v", n, order, result.Summary)
		}
		if n < 4 && !result.Summary.PutOff.Kept {
			t.Errorf("run %d: nothing is kept", n)
		}
		for _, f := range result.Functions {
			if late := strings.Contains(f.Reason, "put off"); late != (f.Code == report.CodePutOff) || late != (f.Verdict == report.Unknown) {
				t.Errorf("run %d: %+v", n, f)
			}
		}
		var told []string
		for _, d := range result.Findings {
			told = append(told, d.Start.String()+": "+d.Message)
		}
		findings = append(findings, told)
	}
	for i, told := range findings {
		if len(told) != 1 || told[0] != findings[0][0] {
			t.Errorf("run %d finds %q, the first %q", i+1, told, findings[0])
		}
	}
}

// TestNote: what is kept of a function depends on what ended its check. Of one that the limit ended it is kept how often; of one that the user
// ended, or that was not begun, nothing.
func TestNote(t *testing.T) {
	fn := &desugar.Function{Name: "f", Package: "m"}
	undecided := []*report.Diagnostic{{Code: report.CodeLimit, Verdict: report.Undecided}}
	for what, test := range map[string]struct {
		cause      error
		begun      bool
		told, cuts int
	}{
		"the end":            {nil, true, 1, 0},
		"its own time":       {overBudget{time.Second}, true, 1, 0},
		"the limit":          {overLimit{time.Second}, true, 0, 1},
		"the user":           {context.Canceled, true, 0, 0},
		"it was not begun":   {overLimit{time.Second}, false, 0, 0},
		"not begun, by user": {context.Canceled, false, 0, 0},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if test.cause != nil {
			cancel(test.cause)
		}
		e := &earlierRun{known: keptRun{map[string]toldFunction{}, map[string]int{}}}
		e.note(ctx, &outcome{fn: fn, begun: test.begun}, undecided)
		if _, ok := e.recall(fn, false); ok != (test.told > 0) || e.cuts(fn) != test.cuts {
			t.Errorf("ended by %s: told %v, cut %d times", what, ok, e.cuts(fn))
		}
		cancel(nil)
	}
	var none *earlierRun
	none.note(t.Context(), &outcome{fn: fn, begun: true}, undecided)
	none.keep(true)
	if _, ok := none.recall(fn, true); ok || none.cuts(fn) != 0 {
		t.Error("nothing knows something")
	}
}

// TestRecallInDoubt: a proof of an earlier run counts only where the annotations are proved in this one. What is not proved does in any case.
func TestRecallInDoubt(t *testing.T) {
	proved, failed := &desugar.Function{Name: "proved", Package: "m"}, &desugar.Function{Name: "failed", Package: "m"}
	e := &earlierRun{known: keptRun{map[string]toldFunction{}, map[string]int{}}}
	e.note(t.Context(), &outcome{fn: proved, begun: true, proved: true}, nil)
	e.note(t.Context(), &outcome{fn: failed, begun: true}, []*report.Diagnostic{{Verdict: report.Refuted}})
	e.note(t.Context(), &outcome{fn: &desugar.Function{Name: "doubtful", Package: "m"}, begun: true, proved: true, doubt: "an invariant is not proved"}, nil)
	e.note(t.Context(), &outcome{fn: &desugar.Function{Name: "died", Package: "m"}, begun: true}, []*report.Diagnostic{{Code: report.CodeSolver}})
	for _, sound := range []bool{true, false} {
		if _, ok := e.recall(proved, sound); ok != sound {
			t.Errorf("annotations proved: %v, and the proof counts: %v", sound, ok)
		}
		if _, ok := e.recall(failed, sound); !ok {
			t.Errorf("annotations proved: %v, and the failure does not count", sound)
		}
	}
	if len(e.known.Told) != 2 {
		t.Errorf("%d functions are kept, want 2: one is in doubt, of one the solver died", len(e.known.Told))
	}
}

// TestRank: who took all the time once comes last, then who shares nothing, then who is large.
func TestRank(t *testing.T) {
	sorted := []rank{{0, false, 3}, {0, false, 9}, {0, true, 1}, {1, false, 2}, {2, false, 1}}
	for i, a := range sorted {
		for j, b := range sorted {
			if a.compare(b) != cmp.Compare(i, j) {
				t.Errorf("%v and %v: %d", a, b, a.compare(b))
			}
		}
	}
}

// TestLeft: half of the limit is for functions, however long it took to read the packages.
func TestLeft(t *testing.T) {
	for passed, want := range map[time.Duration]time.Duration{0: time.Minute, 20 * time.Second: 40 * time.Second, time.Hour: 30 * time.Second} {
		r := &run{opts: Options{Limit: time.Minute, Clock: func() time.Duration { return time.Hour + passed }}, begun: time.Hour}
		if got := r.left(); got != want {
			t.Errorf("after %v there is %v left, want %v", passed, got, want)
		}
	}
}

// TestPutOff: what was put off is no finding, and takes nothing from one that shows an execution.
func TestPutOff(t *testing.T) {
	late := func() *report.Diagnostic {
		return &report.Diagnostic{Code: report.CodePutOff, PutOff: true, Message: "put off"}
	}
	fn := &desugar.Function{Name: "f", Package: "m"}
	refuted := &report.Diagnostic{Code: "CV0101", Verdict: report.Refuted, Message: "wrong"}
	for what, test := range map[string]struct {
		o        outcome
		verdict  report.FunctionVerdict
		code     string
		findings int
	}{
		"alone":               {outcome{findings: []*report.Diagnostic{late()}}, report.Unknown, report.CodePutOff, 0},
		"beside a finding":    {outcome{findings: []*report.Diagnostic{refuted, late()}}, report.Failed, "", 1},
		"behind a finding":    {outcome{findings: []*report.Diagnostic{refuted}, unfinished: []*report.Diagnostic{late()}}, report.Failed, "", 1},
		"behind one accepted": {outcome{accepted: true, unfinished: []*report.Diagnostic{late()}}, report.Unknown, report.CodePutOff, 0},
		"though it is proved": {outcome{proved: true, findings: []*report.Diagnostic{late()}}, report.Unknown, report.CodePutOff, 0},
	} {
		test.o.fn = fn
		test.o.settle()
		if got := test.o.result(); got.Verdict != test.verdict || got.Code != test.code || len(test.o.findings) != test.findings {
			t.Errorf("%s: %s, %q, %d findings", what, got.Verdict, got.Code, len(test.o.findings))
		}
	}
}
