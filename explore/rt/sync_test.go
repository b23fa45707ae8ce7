package rt_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// together runs f in n goroutines and waits for them.
func together(n int, f func(i int)) {
	wg := rt.New(new(sync.WaitGroup))
	for i := range n {
		rt.WaitGroupGo(1, wg, func() { f(i) })
	}
	rt.WaitGroupWait(2, wg)
}

func write(site rt.Site, p *int, v int) { *rt.W(site, p) = v }
func read(site rt.Site, p *int) int     { return *rt.R(site, p) }

func TestMutex(t *testing.T) {
	check(t, []program{
		{name: "counter", complete: some, run: func(t *rt.T) {
			mu, n := rt.New(new(sync.Mutex)), new(int)
			together(2, func(int) {
				rt.Lock(3, mu)
				write(5, n, read(4, n)+1)
				rt.Unlock(6, mu)
			})
			if read(7, n) != 2 {
				t.Error("lost update")
			}
		}},
		{name: "lock order", want: "deadlock", says: "cycle: goroutines 2, 3", complete: some, blocked: some, run: func(t *rt.T) {
			a, b := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))
			swap := func(a, b *sync.Mutex) {
				rt.Lock(3, a)
				rt.Lock(4, b)
				rt.Unlock(5, b)
				rt.Unlock(6, a)
			}
			together(2, func(i int) {
				if i == 0 {
					swap(a, b)
				} else {
					swap(b, a)
				}
			})
		}},
		{name: "self-lock", want: "deadlock", says: "self-lock", blocked: 1, run: func(t *rt.T) {
			mu := new(sync.Mutex)
			rt.Lock(3, mu)
			rt.Lock(4, mu)
		}},
		{name: "unlock of unlocked", want: "panic", says: "unlock of unlocked mutex", run: func(t *rt.T) {
			defer func() { recover() }() // does not help
			rt.Unlock(3, new(sync.Mutex))
		}},
		{name: "unlocked by another goroutine", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			rt.Lock(3, mu)
			rt.Go(4, func() { rt.Unlock(5, mu) })
			rt.Lock(6, mu)
		}},
		{name: "forgotten unlock", want: "deadlock", says: "goroutine", blocked: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			together(2, func(int) { rt.Lock(3, mu) })
		}},
		{name: "deferred unlock and panic", want: "panic", says: "oops", run: func(t *rt.T) {
			mu := new(sync.Mutex)
			rt.Lock(3, mu)
			defer rt.Unlock(4, mu)
			panic("oops")
		}},
		{name: "recovered panic unlocks", complete: 1, run: func(t *rt.T) {
			mu := new(sync.Mutex)
			func() {
				defer func() { recover() }()
				rt.Lock(3, mu)
				defer rt.Unlock(4, mu)
				panic("oops")
			}()
			rt.Lock(5, mu)
		}},
		{name: "trylock", complete: some, run: func(t *rt.T) {
			mu, n := rt.New(new(sync.Mutex)), new(int)
			together(2, func(int) {
				if rt.TryLock(3, mu) {
					write(4, n, 1)
					rt.Unlock(5, mu)
				}
			})
		}},
		{name: "trylock can fail", want: "failure", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			rt.Go(1, func() {
				rt.Lock(2, mu)
				rt.Unlock(3, mu)
			})
			if !rt.TryLock(4, mu) {
				t.Fatal("locked")
			}
			rt.Unlock(5, mu)
		}},
		{name: "locked before", want: "deadlock", blocked: 1, run: func(t *rt.T) {
			mu := new(sync.Mutex)
			mu.Lock() // by code that is not instrumented
			rt.Lock(3, mu)
		}},
		{name: "method value and deferred call", complete: some, run: func(t *rt.T) {
			mu, n := rt.New(new(sync.Mutex)), new(int)
			together(2, func(int) {
				lock, unlock := func() { rt.Lock(3, mu) }, func() { rt.Unlock(4, mu) }
				lock()
				defer unlock()
				write(5, n, read(6, n)+1)
			})
		}},
	})
}

