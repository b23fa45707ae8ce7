package report

import "testing"

// A verdict on a test with timers says of which clock it speaks.
func TestMeaningSaysTheClock(t *testing.T) {
	for _, c := range []struct {
		result TestResult
		want   string
	}{
		{TestResult{Verdict: TestOK, Bound: -1}, "no bug in any schedule"},
		{TestResult{Verdict: TestOK, Bound: -1, ClockAny: true}, "no bug in any schedule"},
		{TestResult{Verdict: TestOK, Bound: -1, Timed: true}, "no bug in any schedule, if timers fire when nothing else can run"},
		{TestResult{Verdict: TestOK, Bound: 2, Timed: true, ClockAny: true}, "no bug with at most 2 preemptions, if timers fire at any time"},
		{
			TestResult{Verdict: TestIncomplete, Bound: -1, Executions: 7, Timed: true},
			"no bug found in 7 executions (incomplete), if timers fire when nothing else can run",
		},
	} {
		if got := c.result.Meaning(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
