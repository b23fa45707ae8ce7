package rt_test

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

func TestGoroutine(t *testing.T) {
	check(t, []program{
		{name: "panic in a goroutine", want: "panic", says: "oops", run: func(t *rt.T) {
			rt.Go(1, func() { panic(fmt.Errorf("oops")) })
		}},
		{name: "nil dereference", want: "panic", says: "nil pointer dereference", run: func(t *rt.T) {
			var p *int
			rt.Go(1, func() { *p = 1 })
		}},
		{name: "exit runs deferred functions", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			together(2, func(int) {
				rt.Lock(3, mu)
				defer rt.Unlock(4, mu)
				rt.Goexit(5)
			})
		}},
		{name: "fatal", want: "failure", says: "over", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			rt.Go(1, func() { rt.Store(2, x, 1) })
			rt.Load(3, x)
			t.Fatal("over")
		}},
		{name: "fatal in a goroutine leaves the join", want: "deadlock failure", blocked: some, run: func(t *rt.T) {
			wg := rt.New(new(sync.WaitGroup))
			rt.WaitGroupAdd(1, wg, 1)
			rt.Go(2, func() {
				t.Fatal("over")
				rt.WaitGroupDone(3, wg)
			})
			rt.WaitGroupWait(4, wg)
		}},
		{name: "yield", complete: some, run: func(t *rt.T) {
			together(2, func(int) { rt.Gosched(3) })
		}},
		{name: "number of goroutines", complete: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() { rt.Recv(2, ch) })
			if rt.NumGoroutine(3) != 2 {
				t.Error("not two")
			}
			rt.Send(4, ch, 1)
		}},
		{name: "tree", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			together(2, func(i int) { together(i+1, func(int) { rt.AddOnly(3, x, 1) }) })
			if rt.Load(4, x) != 3 {
				t.Error(x.Load())
			}
		}},
		{name: "start orders", complete: some, run: func(t *rt.T) {
			n := new(int)
			write(1, n, 1)
			rt.Go(2, func() { read(3, n) })
		}},
		{name: "end does not order", want: "race", complete: some, run: func(t *rt.T) {
			n, x := new(int), rt.New(new(atomic.Int32))
			rt.Go(1, func() { write(2, n, 1) })
			rt.Load(3, x)
			read(4, n)
		}},
		{name: "called back by other packages", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			together(2, func(int) {
				if s := fmt.Sprint(locked{mu}); s != "locked" {
					t.Error(s)
				}
				a := []int{3, 1, 2}
				sort.Slice(a, func(i, j int) bool {
					rt.Lock(5, mu)
					defer rt.Unlock(6, mu)
					return a[i] < a[j]
				})
			})
		}},
		{name: "called back by package io and sync.Map", complete: some, run: func(t *rt.T) {
			mu, m := rt.New(new(sync.Mutex)), new(sync.Map)
			m.Store("k", 1)
			together(2, func(int) {
				if b, err := io.ReadAll(&lockedReader{mu: mu}); len(b) != 1 || err != nil {
					t.Error(b, err)
				}
				rt.MapRange(7, m, func(k, v any) bool {
					rt.Lock(8, mu)
					defer rt.Unlock(9, mu)
					return true
				})
			})
		}},
		{name: "choices", complete: 6, run: func(t *rt.T) {
			if a, b := rt.RandomV2(1).IntN(2), rt.RandomV2(2).IntN(3); a < 0 || a > 1 || b < 0 || b > 2 {
				t.Error(a, b)
			}
		}},
		{name: "a range of numbers is sampled", complete: 5 * 5, run: func(t *rt.T) {
			if a, b := rt.RandomV2(1).IntN(1000), rt.RandomV2(1).IntN(1000); a < 0 || a >= 1000 || a == b && a > 1 && a < 999 {
				t.Error(a, b)
			}
		}},
		{name: "goroutines that the test starts stray once each", complete: 3 * (1 + 2*4) * (1 + 2*4), run: func(t *rt.T) {
			together(2, func(int) {
				if a, b := rt.RandomV2(1).IntN(1000), rt.RandomV2(1).IntN(1000); a < 2 && b < 2 {
					t.Error(a, b)
				}
			})
		}},
		{name: "a loop stops choosing", complete: 5 * 5 * 5 * 5, run: func(t *rt.T) {
			seen := map[uint64]bool{}
			for range 1000 {
				seen[rt.RandomV2(1).Uint64N(1<<31-1)] = true
			}
			if len(seen) < 990 {
				t.Error(len(seen), "numbers")
			}
		}},
	})
}