func TestRWMutex(t *testing.T) {
	check(t, []program{
		{name: "readers and a writer", complete: some, run: func(t *rt.T) {
			mu, n := rt.New(new(sync.RWMutex)), new(int)
			together(3, func(i int) {
				if i == 0 {
					rt.RWLock(3, mu)
					write(4, n, 1)
					rt.RWUnlock(5, mu)
					return
				}
				rt.RLock(6, mu)
				read(7, n)
				rt.RUnlock(8, mu)
			})
		}},
		{name: "writing under a read lock", want: "race", complete: some, run: func(t *rt.T) {
			mu, n := rt.New(new(sync.RWMutex)), new(int)
			together(2, func(int) {
				rt.RLock(3, mu)
				write(4, n, 1)
				rt.RUnlock(5, mu)
			})
		}},
		{name: "a waiting writer bars new readers", want: "deadlock", says: "cycle: goroutines 1, 2", complete: some, blocked: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.RWMutex))
			rt.Go(1, func() {
				rt.RWLock(2, mu)
				rt.RWUnlock(3, mu)
			})
			rt.RLock(4, mu)
			rt.RLock(5, mu)
			rt.RUnlock(6, mu)
			rt.RUnlock(7, mu)
		}},
		{name: "upgrade", want: "deadlock", says: "self-lock", blocked: 1, run: func(t *rt.T) {
			mu := new(sync.RWMutex)
			rt.RLock(3, mu)
			rt.RWLock(4, mu)
		}},
		{name: "unlock of unlocked", want: "panic", says: "Unlock of unlocked RWMutex", run: func(t *rt.T) {
			rt.RWUnlock(3, new(sync.RWMutex))
		}},
		{name: "runlock of unlocked", want: "panic", says: "RUnlock of unlocked RWMutex", run: func(t *rt.T) {
			rt.RUnlock(3, new(sync.RWMutex))
		}},
		{name: "runlock by another goroutine", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.RWMutex))
			rt.RLock(3, mu)
			rt.Go(4, func() { rt.RUnlock(5, mu) })
			rt.RWLock(6, mu)
		}},
		{name: "trylocks", complete: 1, run: func(t *rt.T) {
			mu := new(sync.RWMutex)
			if !rt.TryRLock(3, mu) || rt.RWTryLock(4, mu) || !rt.TryRLock(5, mu) {
				t.Error("readers share, a writer does not")
			}
			rt.RUnlock(6, mu)
			rt.RUnlock(7, mu)
			if !rt.RWTryLock(8, mu) || rt.TryRLock(9, mu) {
				t.Error("a writer excludes readers")
			}
		}},
	})
}

func TestWaitGroup(t *testing.T) {
	check(t, []program{
		{name: "join orders", complete: some, run: func(t *rt.T) {
			a := new([3]int)
			together(3, func(i int) { write(3, &a[i], 1) })
			if read(4, &a[0])+read(4, &a[1])+read(4, &a[2]) != 3 {
				t.Error("sum")
			}
		}},
		{name: "negative counter", want: "panic", says: "negative WaitGroup counter", run: func(t *rt.T) {
			wg := new(sync.WaitGroup)
			rt.WaitGroupAdd(3, wg, 1)
			rt.WaitGroupDone(4, wg)
			rt.WaitGroupDone(5, wg)
		}},
		{name: "missing done", want: "deadlock", says: "wait", blocked: 1, run: func(t *rt.T) {
			wg := new(sync.WaitGroup)
			rt.WaitGroupAdd(3, wg, 1)
			rt.WaitGroupWait(4, wg)
		}},
		{name: "add in the goroutine", want: "race", complete: some, run: func(t *rt.T) {
			wg, n := rt.New(new(sync.WaitGroup)), new(int)
			rt.Go(3, func() {
				rt.WaitGroupAdd(4, wg, 1)
				write(5, n, 1)
				rt.WaitGroupDone(6, wg)
			})
			rt.WaitGroupWait(7, wg)
			read(8, n)
		}},
		{name: "two waiters", complete: some, run: func(t *rt.T) {
			wg, n := rt.New(new(sync.WaitGroup)), new(int)
			rt.WaitGroupAdd(1, wg, 1)
			for range 2 {
				rt.Go(2, func() {
					rt.WaitGroupWait(3, wg)
					read(4, n)
				})
			}
			write(5, n, 1)
			rt.WaitGroupDone(6, wg)
		}},
	})
}

