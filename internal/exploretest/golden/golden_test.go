package golden_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/golden"
)

var limit = flag.Int("limit", 500, "the largest number of executions to run")

// dpor runs exactly one execution for each trace, and begins no other.
func TestDPOR(t *testing.T) {
	for _, r := range golden.Rows() {
		if r.Traces > *limit {
			continue
		}
		t.Run(fmt.Sprint(r.Name, r.N), func(t *testing.T) {
			got := golden.Run(r, strategy.NewDPOR(), 3*(r.Traces+r.Blocked)+100)
			if got.Complete != r.Traces || got.Blocked != r.Blocked || got.Redundant > 0 ||
				got.Executions != r.Traces+r.Blocked || !got.Exhausted {
				t.Errorf("%+v, want %d complete, %d blocked", got, r.Traces, r.Blocked)
			}
		})
	}
}

// bpor runs one execution for each trace that is within the bound.
func TestBPOR(t *testing.T) {
	for _, r := range golden.Rows() {
		if r.Bounds == nil || r.Traces > *limit/5 {
			continue
		}
		t.Run(fmt.Sprint(r.Name, r.N), func(t *testing.T) {
			got := golden.Run(r, strategy.NewBPOR(len(r.Bounds)-1), 3*(r.Traces+r.Blocked)+100)
			if fmt.Sprint(got.ByBound) != fmt.Sprint(r.Bounds) || !got.Exhausted || got.Executions > r.Traces+r.Blocked {
				t.Errorf("%+v, want %v within bounds", got, r.Bounds)
			}
		})
	}
}