// locked has a String method that takes a lock.
type locked struct{ mu *sync.Mutex }

func (l locked) String() string {
	rt.Lock(3, l.mu)
	defer rt.Unlock(4, l.mu)
	return "locked"
}

// lockedReader has a Read method that takes a lock.
type lockedReader struct {
	mu   *sync.Mutex
	done bool
}

func (l *lockedReader) Read(p []byte) (int, error) {
	rt.Lock(3, l.mu)
	defer rt.Unlock(4, l.mu)
	if l.done {
		return 0, io.EOF
	}
	l.done = true
	return copy(p, "x"), nil
}

func TestContainers(t *testing.T) {
	check(t, []program{
		{name: "sync.Map", complete: some, run: func(t *rt.T) {
			m := rt.New(new(sync.Map))
			together(2, func(i int) {
				if _, loaded := rt.MapLoadOrStore(3, m, "k", i); !loaded {
					rt.MapStore(4, m, i, i)
				}
			})
			n := 0
			rt.MapRange(5, m, func(k, v any) bool { n++; return true })
			if _, ok := rt.MapLoadAndDelete(6, m, "k"); n != 2 || !ok {
				t.Error(n)
			}
			rt.MapClear(7, m)
			if _, ok := rt.MapLoad(8, m, 0); ok || rt.MapCompareAndSwap(9, m, 0, 0, 1) {
				t.Error("not empty")
			}
		}},
		{name: "check then act on a sync.Map", want: "failure", complete: some, run: func(t *rt.T) {
			m, n := rt.New(new(sync.Map)), rt.New(new(atomic.Int32))
			together(2, func(i int) {
				if _, ok := rt.MapLoad(3, m, "k"); !ok {
					rt.MapStore(4, m, "k", i)
					rt.AddOnly(5, n, 1)
				}
			})
			if rt.Load(6, n) != 1 {
				t.Error("twice")
			}
		}},
		{name: "sync.Pool", complete: some, run: func(t *rt.T) {
			p := rt.New(&sync.Pool{New: func() any { return new(int) }})
			together(2, func(int) {
				x := rt.PoolGet(3, p).(*int)
				write(4, x, read(5, x)+1)
				rt.PoolPut(6, p, x)
			})
		}},
		{name: "use after put", want: "race", complete: some, run: func(t *rt.T) {
			p := rt.New(&sync.Pool{New: func() any { return new(int) }})
			together(2, func(int) {
				x := rt.PoolGet(3, p).(*int)
				rt.PoolPut(4, p, x)
				write(5, x, 1)
			})
		}},
		{name: "map", want: "race", complete: some, run: func(t *rt.T) {
			m := map[int]int{}
			together(2, func(i int) { rt.MapWrite(3, m)[i] = 1 })
		}},
		{name: "reading a map", complete: some, run: func(t *rt.T) {
			m := map[int]int{1: 2}
			together(2, func(i int) { _ = rt.MapRead(3, m)[i] })
		}},
		{name: "order of a map that cannot be seen", complete: 1, run: func(t *rt.T) {
			m := map[[2]string]int{{"b", "a"}: 2, {"a", "z"}: 1, {"c", ""}: 3}
			if got := values(rt.IterMapUnseen(1, m)); !slices.Equal(got, []int{1, 2, 3}) {
				t.Error(got)
			}
			a, b := rt.New(new(int)), rt.New(new(int))
			if got := values(rt.IterMapUnseen(2, map[*int]int{b: 2, a: 1})); !slices.Equal(got, []int{1, 2}) {
				t.Error(got, "no order of allocation")
			}
			failures := map[error]int{} // which package errors allocates
			for _, k := range []int{3, 1, 4, 2} {
				failures[fmt.Errorf("%d", k)] = k
			}
			if got := values(rt.IterMapUnseen(4, failures)); !slices.Equal(got, []int{1, 2, 3, 4}) {
				t.Error(got, "no order of what pointers point to")
			}
		}},
		{name: "all orders of four keys", complete: 24, run: func(t *rt.T) {
			if got := values(rt.IterMap(1, map[int]int{1: 1, 2: 2, 3: 3, 4: 4})); len(got) != 4 {
				t.Error(got)
			}
		}},
		{name: "some orders of five keys", complete: 4, run: func(t *rt.T) {
			if got := values(rt.IterMap(1, map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5})); len(got) != 5 {
				t.Error(got)
			}
		}},
		{name: "a loop over a map that is left", complete: 3, run: func(t *rt.T) {
			it := rt.IterMap(1, map[int]int{1: 1, 2: 2, 3: 3})
			it.Next()
		}},
		{name: "keys are deleted before their turn", complete: 3, run: func(t *rt.T) {
			m := map[int]int{1: 1, 2: 2, 3: 3}
			n := 0
			for it := rt.IterMap(3, m); it.Next(); n++ {
				clear(m)
			}
			if n != 1 {
				t.Error("deleted key visited")
			}
		}},
	})
}