// TestFirstAdd has Adds that others may wait without, and some that they cannot. Which is which shows in every schedule.
func TestFirstAdd(t *testing.T) {
	type group = *sync.WaitGroup
	add := func(wg group) { rt.WaitGroupAdd(20, wg, 1) }
	done := func(wg group) { rt.WaitGroupDone(21, wg) }
	wait := func(wg group) { rt.WaitGroupWait(22, wg) }
	var crawl func(wg group, depth int)
	crawl = func(wg group, depth int) {
		for range depth {
			add(wg)
			rt.Go(23, func() { crawl(wg, depth-1) })
		}
		done(wg)
	}
	programs := []struct {
		name, want string
		run        func(wg group)
	}{
		{"crawler", "", func(wg group) { add(wg); rt.Go(1, func() { crawl(wg, 2) }); wait(wg) }},
		{"crawler and two that wait", "", func(wg group) {
			add(wg)
			rt.Go(1, func() { wait(wg) })
			rt.Go(2, func() { crawl(wg, 1) })
			wait(wg)
		}},
		{"Go in Go", "", func(wg group) {
			rt.WaitGroupGo(1, wg, func() { rt.WaitGroupGo(2, wg, func() { rt.WaitGroupGo(3, wg, func() {}) }) })
			wait(wg)
		}},
		{"counted by another that waits for it", "", func(wg group) {
			c := rt.New(new(sync.Mutex))
			add(wg)
			rt.Lock(1, c)
			rt.Go(2, func() { rt.Lock(3, c); done(wg) })
			rt.Go(4, func() { add(wg); rt.Unlock(5, c); done(wg) })
			wait(wg)
		}},
		{"used again", "", func(wg group) {
			for range 2 {
				add(wg)
				rt.Go(1, func() { crawl(wg, 1) })
				wait(wg)
			}
		}},
		{"two at a time, one counted", "", func(wg group) {
			rt.WaitGroupAdd(1, wg, 2)
			rt.Go(2, func() { done(wg) })
			rt.Go(3, func() { add(wg); done(wg); done(wg) })
			wait(wg)
		}},
		{"not counted", "race", func(wg group) {
			add(wg)
			rt.Go(1, func() { done(wg) })
			rt.Go(2, func() { add(wg); done(wg) })
			wait(wg)
		}},
		{"after its own Done", "race", func(wg group) { add(wg); rt.Go(1, func() { done(wg); add(wg); done(wg) }); wait(wg) }},
		{"started by one that is counted and does not count it", "race", func(wg group) {
			add(wg)
			rt.Go(1, func() { rt.Go(2, func() { add(wg); done(wg) }); done(wg) })
			wait(wg)
		}},
		{"not counted, beside a crawler", "race", func(wg group) {
			add(wg)
			rt.Go(1, func() { crawl(wg, 1) })
			rt.Go(2, func() { add(wg); done(wg) })
			wait(wg)
		}},
		{"two Dones for it", "race", func(wg group) {
			rt.WaitGroupAdd(1, wg, 2)
			rt.Go(2, func() { done(wg) })
			rt.Go(3, func() { done(wg); add(wg); done(wg) })
			wait(wg)
		}},
		{"used again, by one that is late", "race", func(wg group) {
			add(wg)
			rt.Go(1, func() { done(wg) })
			rt.Go(2, func() { wait(wg) })
			wait(wg)
			add(wg)
			done(wg)
		}},
	}
	for _, p := range programs {
		run := func(*rt.T) { p.run(rt.New(new(sync.WaitGroup))) }
		check(t, []program{{name: p.name, want: p.want, complete: some, run: run}})
		for seed := range uint64(20) {
			r := rt.Explore(rt.Config{Strategy: strategy.NewRandom(seed), MaxExecutions: 1, MaxSteps: 400}, run)
			if got := kinds(r); got != p.want {
				t.Errorf("%s, seed %d: bugs %q, want %q", p.name, seed, got, p.want)
			}
		}
	}
}

