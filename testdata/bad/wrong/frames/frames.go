// Package frames believes that functions leave alone what their contracts let them change.
package frames

import "sync"

type point struct{ x, y int }

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	at point
	//calvin:guarded_by mu
	row [4]int
	//calvin:guarded_by mu
	s []int
	//calvin:guarded_by mu
	m map[int]int
	//calvin:guarded_by mu
	grid [2][2]int
	rw   sync.RWMutex
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
	//calvin:guarded_by mu
	origin point
	//calvin:guarded_by mu
	totals [3]int
)

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n >= 0
func (t *T) setN() { t.n = 0 }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.at
//calvin:ensures  t.at.x >= 0
func (t *T) setAt() { t.at = point{} }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.row
//calvin:ensures  t.row[0] >= 0
func (t *T) setRow() { t.row = [4]int{} }

//calvin:trusted
//calvin:requires held(t.mu) && 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.row[i]
//calvin:ensures  t.row[i] >= 0
func (t *T) setOfRow(i int) { t.row[i] = 0 }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.s[*]
//calvin:ensures  true
func (t *T) setElements() { clear(t.s) }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.s
//calvin:ensures  true
func (t *T) setSlice() { t.s = nil }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.m[*]
//calvin:ensures  true
func (t *T) setEntries() { clear(t.m) }

//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.grid[*]
//calvin:ensures  true
func (t *T) setGrid() { t.grid = [2][2]int{} }

//calvin:trusted
//calvin:requires held(mu)
//calvin:atomic
//calvin:modifies count
//calvin:ensures  count >= 0
func setCount() { count = 0 }

//calvin:trusted
//calvin:requires held(mu)
//calvin:atomic
//calvin:modifies origin
//calvin:ensures  true
func setOrigin() { origin = point{} }

//calvin:trusted
//calvin:requires held(mu)
//calvin:atomic
//calvin:modifies totals[*]
//calvin:ensures  true
func setTotals() { totals = [3]int{} }

func (t *T) N() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	t.setN()
	//calvin:assert t.n == 1 // failed
}

func (t *T) At() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at.x = 1
	t.setAt()
	//calvin:assert t.at.x == 1 // failed
}

func (t *T) AtOther() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at.y = 1
	t.setAt()
	//calvin:assert t.at.y == 1 // failed
}

func (t *T) Row() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row[3] = 1
	t.setRow()
	//calvin:assert t.row[3] == 1 // failed
}

func (t *T) OfRow() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row[2] = 1
	t.setOfRow(2)
	//calvin:assert t.row[2] == 1 // failed
}

func (t *T) Elements() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.s) > 0 {
		t.s[0] = 1
		t.setElements()
		if t.s[0] != 1 {
			panic("changed") // failed
		}
	}
}

func (t *T) Slice() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.s) > 0 {
		t.setSlice()
		t.s[0] = 1 // failed
	}
}

func (t *T) Entries() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m != nil {
		t.m[1] = 1
		t.setEntries()
		if t.m[1] != 1 {
			panic("changed") // failed
		}
	}
}

func (t *T) NumberOfEntries() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m != nil {
		n := len(t.m)
		t.setEntries()
		if len(t.m) != n {
			panic("changed") // failed
		}
	}
}

func (t *T) Grid() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.grid[1][1] = 1
	t.setGrid()
	//calvin:assert t.grid[1][1] == 1 // failed
}

func Count() {
	mu.Lock()
	defer mu.Unlock()
	count = 1
	setCount()
	//calvin:assert count == 1 // failed
}

func Origin() {
	mu.Lock()
	defer mu.Unlock()
	origin.y = 1
	setOrigin()
	//calvin:assert origin.y == 1 // failed
}

func Totals() {
	mu.Lock()
	defer mu.Unlock()
	totals[1] = 1
	setTotals()
	//calvin:assert totals[1] == 1 // failed
}

// Changes changes more than it says.
//
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  true
func (t *T) Changes() { t.at.x = 1 } // failed

//calvin:requires held(t.mu) && 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.row[i]
//calvin:ensures  true
func (t *T) ChangesOther(i int) { t.row[3-i] = 1 } // failed

//calvin:requires held(mu)
//calvin:atomic
//calvin:modifies origin.x
//calvin:ensures  true
func ChangesOrigin() { origin.y = 1 } // failed

// setMap may change the map's entries as well as put another in its place.
//
//calvin:trusted
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.m
//calvin:ensures  true
func (t *T) setMap() { clear(t.m) }

func (t *T) EntriesOfOldMap() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.m; m != nil {
		m[1] = 1
		t.setMap()
		if m[1] != 1 {
			panic("changed") // failed
		}
	}
}

func (t *T) NumberOfOldMap() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.m; m != nil {
		n := len(m)
		t.setMap()
		if len(m) != n {
			panic("changed") // failed
		}
	}
}

// ElementOfOldSlice looks at the slice that was there before.
func (t *T) ElementOfOldSlice() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.s; len(s) > 0 {
		s[0] = 1
		t.setSlice()
		if s[0] != 1 {
			panic("changed") // failed
		}
	}
}
