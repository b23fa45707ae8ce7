// Package speed has tests that are run as they are, with the race detector, and under calvin explore, to compare.
package speed

import (
	"sync"
	"sync/atomic"
	"testing"
)

// fib has three goroutines: two add up Fibonacci numbers in each other's word, the third looks at them. Each calls done
// at its end.
func fib(n int, done func()) {
	var x, y atomic.Int64
	x.Store(1)
	y.Store(1)
	sum := func(into, from *atomic.Int64) {
		for range n {
			next := into.Load() + from.Load()
			into.Store(next)
		}
		done()
	}
	go sum(&x, &y)
	go sum(&y, &x)
	go func() {
		_ = x.Load() > 144 || y.Load() > 144
		done()
	}()
}

// locks has goroutines that lock one mutex, so many times each.
func locks(goroutines, times int, done func()) {
	var mu sync.Mutex
	n := 0
	for range goroutines {
		go func() {
			for range times {
				mu.Lock()
				n++
				mu.Unlock()
			}
			done()
		}()
	}
}

func nothing() {}

func TestFib5(*testing.T)   { fib(5, nothing) }
func TestLocks2(*testing.T) { locks(2, 10, nothing) }
func TestLocks3(*testing.T) { locks(3, 7, nothing) }
func TestLocks4(*testing.T) { locks(4, 5, nothing) }

// waiting runs a program until all its goroutines are done, as explore does without being told to.
func waiting(b *testing.B, goroutines int, program func(done func())) {
	for b.Loop() {
		var wg sync.WaitGroup
		wg.Add(goroutines)
		program(wg.Done)
		wg.Wait()
	}
}

func BenchmarkFib5(b *testing.B)   { waiting(b, 3, func(done func()) { fib(5, done) }) }
func BenchmarkLocks2(b *testing.B) { waiting(b, 2, func(done func()) { locks(2, 10, done) }) }
func BenchmarkLocks3(b *testing.B) { waiting(b, 3, func(done func()) { locks(3, 7, done) }) }
func BenchmarkLocks4(b *testing.B) { waiting(b, 4, func(done func()) { locks(4, 5, done) }) }
