package golden_test

import (
	"fmt"
	"testing"

	"github.com/calvin-go/calvin/explore/internal/golden"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// bpor runs one execution for each trace that is within the bound.
func TestBPOR(t *testing.T) {
	for _, r := range golden.Rows() {
		if r.Bounds == nil || r.Traces > *limit {
			continue
		}
		t.Run(fmt.Sprint(r.Name, r.N), func(t *testing.T) {
			s := strategy.NewBPOR(len(r.Bounds))
			got := rt.Explore(rt.Config{Strategy: s, MaxExecutions: 3*r.Traces + 100}, func(*rt.T) { r.Program() })
			counts := s.Counts()
			want := append(append([]int(nil), r.Bounds...), r.Traces)
			for b := range counts {
				if b > 0 {
					counts[b] += counts[b-1]
				}
			}
			if fmt.Sprint(counts) != fmt.Sprint(want) || !got.Exhausted {
				t.Errorf("with at most 0, 1, 2, ... preemptions %d executions, want %d (%v)", counts, want, got.Outcomes)
			}
		})
	}
}
