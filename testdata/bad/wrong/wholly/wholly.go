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
