// Package partial has no annotations. Its functions come to something without a translation on one way, and race on another.
package partial

import (
	"runtime"
	"sync"
)

// A Table has counts, which its lock guards.
type Table struct {
	mu     sync.Mutex
	counts map[string]int
}

// New makes a table.
func New() *Table { return &Table{counts: map[string]int{}} }

// Add counts a key.
func (t *Table) Add(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[key]++
}

// Clear forgets all keys.
func (t *Table) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts = map[string]int{}
}

// Right ends the goroutine, or looks at a key with the lock.
func (t *Table) Right(key string, end bool) int {
	if end {
		runtime.Goexit() // failed
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[key]
}

// Before looks at a key without the lock, and then may end the goroutine.
func (t *Table) Before(key string) int {
	n := t.counts[key] // failed
	if n < 0 {
		runtime.Goexit() // failed
	}
	return n
}

// Beside looks at a key without the lock, unless it ends the goroutine.
func (t *Table) Beside(key string, end bool) int {
	if end {
		runtime.Goexit() // failed
	}
	return t.counts[key] // failed
}

// After looks at a key where nobody comes to, as Goexit does not return. Calvin does not say so: it says nothing of what comes after it.
func (t *Table) After(key string) int {
	runtime.Goexit() // failed
	return t.counts[key]
}

// Each looks at the keys in a loop, of which a round may end the goroutine.
func (t *Table) Each(keys []string) int {
	n := 0
	for _, key := range keys {
		if key == "" {
			runtime.Goexit() // failed
		}
		n += t.counts[key] // failed
	}
	return n
}
