package strategy_test

import (
	"flag"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

var executions = flag.Int("executions", 20000, "how many executions memory and goroutines are watched for")

// busy has more executions than anyone will run: locks, timers, a channel, goroutines that are left waiting, and memory
// that each execution allocates.
func busy(*rt.T) {
	mu, n := rt.New(new(sync.Mutex)), rt.New(new(int))
	c := rt.Make(make(chan []byte))
	for range 4 {
		rt.Go(1, func() {
			for range 4 {
				rt.Lock(2, mu)
				rt.Set(3, n, rt.Get(4, n)+1)
				rt.Unlock(5, mu)
			}
		})
	}
	rt.Go(6, func() {
		rt.Sleep(7, time.Second)
		rt.Send(8, c, make([]byte, 100))
	})
	rt.Go(9, func() {
		timer := rt.NewTimer(10, time.Second)
		rt.Recv(11, timer.C)
		rt.Recv(12, c)
	})
	rt.Go(13, func() {
		rt.Recv(14, rt.Make(make(chan int))) // for ever
	})
}

// A meter counts goroutines and the bytes on the heap, halfway and at the end.
type meter struct {
	rt.Strategy
	n    int
	seen []count
}

type count struct {
	goroutines int
	heap       uint64
}

func (c *meter) Done(x *rt.Execution) bool {
	if c.n++; c.n == *executions/2 || c.n == *executions {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.seen = append(c.seen, count{runtime.NumGoroutine(), m.HeapAlloc})
	}
	return c.Strategy.Done(x)
}

// However many executions there are, memory and goroutines do not grow, but for the queues that are the price of some
// strategies. For more of them: go test ./explore/strategy -run Growth -args -executions 1000000
func TestGrowth(t *testing.T) {
	const slack = 1 << 19
	for _, c := range []struct {
		name     string
		strategy rt.Strategy
		price    float64 // bytes an execution
	}{
		{"dfs", strategy.NewChecked(strategy.NewDFS()), 0},
		{"dpor", strategy.NewReduced(strategy.NewChecked(strategy.NewDPOR())), 0},
		{"random", strategy.NewChecked(strategy.NewRandom(1)), 0},
		{"pct", strategy.NewChecked(strategy.NewPCT(1, 3)), 0},
		{"icb 2", strategy.NewChecked(strategy.NewICB(2, nil)), 200},
		{"icb", strategy.NewChecked(strategy.NewICB(-1, nil)), 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &meter{Strategy: c.strategy}
			rt.Explore(rt.Config{Strategy: w, MaxExecutions: *executions, IgnoreLeaks: true}, busy)
			if len(w.seen) < 2 {
				t.Fatalf("there were %d executions", w.n)
			}
			half, end := w.seen[0], w.seen[1]
			growth := float64(end.heap) - float64(half.heap)
			t.Logf("%d executions: %d goroutines, %d KB, half of them before: %d goroutines, %d KB", w.n, end.goroutines, end.heap>>10, half.goroutines, half.heap>>10)
			if end.goroutines > half.goroutines+8 || growth > slack+c.price*float64(w.n)/2 {
				t.Error("that is more than allowed")
			}
		})
	}
}
