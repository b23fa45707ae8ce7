// Package grids guards arrays of arrays, and takes addresses of rows and elements.
package grids

import "sync"

// A T has a guarded grid of which rows are passed on.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows [3][4]int
	//calvin:guarded_by mu
	bytes [2][3]uint8
	//calvin:guarded_by mu
	deep [2][3][4]int32
	//calvin:guarded_by mu
	whole [2][2]int64
	//calvin:guarded_by mu
	list [][4]uint16
	//calvin:guarded_by mu
	parts [2][2]part
	//calvin:guarded_by mu
	spread [][2]part
}

type part struct{ n int }

func row(p *[4]int) bool        { return p != nil }
func elem(p *uint8) bool        { return p != nil }
func plane(p *[3][4]int32) bool { return p != nil }
func all(p *[2][2]int64) bool   { return p != nil }
func listed(p *[4]uint16) bool  { return p != nil }
func Takes(t *T) bool           { return row(&t.rows[1]) && elem(&t.bytes[1][1]) }
func More(t *T) bool            { return plane(&t.deep[1]) && all(&t.whole) }
func Slices(t *T) []int32       { return t.deep[0][1][:] } // failed

// Listed takes the address of a row of a slice.
func Listed(t *T) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.list) > 0 && listed(&t.list[0])
}

// Row has no lock.
func Row(t *T) int { return t.rows[1][2] } // failed

// Write has no lock.
func Write(t *T) { t.rows[1][2] = 1 } // failed

// Byte has no lock.
func Byte(t *T) uint8 { return t.bytes[1][2] } // failed

// Deep has no lock.
func Deep(t *T) int32 { return t.deep[1][2][3] } // failed

// Whole has no lock.
func Whole(t *T) int64 { return t.whole[1][1] } // failed

// List has the lock for the slice alone.
func List(t *T) uint16 {
	t.mu.Lock()
	l := t.list
	t.mu.Unlock()
	if len(l) == 0 {
		return 0
	}
	return l[0][1] // failed
}

// Part has no lock.
func Part(t *T) int { return t.parts[1][1].n } // failed

// Spread has the lock for the slice alone.
func Spread(t *T) int {
	t.mu.Lock()
	l := t.spread
	t.mu.Unlock()
	if len(l) == 0 {
		return 0
	}
	return l[0][1].n // failed
}

// Through follows the address of a row that it took under the lock.
func Through(t *T) int {
	t.mu.Lock()
	p := &t.rows[2]
	t.mu.Unlock()
	return p[0] // failed
}

// Good has the lock.
func Good(t *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[1][2] = 1
	t.bytes[1][2] = 2
	t.deep[1][2][3] = 3
	t.whole[1][1] = 4
	t.parts[1][1].n = 5
	if len(t.list) > 0 {
		t.list[0][1] = 6
	}
	if len(t.spread) > 0 {
		t.spread[0][1].n = 7
	}
	p := &t.rows[2]
	p[3] = 8
	//calvin:assert t.rows[2][3] == 8
}

// A Stripes has a lock for each row.
type Stripes struct {
	mu [3]sync.Mutex
	//calvin:accessible_if[i] mu[i] == tid
	cells [3][5]uint32
}

func striped(p *[5]uint32) bool { return p != nil }

// Striped takes a row's address.
func Striped(s *Stripes) bool { return striped(&s.cells[1]) }

// One has the row's lock.
func One(s *Stripes) {
	s.mu[2].Lock()
	s.cells[2][4]++
	s.mu[2].Unlock()
}

// Other has the lock of the row whose number is the column's.
func Other(s *Stripes) {
	s.mu[1].Lock()
	s.cells[2][1]++ // failed
	s.mu[1].Unlock()
}
