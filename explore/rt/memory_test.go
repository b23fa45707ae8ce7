package rt_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

func TestSpin(t *testing.T) {
	check(t, []program{
		{name: "spin loop is an await", complete: some, run: func(t *rt.T) {
			x, n := rt.New(new(atomic.Int32)), new(int)
			rt.Go(1, func() {
				write(2, n, 1)
				rt.Store(3, x, 1)
			})
			for rt.Load(4, x) == 0 {
				rt.Spin(5)
				rt.Gosched(6)
			}
			read(7, n)
		}},
		{name: "spinning for what nobody writes", want: "livelock", says: "loop", blocked: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for rt.Load(1, x) == 0 {
				rt.Spin(2)
			}
		}},
		{name: "plain flag", want: "race", complete: some, run: func(t *rt.T) {
			flag, x := new(int), rt.New(new(atomic.Int32))
			rt.Go(1, func() {
				rt.Load(2, x)
				write(3, flag, 1)
			})
			for read(4, flag) == 0 {
				rt.Spin(5)
			}
		}},
		{name: "compare and swap", complete: some, run: func(t *rt.T) {
			l, n := &spinLock{rt.New(new(atomic.Int32))}, new(int)
			together(2, func(int) {
				l.Lock()
				write(4, n, read(5, n)+1)
				l.Unlock()
			})
		}},
		{name: "trylock loop", complete: some, run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			together(2, func(int) {
				for {
					rt.Spin(3)
					if rt.TryLock(4, mu) {
						break
					}
				}
				rt.Unlock(5, mu)
			})
		}},
		{name: "polling a channel", complete: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, ch, 1) })
			for {
				rt.Spin(3)
				if rt.Select(4, true, rt.OnRecv(ch)) == 0 {
					break
				}
			}
		}},
		{name: "await", complete: 4, run: func(t *rt.T) { // two stores in either order, the load after the first or both
			x := rt.New(new(atomic.Int32))
			rt.Go(1, func() { rt.Store(2, x, 1) })
			rt.Go(1, func() { rt.Store(2, x, 2) })
			rt.Await(func() bool { return x.Load() != 0 })
			rt.Load(3, x)
		}},
		{name: "each time the loop is entered is another", complete: 1, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for range 3 {
				rt.Loop(1)
				for {
					rt.Spin(1)
					if rt.Load(2, x) == 0 {
						break
					}
				}
			}
		}},
		{name: "the loop is left behind after the test", want: "leak", says: "loop", blocked: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			rt.Go(1, func() {
				for rt.Load(2, x) == 0 {
					rt.Spin(3)
				}
			})
		}},
		{name: "receiving in turn", complete: some, run: func(t *rt.T) {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() {
				rt.Send(2, a, 1)
				rt.Send(3, a, 1)
				rt.Send(4, b, 1)
			})
			for {
				rt.Spin(5)
				if rt.Select(6, false, rt.OnRecv(a), rt.OnRecv(b)) == 1 {
					break
				}
			}
		}},
		{name: "a loop that counts ends at the step bound", run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for {
				rt.Spin(2)
				if rt.Add(1, x, 1) < 0 {
					break
				}
			}
		}},
	})
}

// What the loops of pollers do under their lock, which leads to nothing, is seen once.
func TestPolling(t *testing.T) {
	type flag struct {
		mu sync.Mutex
		rw sync.RWMutex
		on bool
		x  atomic.Int32
	}
	set := func(f *flag) {
		rt.Lock(1, &f.mu)
		*rt.W(2, &f.on) = true
		rt.Unlock(3, &f.mu)
	}
	isSet := func(f *flag) bool {
		rt.Lock(4, &f.mu)
		defer rt.Unlock(5, &f.mu)
		return *rt.R(6, &f.on)
	}
	poll := func(f *flag) {
		rt.Loop(7)
		for !isSet(f) {
			rt.Spin(7)
			rt.Gosched(8)
		}
	}
	tryPoll := func(f *flag) {
		rt.Loop(9)
		for {
			rt.Spin(9)
			if !rt.TryLock(10, &f.mu) {
				continue
			}
			on := *rt.R(11, &f.on)
			rt.Unlock(12, &f.mu)
			if on {
				break
			}
		}
	}
	check(t, []program{
		{name: "a goroutine polls under a lock", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			set(f)
		}},
		{name: "two goroutines do", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			rt.Go(20, func() { poll(f) })
			set(f)
		}},
		{name: "two try to", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { tryPoll(f) })
			rt.Go(20, func() { tryPoll(f) })
			set(f)
		}},
		{name: "under a read lock", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			for range 2 {
				rt.Go(20, func() {
					for on := false; !on; {
						rt.Spin(21)
						rt.RLock(22, &f.rw)
						on = *rt.R(23, &f.on)
						rt.RUnlock(24, &f.rw)
					}
				})
			}
			rt.RWLock(25, &f.rw)
			*rt.W(26, &f.on) = true
			rt.RWUnlock(27, &f.rw)
		}},
		{name: "with a channel to end", complete: some, run: func(t *rt.T) {
			f, quit := rt.New(new(flag)), rt.Make(make(chan int))
			rt.Go(20, func() {
				for {
					rt.Spin(21)
					if rt.Select(22, true, rt.OnRecv(quit)) == 0 {
						return
					}
					isSet(f)
				}
			})
			set(f)
			rt.Close(23, quit)
		}},
		{name: "while another sleeps", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() {
				rt.Sleep(21, 1)
				set(f)
			})
			poll(f)
		}},
		{name: "a lock by test and set", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			together(3, func(int) {
				rt.Loop(21)
				for rt.Swap(22, &f.x, 1) == 1 {
					rt.Spin(21)
				}
				*rt.W(23, &f.on) = true
				rt.Store(24, &f.x, 0)
			})
		}},
		{name: "what fails beside a poller, in each of two tries", want: "failure", says: "two", complete: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			failed := 0
			for range 2 {
				if rt.TryLock(21, &f.mu) {
					rt.Unlock(22, &f.mu)
				} else {
					failed++
				}
				rt.Store(23, &f.x, 1)
			}
			if failed == 2 {
				t.Error("two")
			}
			set(f)
		}},
		{name: "for what nobody sets", want: "livelock", says: "for ever", blocked: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			poll(f)
		}},
		{name: "for what nobody sets, after the test", want: "leak", says: "for ever", blocked: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			rt.Lock(21, &f.mu)
			rt.Unlock(22, &f.mu)
		}},
		{name: "beside a test that is stuck", want: "livelock", blocked: some, run: func(t *rt.T) {
			f := rt.New(new(flag))
			rt.Go(20, func() { poll(f) })
			rt.Recv(21, rt.Make(make(chan int)))
		}},
	})
}

