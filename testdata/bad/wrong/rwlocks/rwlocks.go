// Package rwlocks misuses locks for reading.
package rwlocks

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by rw
	m int
}

func (t *T) Twice() {
	t.rw.RLock()
	t.rw.RLock() // failed
	t.rw.RUnlock()
	t.rw.RUnlock()
}

// Downgrade waits for itself.
func (t *T) Downgrade() {
	t.rw.Lock()
	t.rw.RLock() // failed
	t.rw.Unlock()
	t.rw.RUnlock()
}

// TryTwice may read twice, and gives back one.
func (t *T) TryTwice() {
	t.rw.RLock()
	if t.rw.TryRLock() { // failed
		t.rw.RUnlock()
	}
	t.rw.RUnlock()
}

func (t *T) NotReading() {
	t.rw.Lock()
	t.rw.RUnlock() // failed
	t.rw.Unlock()
}

// Write writes as a reader.
func (t *T) Write() {
	t.rw.RLock()
	t.m = 1 // failed
	t.rw.RUnlock()
}

// ThenRead changes one thing and then reads another: others may run in between.
//
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == 1 && result == t.m
func (t *T) ThenRead() int {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	t.rw.RLock()
	m := t.m
	t.rw.RUnlock()
	return m // failed
}

// ThenTry does so if nobody writes.
//
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == 1 && (result == t.m || result == -1)
func (t *T) ThenTry() int {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	m := -1
	if t.rw.TryRLock() {
		m = t.m
		t.rw.RUnlock()
	}
	return m // failed
}

// TryToWrite takes the lock for writing, past the commit point.
//
//calvin:atomic
//calvin:modifies t.n, t.m
//calvin:ensures  t.n == 1 && (t.m == old(t.m) || t.m == 1)
func (t *T) TryToWrite() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	if t.rw.TryLock() {
		t.m = 1
		t.rw.Unlock()
	}
} // failed

// Between reads twice, and lets writers in between.
//
//calvin:atomic
//calvin:ensures result
func (t *T) Between() bool {
	t.rw.RLock()
	a := t.m
	t.rw.RUnlock()
	t.rw.RLock()
	b := t.m
	t.rw.RUnlock()
	return a == b // failed
}

// A G has a lock for readers that only who holds another may touch.
type G struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rw sync.RWMutex
}

func (g *G) Read() {
	g.rw.RLock() // failed
	g.mu.Lock()  // failed
	g.rw.RUnlock()
	g.mu.Unlock()
}

func (g *G) Late() {
	g.mu.Lock()
	g.rw.RLock()
	g.mu.Unlock()
	g.rw.RUnlock() // failed
}

func (g *G) Try() bool {
	if g.rw.TryRLock() { // failed
		g.mu.Lock()
		g.rw.RUnlock()
		g.mu.Unlock()
		return true
	}
	return false
}

func (g *G) LateToWrite() {
	g.mu.Lock()
	g.rw.Lock()
	g.mu.Unlock()
	g.rw.Unlock() // failed
}

// An H has a lock that is taken by who may write what another guards.
type H struct {
	rw sync.RWMutex
	//calvin:guarded_by rw
	mu sync.Mutex
}

func (h *H) AsReader() {
	h.rw.RLock()
	h.mu.Lock() // failed
	h.mu.Unlock()
	h.rw.RUnlock()
}

func (h *H) TryAsReader() bool {
	h.rw.RLock()
	defer h.rw.RUnlock()
	if h.mu.TryLock() { // failed
		h.mu.Unlock()
		return true
	}
	return false
}
