package rt_test

import (
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// TestObserve: at accesses to memory that two goroutines have come to, it is noted which locks are held, and how far from the
// memory they are; accesses before that are counted apart.
func TestObserve(t *testing.T) {
	type guarded struct {
		mu   sync.Mutex
		rw   sync.RWMutex
		n, m int
	}
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), Observe: true, NoRaces: true}, func(*rt.T) {
		x := rt.New(new(guarded))
		write(1, &x.n, 1)
		for range 2 {
			rt.Go(2, func() {
				rt.Lock(3, &x.mu)
				write(4, &x.n, 2)
				rt.Unlock(5, &x.mu)
				rt.RLock(6, &x.rw)
				read(7, &x.n)
				rt.RUnlock(8, &x.rw)
			})
		}
		write(9, &x.m, 1) // nobody else comes to it
	})
	if len(r.Bugs) > 0 || r.Executions < 2 {
		t.Fatalf("%d executions, bugs %v", r.Executions, r.Bugs)
	}
	n := r.Executions
	var x guarded
	behind := func(lock uintptr) uintptr { return lock - unsafe.Offsetof(x.n) }
	want := []rt.Observation{
		{Site: 1, Write: true, Alone: n},
		{Site: 4, Write: true, Shared: 2 * n, Locks: []rt.ObservedLock{{Site: 3, Offset: behind(unsafe.Offsetof(x.mu)), Count: 2 * n}}},
		{Site: 7, Shared: 2 * n, Locks: []rt.ObservedLock{{Site: 6, Offset: behind(unsafe.Offsetof(x.rw)), Reading: true, Count: 2 * n}}},
		{Site: 9, Write: true, Alone: n},
	}
	if diff := cmp.Diff(want, r.Observed); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}
