package rt_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// The benchmarks run a strategy that costs next to nothing, so that they measure the scheduler: b.N executions.
func explore(b *testing.B, s rt.Strategy, f func(t *rt.T)) {
	r := rt.Explore(rt.Config{Strategy: s, MaxExecutions: b.N}, f)
	b.ReportMetric(float64(r.Events)/r.Elapsed.Seconds(), "events/s")
	b.ReportMetric(float64(r.Executions)/r.Elapsed.Seconds(), "executions/s")
}

// BenchmarkLocks has goroutines that increment a counter under a lock, 50 times each.
func BenchmarkLocks(b *testing.B) {
	for n := 2; n <= 4; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			explore(b, strategy.NewRandom(1), func(t *rt.T) {
				mu, c := rt.New(new(sync.Mutex)), new(int)
				for range n {
					rt.Go(1, func() {
						for range 50 {
							rt.Lock(2, mu)
							write(3, c, read(4, c)+1)
							rt.Unlock(5, mu)
						}
					})
				}
			})
		})
	}
}

// BenchmarkChannels has a producer and a consumer of 50 elements.
func BenchmarkChannels(b *testing.B) {
	for n := range 3 {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			explore(b, strategy.NewRandom(1), func(t *rt.T) {
				ch := rt.Make(make(chan int, n))
				rt.Go(1, func() {
					for i := range 50 {
						rt.Send(2, ch, i)
					}
					rt.Close(3, ch)
				})
				for range rt.RangeChan(4, ch) {
				}
			})
		})
	}
}

// BenchmarkFib is the smallest of real programs: short executions.
func BenchmarkFib(b *testing.B) {
	explore(b, strategy.NewRandom(1), func(t *rt.T) {
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
}

// BenchmarkMemory has two goroutines that read and write memory of their own between two steps.
func BenchmarkMemory(b *testing.B) {
	explore(b, strategy.NewRandom(1), func(t *rt.T) {
		for range 2 {
			rt.Go(1, func() {
				var a [64]int
				for i := range 1000 {
					write(2, &a[i%64], read(3, &a[(i+1)%64])+1)
				}
			})
		}
	})
}

// BenchmarkAbandoned has executions that end with two goroutines blocked, which must be unwound.
func BenchmarkAbandoned(b *testing.B) {
	explore(b, strategy.NewRandom(1), func(t *rt.T) {
		mu := rt.New(new(sync.Mutex))
		rt.Lock(1, mu)
		for range 2 {
			rt.Go(2, func() { rt.Lock(3, mu) })
		}
	})
}
