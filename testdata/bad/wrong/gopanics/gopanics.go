// Package gopanics panics in goroutines of its own.
package gopanics

import "sync"

// A T is guarded.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Panics ends the program.
func Panics() {
	go panic("no") // failed
}

// Sometimes does if it is told to.
func Sometimes(bad bool) {
	if bad {
		go panic("bad") // failed
	}
}

// Documented says that it panics, but what panics is another goroutine, and nobody can recover that.
//
//calvin:panics_if n < 0
func Documented(n int) {
	if n < 0 {
		go panic("negative") // failed
	}
}

// Recovers does not recover what panics elsewhere.
func Recovers() {
	defer func() { _ = recover() }()
	go panic("elsewhere") // failed
}

// After goes on, as the program does for a while.
func (t *T) After() {
	go panic("soon") // failed
	t.n++            // failed
}

// Held keeps a lock for ever.
func (t *T) Held() {
	t.mu.Lock()
	go panic("soon") // failed
} // failed

// The rest is right.

// Checked panics never.
func Checked(n uint) {
	if n+1 < 1 && n < 7 {
		go panic("never")
	}
}

// Prints prints.
func (t *T) Prints() {
	t.mu.Lock()
	go println(t.n, t)
	t.mu.Unlock()
}

// PrintsUnlocked reads without the lock, before the goroutine begins.
func (t *T) PrintsUnlocked() {
	go println(t.n) // failed
}
