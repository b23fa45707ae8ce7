package strategy_test

import (
	"sync"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A reduction is incomplete with a negative counter of a WaitGroup that the program survives, about an RUnlock for
// another goroutine's RLock, and about nothing else.
func TestIncomplete(t *testing.T) {
	for name, c := range map[string]struct {
		f     func()
		doubt bool
	}{
		"locks": {func() {
			mu := rt.New(new(sync.Mutex))
			for range 2 {
				rt.Go(1, func() { rt.Lock(2, mu); rt.Unlock(3, mu) })
			}
		}, false},
		"one channel, with default": {func() {
			ch := rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, ch, 1) })
			rt.Select(3, true, rt.OnRecv(ch))
		}, false},
		"a select among waiting ones": {func() {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, a, 1) })
			rt.Select(3, false, rt.OnRecv(a), rt.OnRecv(b))
		}, false},
		"a Done too many": {func() {
			defer func() { recover() }()
			rt.WaitGroupDone(1, rt.New(new(sync.WaitGroup)))
		}, true},
		"readers": {func() {
			mu := rt.New(new(sync.RWMutex))
			for range 3 {
				rt.Go(1, func() { rt.RLock(2, mu); rt.RUnlock(3, mu) })
			}
		}, false},
		"an RLock for a goroutine": {func() {
			mu := rt.New(new(sync.RWMutex))
			rt.RLock(1, mu)
			rt.Go(2, func() { rt.RUnlock(3, mu) })
		}, false},
		"an RUnlock for another": {func() {
			mu := rt.New(new(sync.RWMutex))
			rt.Go(1, func() { rt.RLock(2, mu) })
			rt.Go(3, func() { rt.RLock(4, mu) })
			rt.Go(5, func() { rt.RLock(6, mu); rt.RUnlock(7, mu); rt.RUnlock(8, mu) })
		}, true},
		"an RLock for two goroutines": {func() {
			mu := rt.New(new(sync.RWMutex))
			rt.RLock(1, mu)
			rt.Go(2, func() { rt.RUnlock(3, mu) })
			rt.Go(4, func() { rt.RLock(5, mu); rt.RUnlock(6, mu); rt.RUnlock(7, mu) })
			rt.Go(8, func() { rt.RLock(9, mu) })
		}, true},
		"Adds by one goroutine": {func() {
			wg := rt.New(new(sync.WaitGroup))
			for range 2 {
				rt.WaitGroupAdd(1, wg, 1)
				rt.Go(2, func() { rt.WaitGroupDone(3, wg) })
			}
			rt.WaitGroupWait(4, wg)
		}, false},
		"Adds in order": {func() {
			wg := rt.New(new(sync.WaitGroup))
			rt.WaitGroupAdd(1, wg, 1)
			rt.Go(2, func() {
				rt.WaitGroupAdd(3, wg, 1)
				rt.WaitGroupDone(4, wg)
				rt.WaitGroupDone(4, wg)
			})
			rt.WaitGroupWait(5, wg)
		}, false},
		"Adds in any order": {func() {
			wg := rt.New(new(sync.WaitGroup))
			rt.WaitGroupAdd(1, wg, 1)
			rt.Go(2, func() { rt.WaitGroupAdd(3, wg, 1) })
			rt.Go(4, func() { rt.WaitGroupDone(5, wg) })
			rt.WaitGroupWait(6, wg)
			rt.WaitGroupAdd(7, wg, 1)
		}, false},
	} {
		s := strategy.NewReduced(strategy.NewChecked(strategy.NewDPOR()))
		r := rt.Explore(rt.Config{Strategy: s}, func(*rt.T) { c.f() })
		if !r.Exhausted || (s.Incomplete() != "") != c.doubt {
			t.Errorf("%s: exhausted %t, doubt %q, want a doubt: %t", name, r.Exhausted, s.Incomplete(), c.doubt)
		}
	}
}
