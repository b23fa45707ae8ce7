package strategy_test

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// Two goroutines of two steps each have six interleavings; n of one step have n!.
func TestDFSCounts(t *testing.T) {
	for _, c := range []struct{ goroutines, steps, want int }{
		{1, 3, 1}, {2, 1, 2}, {2, 2, 6}, {3, 1, 6}, {3, 2, 90}, {2, 5, 252}, {4, 1, 24},
	} {
		r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(*rt.T) {
			x := rt.New(new(atomic.Int64))
			for range c.goroutines {
				rt.Go(0, func() {
					for range c.steps {
						rt.Add(1, x, 1)
					}
				})
			}
		})
		if got := r.Outcomes[rt.Complete]; got != c.want || r.Executions != c.want || !r.Exhausted {
			t.Errorf("%d goroutines of %d steps: %d executions, %d complete, want %d", c.goroutines, c.steps, r.Executions, got, c.want)
		}
	}
}

func BenchmarkFib(b *testing.B) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), MaxExecutions: b.N}, func(t *rt.T) {
		x, y := rt.New(new(atomic.Int64)), rt.New(new(atomic.Int64))
		x.Store(1)
		y.Store(1)
		add := func(x, y *atomic.Int64) func() {
			return func() {
				for range 5 {
					a := rt.Load(1, x)
					b := rt.Load(2, y)
					rt.Store(3, x, a+b)
				}
			}
		}
		rt.Go(4, add(x, y))
		rt.Go(5, add(y, x))
		rt.Go(6, func() {
			if rt.Load(7, x) > 144 || rt.Load(8, y) > 144 {
				t.Fail()
			}
		})
	})
	b.ReportMetric(float64(r.Events)/r.Elapsed.Seconds(), "events/s")
	b.ReportMetric(float64(r.Executions)/r.Elapsed.Seconds(), "executions/s")
}
