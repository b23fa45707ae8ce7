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
		{name: "waiting for goroutines to end", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for range 2 {
				rt.Go(1, func() { rt.AddOnly(2, x, 1) })
			}
			for rt.NumGoroutine(3) > 1 {
				rt.Spin(4)
			}
			if x.Load() != 2 {
				t.Error("they go on")
			}
		}},
		{name: "await", complete: 4, run: func(t *rt.T) { // two stores in either order, the load after the first or both
			x := rt.New(new(atomic.Int32))
			rt.Go(1, func() { rt.Store(2, x, 1) })
			rt.Go(1, func() { rt.Store(2, x, 2) })
			rt.Await(func() bool { return x.Load() != 0 })
			rt.Load(3, x)
		}},
		{name: "a loop that writes ends at the step bound", want: "livelock", says: "no end", run: func(t *rt.T) {
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

func TestRaces(t *testing.T) {
	check(t, []program{
		{name: "write and write", want: "race", says: "write by goroutine", complete: some, run: func(t *rt.T) {
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
