package report

import "testing"

// A verdict on a test with random values, or orders of maps, says of which not all have been tried.
func TestMeaningSaysWhatIsSampled(t *testing.T) {
	many := []string{"a", "b", "c", "d", "e", "f", "g"}
	for _, c := range []struct {
		result TestResult
		want   string
	}{
		{TestResult{Verdict: TestOK, Bound: -1, Values: []string{"rand.Int63n"}}, "no bug in any schedule, values of rand.Int63n sampled"},
		{TestResult{Verdict: TestOK, Bound: 2, Maps: []string{"a.go:1"}}, "no bug with at most 2 preemptions, order of the map at a.go:1 sampled"},
		{
			TestResult{Verdict: TestIncomplete, Bound: -1, Executions: 7, Values: []string{"rand.Int", "rand.N"}, Maps: []string{"a.go:1", "b.go:2"}},
			"no bug found in 7 executions (incomplete), values of rand.Int, rand.N sampled, order of the maps at a.go:1, b.go:2 sampled",
		},
		{TestResult{Verdict: TestOK, Bound: -1, Values: many}, "no bug in any schedule, values of a, b, c, d, e and 2 more sampled"},
		{TestResult{Verdict: TestSkipped, Values: many}, "skipped"},
	} {
		if got := c.result.Meaning(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
