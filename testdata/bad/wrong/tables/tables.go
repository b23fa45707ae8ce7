// Package tables has package variables that begin with guarded maps and slices of their own.
package tables

import "sync"

// A Table counts by name.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	order []string
}

var (
	byName = Table{counts: map[string]int{"index": 0}, order: []string{"index"}}
	byPath = [2]Table{{counts: map[string]int{"/": 0}}, {counts: make(map[string]int)}}
	nested = struct{ a, b Table }{Table{counts: map[string]int{}}, Table{}}
)

// Count looks into all with their locks.
func Count(name string) int {
	sum := byName.get(name) + nested.a.get(name)
	for i := range byPath {
		sum += byPath[i].get(name)
	}
	return sum
}

func (t *Table) get(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[name] + len(t.order)
}

// Bare looks into one without.
func Bare(name string) int {
	return byName.counts[name] // failed
}

// Other holds the lock of another.
func Other() {
	byPath[0].mu.Lock()
	byPath[1].order = nil // failed
	byPath[0].mu.Unlock()
}

// Later reads when the lock is released.
func Later(name string) int {
	nested.a.mu.Lock()
	counts := nested.a.counts
	nested.a.mu.Unlock()
	return counts[name] // failed
}

// Swap stores one's map in another.
func Swap() {
	nested.a.mu.Lock()
	nested.b.mu.Lock()
	nested.b.counts = nested.a.counts // failed
	nested.b.mu.Unlock()
	nested.a.mu.Unlock()
}

// Stable believes that nobody else writes it.
func Stable() {
	byName.mu.Lock()
	n := len(byName.order)
	byName.mu.Unlock()
	byName.mu.Lock()
	//calvin:assert len(byName.order) == n // failed
	_ = n
	byName.mu.Unlock()
}
