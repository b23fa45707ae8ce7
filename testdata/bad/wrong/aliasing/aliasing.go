// Package aliasing reaches guarded memory by ways other than its name.
package aliasing

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	//calvin:accessible_if[j] mu == tid
	cells [8]int
}

type Pair struct{ a, b int }

func (t *T) FieldPointer() {
	t.mu.Lock()
	p := &t.n
	t.mu.Unlock()
	*p = 1 // failed
}

func (t *T) ElementPointer(i uint8) {
	t.mu.Lock()
	p := &t.cells[i%8]
	t.mu.Unlock()
	*p = 1 // failed
}

func (t *T) SliceHeader() {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	if len(s) > 0 {
		s[0] = 1 // failed
	}
}

func (t *T) SliceOfArray() {
	s := t.cells[2:4]
	s[0] = 1 // failed
}

func (t *T) RangeOverSlice() (sum int) {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	for _, v := range s { // failed
		sum += v
	}
	return sum
}

func (t *T) Appended(v int) {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	s = append(s, v) // failed
	_ = s
}

func (t *T) Copied(from []int) {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	copy(s, from) // failed
}

func (t *T) Cleared() {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	clear(s) // failed
}

// TwoNames forgets that a and b may be the same.
func TwoNames(a, b *T) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a != b {
		return
	}
	a.n = 1
	b.n = 2
	//calvin:assert a.n == 1 // failed
}

// TwoLocks does, too.
func TwoLocks(a, b *T) {
	a.mu.Lock()
	b.mu.Lock() // failed
	b.mu.Unlock()
	a.mu.Unlock()
}

// TwoLocals has a second name for one of its own.
func TwoLocals() int {
	x := Pair{1, 2}
	p := &x
	q := &p.b
	*q = 5
	//calvin:assert x.b == 2 // failed
	return x.b
}

// TwoSlices overlap.
func TwoSlices() {
	a := make([]int, 4)
	b := a[1:3]
	b[0] = 7
	//calvin:assert a[1] == 0 // failed
}

// InPlace appends into what another slice shows.
func InPlace() {
	a := make([]int, 4)
	b := append(a[:1], 9)
	b[0] = 1
	//calvin:assert a[1] == 0 // failed
}

// Grown may or may not share with the original.
func Grown(a []int) {
	b := append(a, 1) // failed
	if len(a) > 0 {
		b[0] = 1
	}
}

type Locks struct {
	locks [4]sync.Mutex
	//calvin:accessible_if[j] locks[j] == tid
	vals [4]int
}

// SameIndex forgets that i may be j.
//
//calvin:requires 0 <= i && i < 4 && 0 <= j && j < 4
func (l *Locks) SameIndex(i, j int) {
	l.locks[i].Lock()
	l.locks[j].Lock() // failed
	l.locks[j].Unlock()
	l.locks[i].Unlock()
}

// OtherIndex holds another element's lock.
//
//calvin:requires 0 <= i && i < 3
func (l *Locks) OtherIndex(i int) {
	l.locks[i].Lock()
	l.vals[i+1] = 1 // failed
	l.locks[i].Unlock()
}
