// Package wholly writes arrays as wholes without their lock, and runs what may be nil.
package wholly

import (
	"sync"
)

// A Grid is guarded.
type Grid struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows [4][4]int
	//calvin:guarded_by mu
	one [4]int
}

// Row writes a row.
func (g *Grid) Row(i int) {
	if i >= 0 && i < 4 {
		g.rows[i] = [4]int{1} // failed
	}
}

// One writes an array.
func (g *Grid) One() {
	g.one = [4]int{1} // failed
}

// RowLater writes a row when the lock is given back.
func (g *Grid) RowLater() {
	g.mu.Lock()
	row := &g.rows[1]
	g.mu.Unlock()
	*row = [4]int{} // failed
}

// GoEntry runs what may not be there.
func GoEntry(m map[string]func()) {
	f := m["a"]
	go f() // failed
}

// GoVar runs nothing.
func GoVar() {
	var f func()
	go f() // failed
}

// A Table is guarded, too, and large.
type Table struct {
	mu, other sync.RWMutex
	//calvin:guarded_by mu
	large [256]int
	//calvin:guarded_by mu
	rows [2][128]byte
}

// Clear writes all of it.
func (t *Table) Clear() {
	t.large = [256]int{} // failed
}

// Reading writes it under the lock that readers hold.
func (t *Table) Reading(to [256]int) {
	t.mu.RLock()
	t.large = to // failed
	t.mu.RUnlock()
}

// Other writes it under another lock.
func (t *Table) Other(to [256]int) {
	t.other.Lock()
	t.large = to // failed
	t.other.Unlock()
}

// LargeRow writes one row of it.
func (t *Table) LargeRow(i int, to [128]byte) {
	if i >= 0 && i < 2 {
		t.rows[i] = to // failed
	}
}

// Behind writes it when the lock is given back.
func (t *Table) Behind() {
	t.mu.Lock()
	all := &t.large
	t.mu.Unlock()
	*all = [256]int{} // failed
}

var shared [100]int

// Package writes a variable that nobody may write.
func Package(to [100]int) {
	shared = to // failed
}
