// Package reports has mistakes as people report them, each beside a program without it.
package reports

import (
	"errors"
	"sync"
	"testing"
)

// A store locks twice when a method calls another one.
type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) incr(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = s.get(k) + 1
}

func (s *store) incrOnce(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k]++
}

func TestDoubleLock(t *testing.T) {
	s := &store{m: map[string]int{}}
	s.incr("a")
}

func (s *store) get(k string) int {
	s.mu.Lock() // want deadlock
	defer s.mu.Unlock()
	return s.m[k]
}

func TestDoubleLockFixed(t *testing.T) {
	s := &store{m: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { s.incrOnce("a") })
	}
	wg.Wait()
	if s.get("a") != 2 {
		t.Error(s.m)
	}
}

// An early return leaves the lock held.
type gate struct {
	mu   sync.Mutex
	open bool
}

var errShut = errors.New("shut")

func (g *gate) passFixed() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.open {
		return errShut
	}
	return nil
}

func TestMissingUnlock(t *testing.T) {
	g := &gate{}
	g.pass()
	if err := g.pass(); err != errShut {
		t.Error(err)
	}
}

func (g *gate) pass() error {
	g.mu.Lock() // want deadlock
	if !g.open {
		return errShut
	}
	g.mu.Unlock()
	return nil
}

func TestMissingUnlockFixed(t *testing.T) {
	g := &gate{}
	g.passFixed()
	if err := g.passFixed(); err != errShut {
		t.Error(err)
	}
}

type account struct {
	mu      sync.Mutex
	balance int
}

func TestLockOrder(t *testing.T) {
	a, b := &account{}, &account{}
	var wg sync.WaitGroup
	wg.Go(func() { move(a, b, 1) })
	wg.Go(func() { move(b, a, 1) })
	wg.Wait()
}

func move(from, to *account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want deadlock
	defer to.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func TestLockOrderFixed(t *testing.T) {
	a, b := &account{}, &account{}
	var wg sync.WaitGroup
	wg.Go(func() { move(a, b, 1) })
	wg.Go(func() { move(a, b, -1) })
	wg.Wait()
	if a.balance+b.balance != 0 {
		t.Error(a.balance, b.balance)
	}
}

// A reader reads again while a writer waits.
type table struct {
	mu   sync.RWMutex
	rows []int
}

func (x *table) last() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if n := x.size(); n > 0 {
		return x.rows[n-1]
	}
	return 0
}

func (x *table) lastFixed() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if n := len(x.rows); n > 0 {
		return x.rows[n-1]
	}
	return 0
}

func (x *table) add(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows = append(x.rows, n)
}

func TestWaitingWriter(t *testing.T) {
	var x table
	var wg sync.WaitGroup
	wg.Go(func() { x.last() })
	wg.Go(func() { x.add(1) })
	wg.Wait()
}

func (x *table) size() int {
	x.mu.RLock() // want deadlock
	defer x.mu.RUnlock()
	return len(x.rows)
}

func TestWaitingWriterFixed(t *testing.T) {
	var x table
	var wg sync.WaitGroup
	wg.Go(func() { x.lastFixed() })
	wg.Go(func() { x.add(1) })
	wg.Wait()
}

// A lock is upgraded.
func TestUpgrade(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			if n == 0 {
				mu.Lock() // want deadlock
				n++
				mu.Unlock()
			}
			mu.RUnlock()
		})
	}
	wg.Wait()
}

func TestUpgradeFixed(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			zero := n == 0
			mu.RUnlock()
			if zero {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// A map is written under the read lock.
func TestWriteUnderReadLock(t *testing.T) {
	var mu sync.RWMutex
	hits := map[string]int{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			defer mu.RUnlock()
			hits["a"]++ // want race
		})
	}
	wg.Wait()
}

// The lock is copied with its struct.
type guarded struct {
	mu sync.Mutex
	n  *int
}

func TestCopiedLock(t *testing.T) {
	g := guarded{n: new(int)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(g.add)
	}
	wg.Wait()
}

func (g guarded) add() {
	g.mu.Lock()
	defer g.mu.Unlock()
	*g.n++ // want race
}

func TestOnceInItself(t *testing.T) {
	var once sync.Once
	var load func()
	load = func() { once.Do(load) } // want deadlock
	once.Do(load)
}

func TestUnlockOfUnlocked(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		mu.Unlock()
	})
	mu.Unlock() // want panic
	wg.Wait()
}

// The lock is held while a callback takes it.
type notifier struct {
	mu  sync.Mutex
	fns []func()
}

func (n *notifier) fire() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range n.fns {
		f()
	}
}

func (n *notifier) fireFixed() {
	n.mu.Lock()
	fns := n.fns[:len(n.fns):len(n.fns)]
	n.mu.Unlock()
	for _, f := range fns {
		f()
	}
}

func TestCallbackUnderLock(t *testing.T) {
	var n notifier
	n.on(func() { n.on(func() {}) })
	n.fire()
}

func (n *notifier) on(f func()) {
	n.mu.Lock() // want deadlock
	defer n.mu.Unlock()
	n.fns = append(n.fns, f)
}

func TestCallbackUnderLockFixed(t *testing.T) {
	var n notifier
	n.on(func() { n.on(func() {}) })
	n.fireFixed()
}

// A reader that leaves by an early return bars writers.
func TestMissingRUnlock(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	look := func() bool {
		mu.RLock()
		if n == 0 {
			return false
		}
		mu.RUnlock()
		return true
	}
	var wg sync.WaitGroup
	wg.Go(func() { look() })
	mu.Lock() // want deadlock
	n = 1
	mu.Unlock()
	wg.Wait()
}
