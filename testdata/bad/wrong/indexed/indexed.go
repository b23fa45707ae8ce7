// Package indexed moves slices of which each element has a lock of its own.
package indexed

import "sync"

// A Table has a lock for each row.
type Table struct {
	locks [4]sync.Mutex
	//calvin:accessible_if[i] 0 <= i && i < 4 && locks[i] == tid
	rows []int
	mu   sync.Mutex
	//calvin:guarded_by mu
	all []int
}

// Shift has the second row be the first, which has another lock.
func (t *Table) Shift() {
	t.rows = t.rows[1:] // failed
}

// Tail does so by way of a variable.
func (t *Table) Tail() {
	rows := t.rows
	if len(rows) > 2 {
		rows = rows[2:]
	}
	t.rows = rows // failed
}

// Other has the rows of another table.
func (t *Table) Other(o *Table) {
	t.rows = o.rows // failed
}

// Halves gives two tables parts of one array.
func Halves() (*Table, *Table) {
	rows := make([]int, 4)
	a, b := &Table{rows: rows[:2]}, &Table{}
	b.rows = rows[2:] // failed
	return a, b
}

// Moved has rows that are each the next one's.
func Moved() *Table {
	rows := make([]int, 4)
	t := &Table{rows: rows}
	t.rows = rows[1:] // failed
	return t
}

// Both gives the same rows to two tables.
func Both() (*Table, *Table) {
	rows := make([]int, 4)
	a, b := &Table{rows: rows}, &Table{}
	b.rows = rows // failed
	return a, b
}

// ToLock gives the rows to a variable with one lock for all.
func (t *Table) ToLock() {
	t.mu.Lock()
	t.all = t.rows // failed
	t.mu.Unlock()
}

// A Box has an array inside.
type Box struct {
	n     int
	array [4]int
}

// Inside gives a part of a new box to a variable: who has the box has it, too.
func (t *Table) Inside() *Box {
	b := &Box{}
	t.mu.Lock()
	t.all = b.array[:] // failed
	t.mu.Unlock()
	return b
}

// Row holds the lock of another row.
func (t *Table) Row() int {
	t.locks[1].Lock()
	defer t.locks[1].Unlock()
	if len(t.rows) < 2 {
		return 0
	}
	return t.rows[0] // failed
}