func TestOnce(t *testing.T) {
	check(t, []program{
		{name: "once", complete: some, run: func(t *rt.T) {
			o, n := rt.New(new(sync.Once)), new(int)
			together(3, func(int) {
				rt.OnceDo(3, o, func() { write(4, n, read(5, n)+1) })
				if read(6, n) != 1 {
					t.Error("not once, or not done")
				}
			})
		}},
		{name: "recursive", want: "deadlock", says: "self-lock", blocked: 1, run: func(t *rt.T) {
			o := new(sync.Once)
			rt.OnceDo(3, o, func() { rt.OnceDo(4, o, func() {}) })
		}},
		{name: "a panic is also a run", complete: 1, run: func(t *rt.T) {
			o, n := new(sync.Once), 0
			for range 2 {
				func() {
					defer func() { recover() }()
					rt.OnceDo(3, o, func() { n++; panic("oops") })
				}()
			}
			if n != 1 {
				t.Error(n)
			}
		}},
		{name: "value", complete: some, run: func(t *rt.T) {
			n := new(int)
			f := rt.OnceValue(3, func() int { write(4, n, 7); return read(5, n) })
			together(2, func(int) {
				if f() != 7 {
					t.Error("wrong value")
				}
			})
		}},
		{name: "func panics every time", complete: 1, run: func(t *rt.T) {
			f, n := rt.OnceFunc(3, func() { panic("oops") }), 0
			for range 2 {
				func() {
					defer func() {
						if recover() == "oops" {
							n++
						}
					}()
					f()
				}()
			}
			if n != 2 {
				t.Error(n)
			}
		}},
	})
}

func TestCond(t *testing.T) {
	wait := func(c *sync.Cond, ready *int) {
		rt.LockerLock(10, c.L)
		for read(11, ready) == 0 {
			rt.CondWait(12, c)
		}
		rt.LockerUnlock(13, c.L)
	}
	set := func(c *sync.Cond, ready *int) {
		rt.LockerLock(14, c.L)
		write(15, ready, 1)
		rt.LockerUnlock(16, c.L)
	}
	check(t, []program{
		{name: "signal", complete: some, run: func(t *rt.T) {
			c, ready := sync.NewCond(rt.New(new(sync.Mutex))), new(int)
			rt.Go(1, func() { wait(c, ready) })
			set(c, ready)
			rt.CondSignal(2, c)
		}},
		{name: "lost wake-up", want: "leak", says: "lost wake-up", complete: some, blocked: some, run: func(t *rt.T) {
			c := sync.NewCond(rt.New(new(sync.Mutex)))
			rt.Go(1, func() {
				rt.LockerLock(3, c.L)
				rt.CondWait(4, c)
				rt.LockerUnlock(5, c.L)
			})
			rt.CondSignal(2, c)
		}},
		{name: "signal for two", want: "leak", complete: some, blocked: some, run: func(t *rt.T) {
			c, ready := sync.NewCond(rt.New(new(sync.Mutex))), new(int)
			for range 2 {
				rt.Go(1, func() { wait(c, ready) })
			}
			set(c, ready)
			rt.CondSignal(2, c)
		}},
		{name: "broadcast for two", complete: some, run: func(t *rt.T) {
			c, ready := sync.NewCond(rt.New(new(sync.Mutex))), new(int)
			for range 2 {
				rt.Go(1, func() { wait(c, ready) })
			}
			set(c, ready)
			rt.CondBroadcast(2, c)
		}},
		{name: "any locker", complete: some, run: func(t *rt.T) {
			mu, ready := rt.New(new(sync.RWMutex)), new(int)
			c := sync.NewCond(mu.RLocker())
			rt.Go(1, func() { wait(c, ready) })
			rt.RWLock(2, mu)
			write(3, ready, 1)
			rt.RWUnlock(4, mu)
			rt.CondBroadcast(5, c)
		}},
		{name: "a locker of the user's", complete: some, run: func(t *rt.T) {
			c, ready := sync.NewCond(&spinLock{rt.New(new(atomic.Int32))}), new(int)
			rt.Go(1, func() { wait(c, ready) })
			set(c, ready)
			rt.CondBroadcast(2, c)
		}},
	})
}

// spinLock is a Locker of the user's own.
type spinLock struct{ held *atomic.Int32 }