// values are those that a loop visits.
func values[M ~map[K]V, K comparable, V any](it *rt.MapIter[M, K, V]) (out []V) {
	for it.Next() {
		out = append(out, it.Value())
	}
	return out
}

// An abandoned goroutine is unwound through whatever recovers, and its operations do nothing meanwhile.
func TestUnwind(t *testing.T) {
	deferred := 0
	before := runtime.NumGoroutine()
	for range 3 {
		r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
			mu, ch := new(sync.Mutex), make(chan int)
			rt.Go(1, func() {
				defer func() {
					recover()
					deferred++
					rt.Lock(2, mu)
					for range rt.RangeChan(3, ch) {
					}
					rt.Go(4, func() { panic("started by the dead") })
					panic("ignored")
				}()
				_ = fmt.Sprint(blocker{ch}) // package fmt recovers panics of String
				t.Error("goes on")
			})
			rt.Lock(5, mu)
		})
		if kinds(r) != "leak" {
			t.Fatal(describe(r))
		}
	}
	if deferred == 0 {
		t.Error("deferred functions were not run")
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

type blocker struct{ ch chan int }

func (b blocker) String() string { rt.Recv(6, b.ch); return "" }

// A loop in a deferred function that waits for others ends when the goroutine is abandoned.
func TestUnwindLoop(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
		ch, x := make(chan int), new(atomic.Int32)
		defer func() {
			for rt.Load(1, x) == 0 {
			}
		}()
		rt.Recv(2, ch)
	})
	if kinds(r) != "deadlock" {
		t.Fatal(describe(r))
	}
}

// Calls by goroutines that were started by code that is not instrumented are reported, and do no harm.
func TestForeign(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
		mu, n := new(sync.Mutex), 0
		done := make(chan bool)
		go func() {
			rt.Lock(1, mu)
			n++
			rt.Unlock(2, mu)
			close(done)
		}()
		<-done
		rt.Lock(3, mu)
		rt.Unlock(4, mu)
		if n != 1 {
			t.Error(n)
		}
	})
	if len(r.OutOfControl) != 1 || !strings.Contains(r.OutOfControl[0], "TestForeign") {
		t.Errorf("out of control: %q", r.OutOfControl)
	}
	if len(r.Bugs) != 0 {
		t.Error(describe(r))
	}
}

// Outside an exploration everything is as it is.
func TestNative(t *testing.T) {
	mu, n := new(sync.Mutex), 0
	a, b := make(chan int), make(chan int, 1)
	together(2, func(int) {
		rt.Lock(1, mu)
		n++
		rt.Unlock(2, mu)
	})
	rt.Go(3, func() { rt.Send(4, a, 1) })
	c0, c1 := rt.OnRecv(a), rt.OnRecv(b)
	if rt.Select(5, false, c0, c1) != 0 || c0.V != 1 || rt.Select(6, true, c0, c1) != -1 || n != 2 {
		t.Error(c0.V, n)
	}
	if rt.Select(7, false, rt.OnSend(b).With(4), c0) != 0 || rt.Recv(8, b) != 4 {
		t.Error("send")
	}
}

// The same decisions lead to the same bug every time.
func TestReplay(t *testing.T) {
	buggy := func(t *rt.T) {
		x := rt.New(new(atomic.Int32))
		together(3, func(int) { rt.Store(4, x, rt.Load(3, x)+1) })
		if rt.Load(5, x) == 1 {
			t.Error("lost")
		}
	}
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), StopAtBug: true}, buggy)
	if len(r.Bugs) != 1 || !r.Bugs[0].Confirmed {
		t.Fatal(describe(r))
	}
	for i := range 100 {
		replay := rt.NewReplay(r.Bugs[0].Decisions, r.Bugs[0].Events)
		if again := rt.Explore(rt.Config{Strategy: replay}, buggy); kinds(again) != "failure" || again.Err != nil {
			t.Fatal(i, again.Err, describe(again))
		}
	}
}