// Loops that change something each time, and so may have an end of their own, make way after a while; what could happen
// otherwise is not explored.
func TestPatience(t *testing.T) {
	spins := func(t *rt.T) {
		x := rt.New(new(atomic.Int32))
		rt.Go(1, func() { rt.Store(2, x, 1) })
		for tries := 0; rt.Load(3, x) == 0; tries++ {
			rt.Gosched(4)
		}
	}
	for name, s := range map[string]rt.Strategy{"dfs": strategy.NewDFS(), "dpor": strategy.NewDPOR(), "icb": strategy.NewICB(1, nil)} {
		r := rt.Explore(rt.Config{Strategy: s}, spins)
		if !r.Exhausted || r.Outcomes[rt.Truncated] == 0 || len(r.Bugs) > 0 || r.Events > 1000*r.Executions {
			t.Errorf("%s: exhausted %t, %d truncated of %d, %d events\n%s", name, r.Exhausted, r.Outcomes[rt.Truncated], r.Executions, r.Events, describe(r))
		}
	}
}

// Strategies find that two goroutines may make way for each other for ever, and that spin locks do not.
func TestLivelockFound(t *testing.T) {
	give := func(a, b *sync.Mutex) {
		rt.Loop(3)
		for {
			rt.Spin(3)
			rt.Lock(4, a)
			if rt.TryLock(5, b) {
				break
			}
			rt.Unlock(6, a)
			rt.Gosched(7)
		}
		rt.Unlock(8, b)
		rt.Unlock(9, a)
	}
	programs := map[string]func(*rt.T){
		"livelock": func(t *rt.T) {
			a, b := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))
			rt.Go(1, func() { give(a, b) })
			give(b, a)
		},
		"": func(t *rt.T) {
			a, b := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))
			rt.Go(1, func() { give(a, b) })
			give(a, b)
		},
	}
	for want, p := range programs {
		for name, s := range map[string]rt.Strategy{
			"dfs": strategy.NewDFS(), "dpor": strategy.NewDPOR(), "icb": strategy.NewICB(2, nil), "bpor": strategy.NewBPOR(2),
		} {
			r := rt.Explore(rt.Config{Strategy: s, StopAtBug: true, MaxExecutions: 10000}, p)
			if kinds(r) != want || want == "" && (!r.Exhausted || r.Outcomes[rt.Truncated] > 0) {
				t.Errorf("%s: bugs %q, want %q; exhausted %t, %d truncated of %d", name, kinds(r), want, r.Exhausted, r.Outcomes[rt.Truncated], r.Executions)
			}
		}
	}
}