func (l *spinLock) Lock() {
	for {
		rt.Spin(20)
		if rt.CompareAndSwap(21, l.held, 0, 1) {
			return
		}
	}
}
func (l *spinLock) Unlock() { rt.Store(22, l.held, 0) }

func TestAtomic(t *testing.T) {
	check(t, []program{
		{name: "add", complete: 6, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int64))
			for range 3 {
				rt.Go(1, func() { rt.Add(2, x, 1) })
			}
		}},
		{name: "lost update", want: "failure", says: "lost", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			together(2, func(int) { rt.Store(4, x, rt.Load(3, x)+1) })
			if rt.Load(5, x) != 2 {
				t.Error("lost")
			}
		}},
		{name: "compare and swap", complete: some, run: func(t *rt.T) {
			x, won := rt.New(new(atomic.Bool)), rt.New(new(atomic.Int32))
			together(3, func(int) {
				if rt.CompareAndSwap(3, x, false, true) {
					rt.AddOnly(4, won, 1)
				}
			})
			if rt.Load(5, won) != 1 {
				t.Error("one wins")
			}
		}},
		{name: "functions", complete: 1, run: func(t *rt.T) {
			var a int32
			var b uint64
			var p unsafe.Pointer
			rt.StoreInt(1, &a, 5)
			rt.AddInt(2, &a, -2)
			rt.AddOnlyInt(3, &b, 7)
			if rt.LoadInt(4, &a) != 3 || rt.SwapInt(5, &b, 9) != 7 || !rt.CompareAndSwapInt(6, &b, 9, 12) || rt.CompareAndSwapInt(7, &a, 9, 12) {
				t.Error(a, b)
			}
			if rt.AndInt(8, &b, 8) != 12 || rt.OrInt(9, &b, 1) != 8 || b != 9 {
				t.Error(b)
			}
			rt.StorePointer(10, &p, unsafe.Pointer(&a))
			if rt.LoadPointer(11, &p) != unsafe.Pointer(&a) || !rt.CompareAndSwapPointer(12, &p, unsafe.Pointer(&a), nil) || rt.SwapPointer(13, &p, nil) != nil {
				t.Error("pointer")
			}
		}},
		{name: "types", complete: 1, run: func(t *rt.T) {
			x, p, v := new(atomic.Uint32), new(atomic.Pointer[int]), new(atomic.Value)
			if rt.Swap(1, x, 6) != 0 || rt.And(2, x, 3) != 6 || rt.Or(3, x, 1) != 2 || rt.Add(4, x, 1) != 4 {
				t.Error(x.Load())
			}
			one := 1
			rt.Store(5, p, &one)
			if rt.Load(6, p) != &one || !rt.CompareAndSwap(7, p, &one, nil) {
				t.Error("pointer")
			}
			rt.ValueStore(8, v, "a")
			if rt.ValueLoad(9, v) != "a" || rt.ValueSwap(10, v, "b") != "a" || !rt.ValueCompareAndSwap(11, v, "b", "c") {
				t.Error("value")
			}
		}},
		{name: "publication by an atomic", complete: some, run: func(t *rt.T) {
			x, n := rt.New(new(atomic.Bool)), new(int)
			rt.Go(1, func() {
				write(2, n, 1)
				rt.Store(3, x, true)
			})
			if rt.Load(4, x) && read(5, n) != 1 {
				t.Error("not published")
			}
		}},
		{name: "reading before publication", want: "race", complete: some, run: func(t *rt.T) {
			x, n := rt.New(new(atomic.Bool)), new(int)
			rt.Go(1, func() {
				rt.Store(3, x, true)
				write(2, n, 1)
			})
			if rt.Load(4, x) {
				read(5, n)
			}
		}},
		{name: "store buffering", complete: some, run: func(t *rt.T) {
			x, y := rt.New(new(atomic.Int32)), rt.New(new(atomic.Int32))
			var a, b int32
			together(2, func(i int) {
				if i == 0 {
					rt.Store(1, x, 1)
					a = rt.Load(2, y)
				} else {
					rt.Store(3, y, 1)
					b = rt.Load(4, x)
				}
			})
			if a == 0 && b == 0 {
				t.Error("not sequentially consistent")
			}
		}},
	})
}
