package small

import (
	"sync"
	"testing"
)

func TestRWMutexGuards(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	for range 2 {
		go func() {
			mu.RLock()
			_ = n
			mu.RUnlock()
		}()
	}
}

func TestRWMutexWritesUnderReadLock(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	for range 2 {
		go func() {
			mu.RLock()
			n++ // want race
			mu.RUnlock()
		}()
	}
}

func TestRWMutexReadLockTwice(t *testing.T) {
	var mu sync.RWMutex
	go func() {
		mu.Lock() // want deadlock
		mu.Unlock()
	}()
	mu.RLock()
	mu.RLock() // want deadlock
	mu.RUnlock()
	mu.RUnlock()
}

func TestRWMutexUpgrade(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.Lock() // want deadlock
}

func TestRWMutexNotLocked(t *testing.T) {
	var mu sync.RWMutex
	mu.RUnlock() // want panic
}

func TestRWMutexTry(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	if mu.TryLock() || !mu.TryRLock() {
		t.Error("a reader bars writers only")
	}
	mu.RUnlock()
	mu.RUnlock()
	if !mu.TryLock() || mu.TryRLock() {
		t.Error("a writer bars all")
	}
}