// Past the step bound an execution is truncated, whether it would end or not, unless it is shown that it does not.
func TestLivelock(t *testing.T) {
	tryBoth := func(a, b *sync.Mutex) {
		for {
			rt.Spin(3)
			rt.Lock(4, a)
			rt.Gosched(5)
			if rt.TryLock(6, b) {
				break
			}
			rt.Unlock(7, a)
		}
		rt.Unlock(8, b)
		rt.Unlock(9, a)
	}
	tests := []struct {
		name string
		run  func(t *rt.T)
		want string
		site rt.Site
	}{
		{name: "finite, but long", run: func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			for range 30000 {
				rt.Lock(1, mu)
				rt.Unlock(2, mu)
			}
		}},
		{name: "finite, and the same for a long time", run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for range 30000 {
				rt.Loop(1)
				for {
					rt.Spin(1)
					if rt.Swap(2, x, 0) == 0 {
						break
					}
				}
			}
		}},
		{name: "memory changes", run: func(t *rt.T) {
			n, x := new(int), rt.New(new(atomic.Int32))
			for {
				rt.Spin(1)
				rt.Store(2, x, 0)
				if write(3, n, read(4, n)+1); read(5, n) == 40000 {
					break
				}
			}
		}},
		{name: "an element of a channel changes", run: func(t *rt.T) {
			c := rt.Make(make(chan int, 1))
			rt.Send(1, c, 0)
			for {
				rt.Spin(2)
				v := rt.Recv(3, c)
				rt.Send(4, c, v+1)
				if v == 40000 {
					break
				}
			}
		}},
		{name: "the same again and again", want: "livelock", site: 1, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for {
				rt.Spin(1)
				if rt.Swap(2, x, 0) != 0 {
					break
				}
			}
		}},
		{name: "two that make way for each other", want: "livelock", site: 3, run: func(t *rt.T) {
			a, b := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))
			done := rt.Make(make(chan int))
			rt.Go(1, func() {
				tryBoth(a, b)
				rt.Send(2, done, 1)
			})
			rt.Go(1, func() {
				tryBoth(b, a)
				rt.Send(2, done, 1)
			})
			rt.Recv(10, done)
			rt.Recv(10, done)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := rt.Explore(rt.Config{Strategy: turns{}, MaxSteps: 500}, test.run)
			if truncated := r.Outcomes[rt.Truncated] == 1; truncated != (test.want == "") {
				t.Errorf("truncated: %t", truncated)
			}
			if got := kinds(r); got != test.want {
				t.Fatalf("bugs %q, want %q\n%s", got, test.want, describe(r))
			}
			if test.want != "" && r.Bugs[0].Site != test.site {
				t.Errorf("the loop is %v, want %v", r.Bugs[0].Site, test.site)
			}
		})
	}
}

// turns is a strategy that runs one execution in which each goroutine goes in its turn.
type turns struct{}

func (turns) Next(s *rt.State) int {
	if s.Choices > 0 {
		return 0
	}
	for i, g := range s.Enabled {
		if g > s.Running {
			return i
		}
	}
	return 0
}

func (turns) Done(*rt.Execution) bool { return false }

func TestRaces(t *testing.T) {
	check(t, []program{
		{name: "write and write", want: "race", says: "this memory is written here by goroutine 3 while goroutine 2 may write it, too", complete: some, run: func(t *rt.T) {
			n := new(int)
			together(2, func(int) { write(3, n, 1) })
		}},
		{name: "reads only", complete: some, run: func(t *rt.T) {
			n := new(int)
			together(3, func(int) { read(3, n) })
		}},
		{name: "write after concurrent reads", want: "race", complete: some, run: func(t *rt.T) {
			n, x := new(int), rt.New(new(atomic.Int32))
			for range 2 {
				rt.Go(1, func() {
					read(2, n)
					rt.AddOnly(3, x, 1)
				})
			}
			if rt.Load(4, x) == 1 {
				write(5, n, 1)
			}
		}},
		{name: "different fields", complete: some, run: func(t *rt.T) {
			p := new(struct{ a, b byte })
			together(2, func(i int) {
				if i == 0 {
					*rt.W(3, &p.a) = 1
				} else {
					*rt.W(4, &p.b) = 1
				}
			})
		}},
		{name: "struct and field", want: "race", complete: some, run: func(t *rt.T) {
			p := new(struct {
				a, b byte
				c    int64
			})
			together(2, func(i int) {
				if i == 0 {
					rt.Read(3, unsafe.Pointer(p), unsafe.Sizeof(*p))
				} else {
					*rt.W(4, &p.b) = 1
				}
			})
		}},
		{name: "field apart from what is copied", complete: some, run: func(t *rt.T) {
			p := new([3]int64)
			together(2, func(i int) {
				if i == 0 {
					rt.Read(3, unsafe.Pointer(p), 16)
				} else {
					*rt.W(4, &p[2]) = 1
				}
			})
		}},
	})
}

// What a data race leads to shows when the racy accesses are scheduling points.
func TestVisible(t *testing.T) {
	lost := func(t *rt.T) {
		n := new(int)
		together(2, func(int) { write(4, n, read(3, n)+1) })
		if read(5, n) != 2 {
			t.Error("lost update")
		}
	}
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, lost)
	if got := kinds(r); got != "race" {
		t.Fatalf("bugs %q, want the race", got)
	}
	r = rt.Explore(rt.Config{Strategy: strategy.NewDFS(), Visible: r.Racy}, lost)
	if got := kinds(r); got != "failure race" {
		t.Errorf("bugs %q, want the failure, too", got)
	}
	r = rt.Explore(rt.Config{Strategy: strategy.NewDFS(), VisibleAll: true, NoRaces: true}, lost)
	if got := kinds(r); got != "failure" {
		t.Errorf("bugs %q, want the failure", got)
	}
}
