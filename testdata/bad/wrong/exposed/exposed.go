// Package exposed returns slices and maps that a guard owns to callers in other packages.
package exposed

import "sync"

// A Table has rows that are written where they are.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows []int
	//calvin:guarded_by mu
	names map[int]string
	once  sync.Once
	//calvin:guarded_by once
	kinds []string
}

// Set writes a row.
func (t *Table) Set(i, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i >= 0 && i < len(t.rows) {
		t.rows[i] = n
	}
}

// Rows is wrong.
func (t *Table) Rows() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows // failed
}

// Tail is wrong: it is the same array.
func (t *Table) Tail() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.rows) > 0 {
		return t.rows[1:] // failed
	}
	return nil
}

// More is wrong: append may write into the array that is there.
func (t *Table) More(n int) []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append(t.rows, n) // failed
}

// Names is wrong: a map changes where it is.
func (t *Table) Names() map[int]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names != nil {
		t.names[0] = "none"
	}
	return t.names // failed
}

// Both is wrong in one result.
func (t *Table) Both() (first int, rows []int) {
	t.mu.Lock()
	if len(t.rows) > 0 {
		first = t.rows[0]
	}
	rows = t.rows
	t.mu.Unlock()
	return first, rows // failed
}

// Locked is right: its callers hold the lock.
//
//calvin:requires held(t.mu)
func (t *Table) Locked() []int { return t.rows }

// Kinds is right: nobody writes them once they are there.
func (t *Table) Kinds() []string {
	t.once.Do(func() { t.kinds = []string{"a", "b"} })
	return t.kinds
}

// Copied is right.
func (t *Table) Copied() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]int(nil), t.rows...)
}
