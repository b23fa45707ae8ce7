package reduction

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Account is that of SV-COMP: a deposit and a withdrawal, each under the lock, and a check that comes between them if it
// runs before both are done.
func account(t *testing.T) {
	const x, y, z = 3, 2, 5
	var mu sync.Mutex
	balance := x
	deposited, withdrawn := false, false
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		balance += y
		deposited = true
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		balance -= z
		withdrawn = true
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		if deposited && withdrawn && balance != x-y-z {
			t.Error("the balance is", balance)
		}
		mu.Unlock()
	})
	wg.Wait()
}

func TestAccount(t *testing.T) { account(t) }

// Bluetooth is the driver of Qadeer and Wu ("KISS", PLDI 2004): it may go on working after it has been stopped.
type driver struct {
	pending  atomic.Int32
	stopping atomic.Bool
	idle     atomic.Bool
	stopped  atomic.Bool
}

func (d *driver) release() {
	if d.pending.Add(-1) == 0 {
		d.idle.Store(true)
	}
}

func bluetooth(t *testing.T, requests int) {
	d := &driver{}
	d.pending.Store(1)
	var wg sync.WaitGroup
	for range requests {
		wg.Go(func() {
			if d.stopping.Load() {
				return
			}
			d.pending.Add(1)
			if d.stopped.Load() {
				t.Error("a request is served after the driver has been stopped")
			}
			d.release()
		})
	}
	d.stopping.Store(true)
	d.release()
	if d.idle.Load() {
		d.stopped.Store(true)
	}
	wg.Wait()
}

func TestBluetooth1(t *testing.T) { bluetooth(t, 1) }
func TestBluetooth2(t *testing.T) { bluetooth(t, 2) }

// ReadWriteLock is that of SV-COMP: a lock for readers and writers made of a mutex and counters.
type counted struct {
	mu      sync.Mutex
	readers int
	writing bool
}

func (l *counted) tryWrite() bool {
	l.mu.Lock()
	ok := !l.writing && l.readers == 0
	if ok {
		l.writing = true
	}
	l.mu.Unlock()
	return ok
}

func (l *counted) endWrite() {
	l.mu.Lock()
	l.writing = false
	l.mu.Unlock()
}

func (l *counted) tryRead() bool {
	l.mu.Lock()
	ok := !l.writing
	if ok {
		l.readers++
	}
	l.mu.Unlock()
	return ok
}

func (l *counted) endRead() {
	l.mu.Lock()
	l.readers--
	l.mu.Unlock()
}

func readWriteLock(t *testing.T, each int) {
	l := &counted{}
	x := 0
	var wg sync.WaitGroup
	for k := range each {
		wg.Go(func() {
			if l.tryWrite() {
				x = k + 3
				l.endWrite()
			}
		})
		wg.Go(func() {
			if l.tryRead() {
				y := x
				if y != x {
					t.Error("it changed while it was read")
				}
				l.endRead()
			}
		})
	}
	wg.Wait()
}

func TestReadWriteLock1(t *testing.T) { readWriteLock(t, 1) }
func TestReadWriteLock2(t *testing.T) { readWriteLock(t, 2) }

// Stateful is that of SV-COMP: two variables, each under a lock of its own, and what is left of them at the end.
func stateful(t *testing.T) {
	var a, b sync.Mutex
	x, y := 10, 10
	var wg sync.WaitGroup
	wg.Go(func() {
		a.Lock()
		x++
		a.Unlock()
		b.Lock()
		y++
		b.Unlock()
	})
	wg.Go(func() {
		a.Lock()
		x += 5
		a.Unlock()
		b.Lock()
		y -= 6
		b.Unlock()
	})
	wg.Wait()
	if x != 16 || y != 5 {
		t.Error("x is", x, "and y is", y)
	}
}

func TestStateful(t *testing.T) { stateful(t) }
