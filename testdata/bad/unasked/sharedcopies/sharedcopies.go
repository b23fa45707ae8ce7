// Package sharedcopies has no annotations. Structs are passed by value, with a pointer to the lock of the map or slice that the copies share.
package sharedcopies

import "sync"

// Hits counts by names.
type Hits struct {
	mu *sync.Mutex
	m  map[string]int
}

// Inc is right.
func (h Hits) Inc(k string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.m[k]++
}

// Get has lost the lock.
func (h Hits) Get(k string) int {
	return h.m[k] // failed
}

// Forget has, too.
func (h Hits) Forget(k string) {
	delete(h.m, k) // failed
}

// Names has, too.
func (h Hits) Names() (all []string) {
	for k := range h.m { // failed
		all = append(all, k)
	}
	return all
}

// Swap is right.
func (h Hits) Swap(k string, n int) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := h.peek(k)
	h.m[k] = n
	return old
}

// peek is for who holds the lock.
func (h Hits) peek(k string) int { return h.m[k] }

// Levels has a slice, and a lock for readers.
type Levels struct {
	mu *sync.RWMutex
	xs []int
}

// Set is right.
func (l Levels) Set(i, x int) {
	l.mu.Lock()
	l.xs[i] = x
	l.mu.Unlock()
}

// At is right.
func (l Levels) At(i int) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.xs[i]
}

// First has lost the lock.
func (l Levels) First() int {
	return l.xs[0] // failed
}

// Len asks for what each copy has of its own.
func (l Levels) Len() int { return len(l.xs) }

// Names never changes.
type Names struct {
	mu   *sync.Mutex
	all  []string
	hits map[string]int
}

// Hit is right.
func (n Names) Hit(i int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hits[n.all[i]]++
}

// At is right: nobody writes the names.
func (n Names) At(i int) string { return n.all[i] }
