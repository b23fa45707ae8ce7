package golden_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/calvin-go/calvin/explore/internal/golden"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

var limit = flag.Int("limit", 6000, "the largest number of executions to run")

// dpor runs exactly one execution for each trace, and begins no other.
func TestDPOR(t *testing.T) {
	for _, r := range golden.Rows() {
		if r.Traces > *limit {
			continue
		}
		t.Run(fmt.Sprint(r.Name, r.N), func(t *testing.T) {
			s := strategy.NewDPOR()
			got := rt.Explore(rt.Config{Strategy: s, MaxExecutions: 3*r.Traces + 100}, func(*rt.T) { r.Program() })
			if got.Outcomes[rt.Complete] != r.Traces || got.Outcomes[rt.Blocked] != r.Blocked ||
				got.Executions != r.Traces+r.Blocked || !got.Exhausted || s.Derailed > 0 {
				t.Errorf("%d executions, %v (complete, blocked, failed, redundant, truncated), %d derailed; want %d complete, %d blocked",
					got.Executions, got.Outcomes, s.Derailed, r.Traces, r.Blocked)
			}
		})
	}
}
