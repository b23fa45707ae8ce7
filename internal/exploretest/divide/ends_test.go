package divide_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/internal/exploretest/random"
)

// A process replays a bug before it goes on, or gives up what is left. That has lost executions: what was given up was
// taken from the execution replayed. So here are the ways for goroutines, and executions, to end, each in a program that has
// other schedules, too.
func TestEnds(t *testing.T) {
	x := func() *atomic.Int64 { return rt.New(new(atomic.Int64)) }
	each := func(fs ...func()) {
		for k, f := range fs {
			rt.Go(rt.Site(100+k), f)
		}
	}
	for name, f := range map[string]func(t *rt.T){
		"misuse of locks": func(*rt.T) {
			(&random.Program{Goroutines: [][]random.Op{
				{{Do: "unlock", Obj: 1}},
				{{Do: "rwunlock"}, {Do: "lock", Obj: 1}, {Do: "unlock", Obj: 1}},
				{{Do: "rwlock"}, {Do: "rwunlock"}},
			}}).Run()
		},
		"readers too few": func(*rt.T) {
			mu, v := rt.New(new(sync.RWMutex)), x()
			each(func() { rt.RUnlock(1, mu); rt.Add(2, v, 1) },
				func() { rt.RLock(3, mu); rt.Add(4, v, 1); rt.RUnlock(5, mu) },
				func() { rt.Add(6, v, 1); rt.RUnlock(7, mu) })
		},
		"close, close and send": func(*rt.T) {
			ch, v := rt.Make(make(chan int, 2)), x()
			each(func() { rt.Add(1, v, 1); rt.Close(2, ch) },
				func() { rt.Add(3, v, 1); rt.Close(4, ch) },
				func() { rt.Send(5, ch, 1); rt.Add(6, v, 1) })
		},
		"close, and a send that waits": func(*rt.T) {
			ch, v := rt.Make(make(chan int)), x()
			each(func() { rt.Send(1, ch, 1); rt.Add(2, v, 1) },
				func() { rt.Add(3, v, 1); rt.Close(4, ch); rt.Add(5, v, 1) },
				func() { rt.Recv(6, ch); rt.Add(7, v, 1) })
		},
		"panic that depends": func(*rt.T) {
			v, w := x(), x()
			each(func() { rt.Store(1, v, 1); rt.Add(2, w, 1) },
				func() {
					if rt.Load(3, v) == 1 {
						panic("seen")
					}
					rt.Add(4, w, 1)
				},
				func() { rt.Add(5, w, 1); rt.Store(6, v, 2) })
		},
		"panic that is recovered": func(*rt.T) {
			ch, v := rt.Make(make(chan int, 1)), x()
			each(func() {
				defer func() {
					if recover() != nil {
						rt.Add(1, v, 1)
					}
				}()
				rt.Send(2, ch, 1)
			}, func() { rt.Close(3, ch); rt.Add(4, v, 1) }, func() { rt.Add(5, v, 1); rt.Recv(6, ch) })
		},
		"exit in the middle": func(*rt.T) {
			mu, v := rt.New(new(sync.Mutex)), x()
			for k := range 3 {
				rt.Go(rt.Site(1+k), func() {
					rt.Lock(5, mu)
					defer rt.Unlock(6, mu)
					if rt.Add(7, v, 1) == int64(k) {
						rt.Goexit(8)
					}
					rt.Add(9, v, 1)
				})
			}
		},
		"fatal": func(t *rt.T) {
			v := x()
			each(func() { rt.Store(1, v, 1); rt.Store(2, v, 2) }, func() { rt.Store(3, v, 3) })
			if rt.Load(4, v) == 2 {
				t.Fatal("two")
			}
			if rt.Load(5, v) == 3 {
				t.Error("three")
			}
		},
		"deadlock": func(*rt.T) {
			a, b, v := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex)), x()
			two := func(first, second *sync.Mutex) func() {
				return func() {
					rt.Lock(1, first)
					rt.Lock(2, second)
					rt.Add(3, v, 1)
					rt.Unlock(4, second)
					rt.Unlock(5, first)
				}
			}
			each(two(a, b), two(b, a), func() { rt.Add(6, v, 1); rt.Lock(7, a) })
		},
		"leak": func(*rt.T) {
			ch, v := rt.Make(make(chan int)), x()
			each(func() { rt.Send(1, ch, 1); rt.Add(2, v, 1) }, func() { rt.Send(3, ch, 2); rt.Add(4, v, 1) })
			rt.Recv(5, ch)
			rt.Add(6, v, 1)
		},
		"race": func(*rt.T) {
			p, v := rt.New(new(int)), x()
			each(func() { rt.Set(1, p, 1); rt.Add(2, v, 1) }, func() {
				if rt.Add(3, v, 1) == 1 {
					rt.Set(4, p, 2)
				}
			}, func() { rt.Add(5, v, 1) })
		},
	} {
		alone := newAlone(rt.Config{MaxSteps: 1000, MaxExecutions: 2000}, f)
		if !alone.result.Exhausted || (alone.doubt != "") != (name == "readers too few") || len(alone.seen) < 3 {
			t.Errorf("%s: %d traces, exhausted %t, %s", name, len(alone.seen), alone.result.Exhausted, alone.doubt)
			continue
		}
		for seed := range uint64(24) {
			if extra, problem := alone.divided(seed); problem != "" || extra > 0 {
				t.Errorf("%s, division %d: %d executions more, %s", name, seed, extra, problem)
				break
			}
		}
	}
}
