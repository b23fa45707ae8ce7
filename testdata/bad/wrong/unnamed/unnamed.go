// Package unnamed has slices and maps in structs that have no name, and looks into them without their lock.
package unnamed

import "sync"

// A T holds what its lock guards next to the lock.
type T struct {
	mu struct {
		sync.Mutex
		//calvin:guarded_by Mutex
		list []int
		//calvin:guarded_by Mutex
		m map[string]int
	}
}

// Add has the lock.
func (t *T) Add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.list = append(t.mu.list, n)
	if t.mu.m == nil {
		t.mu.m = map[string]int{}
	}
	t.mu.m["a"] = n
}

// First reads an element after it has given the lock back.
func (t *T) First() int {
	t.mu.Lock()
	l := t.mu.list
	t.mu.Unlock()
	if len(l) == 0 {
		return 0
	}
	return l[0] // failed
}

// Get looks up after it has given the lock back.
func (t *T) Get(k string) int {
	t.mu.Lock()
	m := t.mu.m
	t.mu.Unlock()
	return m[k] // failed
}