// A test that is not deterministic is said to be so, with the place.
func TestNondeterminism(t *testing.T) {
	runs := 0
	r := rt.Explore(rt.Config{Strategy: strategy.NewChecked(strategy.NewDFS())}, func(t *rt.T) {
		runs++
		x := rt.New(new(atomic.Int32))
		together(2, func(int) {
			if runs%2 == 0 {
				rt.Store(3, x, 1)
			}
			rt.Load(4, x)
		})
	})
	if r.Err == nil || !strings.Contains(r.Err.Error(), "site 3") {
		t.Errorf("error %v, want one that names the store", r.Err)
	}
	if r.Exhausted {
		t.Error("claims to be complete")
	}
}

// Names of goroutines and objects are the same in every execution.
func TestIdentity(t *testing.T) {
	names := map[rt.Site]string{}
	r := rt.Explore(rt.Config{Strategy: &observer{Strategy: strategy.NewDFS(), see: func(e rt.Event) {
		name := fmt.Sprint(e.G, e.Obj)
		if old, ok := names[e.Site]; ok && old != name {
			t.Errorf("site %d: goroutine and object %s, then %s", e.Site, old, name)
		}
		names[e.Site] = name
	}}}, func(t *rt.T) {
		var a struct{ x, y atomic.Int32 }
		rt.Var(unsafe.Pointer(&a), unsafe.Sizeof(a))
		for i := range 2 {
			rt.Go(1, func() {
				rt.Load(rt.Site(10+i), &a.x)
				rt.Go(1, func() { rt.Load(rt.Site(20+i), &a.y) })
			})
		}
	})
	if len(names) != 4 || names[20] == names[21] {
		t.Error(names, r.Executions)
	}
}

// An observer sees the events of every execution.
type observer struct {
	rt.Strategy
	see func(rt.Event)
}

func (o *observer) Done(x *rt.Execution) bool {
	for _, e := range x.Events {
		o.see(e)
	}
	return o.Strategy.Done(x)
}

// A million executions leave nothing behind.
func TestNoGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	work := func(n int) {
		rt.Explore(rt.Config{Strategy: strategy.NewRandom(1), MaxExecutions: n}, func(t *rt.T) {
			mu, ch, n := rt.New(new(sync.Mutex)), rt.Make(make(chan int)), new(int)
			for range 2 {
				rt.Go(1, func() {
					rt.Lock(2, mu)
					write(3, n, read(4, n)+1)
					rt.Unlock(5, mu)
				})
			}
			rt.Go(6, func() { rt.Send(7, ch, 1) })
			rt.Recv(8, ch)
		})
	}
	work(10000)
	goroutines, memory := usage()
	work(100000)
	g, m := usage()
	if g > goroutines || m > memory+1<<20 {
		t.Errorf("%d goroutines and %d bytes before, %d and %d after", goroutines, memory, g, m)
	}
}

func usage() (goroutines int, memory uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}

// A goroutine of code that is not instrumented which outlives the test may call anything later: nothing is complete then.
// It is found even where another one has ended meanwhile, so that there are no more than before.
func TestOutlives(t *testing.T) {
	for name, ends := range map[string]bool{"more than before": false, "as many as before": true} {
		t.Run(name, func(t *testing.T) {
			release, before, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
			defer close(release)
			go func() {
				defer close(gone)
				<-before
			}()
			started := false
			r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(*rt.T) {
				if started {
					return
				}
				started = true
				go func() { <-release }()
				if ends {
					close(before)
					<-gone
				}
			})
			if len(r.OutOfControl) != 1 || !strings.Contains(r.OutOfControl[0], "started by github.com/calvin-go/calvin/explore/rt_test.TestOutlives") {
				t.Fatalf("out of control: %q", r.OutOfControl)
			}
			if !ends {
				close(before)
			}
		})
	}
}

// What the tool and the test framework start meanwhile is not the program's.
func TestOthersOfOurs(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	begin := make(chan struct{})
	started := make(chan struct{})
	go func() {
		<-begin
		go func() { // as a worker does, beside the exploration
			go func() { <-release }()
			close(started)
			<-release
		}()
		<-release
	}()
	first := true
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(*rt.T) {
		if first {
			first = false
			close(begin)
			<-started
		}
	})
	if len(r.OutOfControl) != 0 {
		t.Fatalf("out of control: %q", r.OutOfControl)
	}
}
