// Package swappedlocks has no annotations. Two locks are swapped: they are acquired the other way round than elsewhere, or the wrong one is.
package swappedlocks

import "sync"

// A Pair has two locks.
type Pair struct {
	rmu, wmu sync.Mutex
	r, w     int
}

// Both takes both.
func (t *Pair) Both() {
	t.rmu.Lock()
	t.wmu.Lock() // failed
	t.r++
	t.w++
	t.wmu.Unlock()
	t.rmu.Unlock()
}

// Swapped takes them the other way round.
func (t *Pair) Swapped() int {
	t.wmu.Lock()
	t.rmu.Lock()
	defer t.rmu.Unlock()
	defer t.wmu.Unlock()
	return t.r + t.w
}

// R takes the wrong one.
func (t *Pair) R() int {
	t.wmu.Lock()
	defer t.wmu.Unlock()
	return t.r // failed
}

// SetR takes the right one.
func (t *Pair) SetR(n int) {
	t.rmu.Lock()
	defer t.rmu.Unlock()
	t.r = n
}

// SetW does, too.
func (t *Pair) SetW(n int) {
	t.wmu.Lock()
	defer t.wmu.Unlock()
	t.w = n
}

// AddR does, too.
func (t *Pair) AddR() {
	t.rmu.Lock()
	defer t.rmu.Unlock()
	t.r++
}

// A Table has rows with locks of their own.
type Table struct {
	mu   sync.RWMutex
	rows map[int]*Row
}

// A Row counts.
type Row struct {
	mu sync.Mutex
	n  int
}

// Get gives one lock back before it takes the other.
func (t *Table) Get(k int) int {
	t.mu.RLock()
	r := t.rows[k]
	t.mu.RUnlock()
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n
}

// Drop takes the row's with the table's held.
func (t *Table) Drop(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.rows[k]; r != nil {
		r.mu.Lock() // failed
		r.n = 0
		r.mu.Unlock()
	}
	delete(t.rows, k)
}

// Add finds the row before it has the table's lock, which it takes last.
func (t *Table) Add(k int) {
	r := t.rows[k] // failed
	r.mu.Lock()
	t.mu.RLock()
	r.n++
	t.mu.RUnlock()
	r.mu.Unlock()
}

// A Queue has a helper that takes the second lock.
type Queue struct {
	mu    sync.Mutex
	items []int
	smu   sync.Mutex
	size  int
}

// Push takes the locks in order.
func (q *Queue) Push(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.grow() // failed
	q.mu.Unlock()
}

func (q *Queue) grow() {
	q.smu.Lock()
	q.size++
	q.smu.Unlock()
}

// Pop takes them the other way round, the second in a helper.
func (q *Queue) Pop() int {
	q.smu.Lock()
	defer q.smu.Unlock()
	q.size--
	return q.take()
}

func (q *Queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := q.items[0]
	q.items = q.items[1:]
	return n
}

var (
	namesMu sync.RWMutex
	names   = map[string]int{}
	countMu sync.Mutex
	count   int
)

// Register takes locks of the package.
func Register(k string) {
	namesMu.Lock()
	defer namesMu.Unlock()
	countMu.Lock() // failed
	defer countMu.Unlock()
	names[k]++
	count++
}

// Count takes them the other way round, one for reading.
func Count() (int, int) {
	countMu.Lock()
	defer countMu.Unlock()
	namesMu.RLock()
	defer namesMu.RUnlock()
	return len(names), count
}
