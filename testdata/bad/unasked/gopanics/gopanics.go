// Package gopanics goes on after a goroutine of its own has begun to panic.
package gopanics

import "sync"

// A T is guarded.
type T struct {
	mu sync.Mutex
	n  int
}

// Inc counts.
func (t *T) Inc() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// Get counts, too.
func (t *T) Get() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

// Fails ends the program, and races with others until it does.
func (t *T) Fails() {
	go panic("soon")
	t.n++ // failed
}

// Waits ends it, and waits for that.
func (t *T) Waits() {
	go panic("soon")
	select {}
}
