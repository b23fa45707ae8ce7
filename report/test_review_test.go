package report

import (
	"bytes"
	"go/token"
	"strings"
	"testing"
)

// tests writes results of all kinds.
func tests(t *testing.T, r TestRenderer) {
	t.Helper()
	at := func(line int) token.Position {
		return token.Position{Filename: "/work/cache/cache.go", Line: line, Column: 2}
	}
	steps := []BugStep{
		{Goroutine: 1, Position: at(4), Text: "go f()", Object: -1, Starts: []int{2}},
		{Goroutine: 0, Position: at(4), Text: "timer fires", Object: -1},
		{Goroutine: 2, Text: "end", Object: -1},
	}
	leak := Bug{
		Kind: "leak", Cause: "leak cache.go:6:2", Tests: []string{"TestA", "TestB", "m/other.TestC", "TestD"}, Message: "goroutine 2 in receive", Position: at(6),
		Related: []BugNote{{Position: at(6), Text: "G2 waits in <-c, 100% sure"}}, Trace: "t.trace", Steps: steps,
	}
	again := leak
	again.First, again.Tests, again.Trace = "m.TestA", nil, ""
	var s TestSummary
	for _, one := range []*TestResult{
		{Package: "m", Test: "TestA", Verdict: TestBug, Bug: &leak, More: []*Bug{
			{Kind: "failure", Message: "got 1,\nwant 2", Position: token.Position{Filename: "/work/cache_test.go", Line: 7}, Untraced: "disk full"},
		}},
		{Package: "m", Test: "TestB", Verdict: TestBug, Bug: &again},
		{Package: "m", Test: "TestNowhere", Verdict: TestBug, Bug: &Bug{Kind: "deadlock", Message: "all wait"}},
		{Package: "m", Test: "TestOK", Verdict: TestOK},
		{Package: "m", Test: "TestLong", Verdict: TestIncomplete, Bound: -1, Executions: 5, OutOfControl: []string{"the network"}},
		{Package: "m", Test: "TestError", Verdict: TestError, Reason: "it is not deterministic:\n\tsee there"},
		{Package: "m", Test: "TestSkipped", Verdict: TestSkipped, Reason: "no"},
	} {
		s.Add(one)
		must(t, r.Test(one))
	}
	must(t, r.TestSummary(s))
}

// TestSARIFOfTests: what exploring finds conforms to the schema of SARIF; a cause is one result.
func TestSARIFOfTests(t *testing.T) {
	var b bytes.Buffer
	tests(t, NewSARIF(&b, review))
	golden(t, "sarif-tests.golden", b.Bytes())
	must(t, conform(t, "sarif-2.1.0.json", b.Bytes()))
	if n := strings.Count(b.String(), `"ruleId"`); n != 3 {
		t.Errorf("%d results", n)
	}
	var empty bytes.Buffer
	must(t, NewSARIF(&empty, ReviewOptions{}).TestSummary(TestSummary{}))
	must(t, conform(t, "sarif-2.1.0.json", empty.Bytes()))
}

func TestGitHubOfTests(t *testing.T) {
	var b bytes.Buffer
	tests(t, NewGitHub(&b, review))
	golden(t, "github-tests.golden", b.Bytes())
	for line := range strings.Lines(b.String()) {
		if command, text, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::"); !ok || !strings.HasPrefix(line, "::") || text == "\n" || strings.Contains(command, "\n") {
			t.Errorf("no command: %q", line)
		}
	}
}

// TestBugFingerprint: where a bug stands, and numbers in what is said of it, do not tell bugs apart; what it says does.
func TestBugFingerprint(t *testing.T) {
	of := func(message string, line int) string {
		b := &Bug{Kind: "race", Message: message, Position: token.Position{Filename: "/work/a.go", Line: line}}
		return NewSARIF(nil, review).bugFingerprint(&TestResult{Package: "m"}, b)
	}
	first := of("n is read by goroutine 2 at a.go:3:4", 3)
	if first != of("n is read by goroutine 3 at a.go:9:1", 9) {
		t.Error("moved")
	}
	if first == of("x is read by goroutine 2 at a.go:3:4", 3) {
		t.Error("another")
	}
}
