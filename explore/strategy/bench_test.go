package strategy_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// fib is the program of the same name in package golden, with plain accesses for the race detector.
func fib(n int) func(t *rt.T) {
	return func(*rt.T) {
		x, y := rt.New(new(atomic.Int64)), rt.New(new(atomic.Int64))
		x.Store(1)
		y.Store(1)
		sum := func(x, y *atomic.Int64) func() {
			return func() {
				own := rt.New(new(int64))
				for range n {
					a, b := rt.Load(2, x), rt.Load(3, y)
					rt.Set(4, own, a+b)
					rt.Store(5, x, rt.Get(6, own))
				}
			}
		}
		rt.Go(7, sum(x, y))
		rt.Go(8, sum(y, x))
		rt.Go(9, func() { _ = rt.Load(10, x) > 144 || rt.Load(11, y) > 144 })
	}
}

// locking has goroutines that lock a mutex k times each.
func locking(goroutines, k int) func(t *rt.T) {
	return func(*rt.T) {
		mu, n := rt.New(new(sync.Mutex)), rt.New(new(int))
		for range goroutines {
			rt.Go(2, func() {
				for range k {
					rt.Lock(3, mu)
					rt.Set(4, n, rt.Get(5, n)+1)
					rt.Unlock(6, mu)
				}
			})
		}
	}
}

func benchmark(b *testing.B, s rt.Strategy, f func(*rt.T)) {
	r := rt.Explore(rt.Config{Strategy: s, MaxExecutions: b.N}, f)
	b.ReportMetric(float64(r.Executions)/r.Elapsed.Seconds(), "executions/s")
	b.ReportMetric(float64(r.Events)/r.Elapsed.Seconds(), "events/s")
	b.ReportMetric(float64(r.Events)/float64(r.Executions), "events/execution")
}

func BenchmarkDPORFib5(b *testing.B) { benchmark(b, strategy.NewDPOR(), fib(5)) }

func BenchmarkDPORLocks2(b *testing.B) { benchmark(b, strategy.NewDPOR(), locking(2, 10)) }
func BenchmarkDPORLocks4(b *testing.B) { benchmark(b, strategy.NewDPOR(), locking(4, 5)) }
func BenchmarkICBFib5(b *testing.B)    { benchmark(b, strategy.NewICB(-1, nil), fib(5)) }
func BenchmarkICBLocks4(b *testing.B)  { benchmark(b, strategy.NewICB(-1, nil), locking(4, 5)) }
func BenchmarkBPORFib5(b *testing.B)   { benchmark(b, strategy.NewBPOR(2), fib(5)) }

// all is a slice that leaves nothing out: what pred costs where it cannot help.
var all = &strategy.Slice{Roots: []rt.Site{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}

// BenchmarkPred gives the time of pred as a multiple of that of dpor where it can leave nothing out. The two take turns, so
// that both have the same machine; the median is that of the turns.
func BenchmarkPred(b *testing.B) {
	for _, p := range []struct {
		name string
		f    func(*rt.T)
	}{{"Fib5", fib(5)}, {"Locks2", locking(2, 10)}, {"Locks4", locking(4, 5)}} {
		b.Run(p.name, func(b *testing.B) {
			const turn = 2000 // executions
			var ratios []float64
			for done := 0; done < b.N; done += turn {
				var times [2]time.Duration
				for k, s := range []rt.Strategy{strategy.NewDPOR(), strategy.NewPred(all, strategy.AllParts)} {
					times[k] = rt.Explore(rt.Config{Strategy: s, VisibleAll: true, MaxExecutions: turn}, p.f).Elapsed
				}
				ratios = append(ratios, times[1].Seconds()/times[0].Seconds())
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "times-dpor")
		})
	}
}
