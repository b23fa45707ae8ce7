// Package race accesses guarded variables without their guards.
package race

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by rw
	m int
	k int
}

func (t *T) Write() {
	t.n = 1 // failed
}

func (t *T) Read() int {
	return t.n // failed
}

func (t *T) After() int {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	return t.n // failed
}

func (t *T) WriteUnderRLock() {
	t.rw.RLock()
	t.m = 1 // failed
	t.rw.RUnlock()
}

func (t *T) WrongLock() {
	t.rw.Lock()
	t.n = 1 // failed
	t.rw.Unlock()
}

func (t *T) OtherObject(u *T) {
	t.mu.Lock()
	u.n = 1 // failed
	t.mu.Unlock()
}

func (t *T) Immutable() {
	t.k = 1 // failed
}

func (t *T) OneBranch(b bool) {
	if b {
		t.mu.Lock()
	}
	t.n = 1 // failed
	if b {
		t.mu.Unlock()
	}
}

func (t *T) InGoroutine() {
	t.mu.Lock()
	go func() {
		t.n = 1 // failed
	}()
	t.mu.Unlock()
}

func Captured() int {
	n := 0
	go func() {
		n = 1
	}()
	return n // failed
}
