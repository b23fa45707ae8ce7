// Package boxes has maps, slices and numbers behind pointers that a lock guards, and comes to them in ways that are wrong.
package boxes

import "sync"

type set map[int]bool

func (s *set) add(i int)      { (*s)[i] = true }
func (s *set) has(i int) bool { return (*s)[i] }
func (s set) put(i int)       { s[i] = true }

// A Box has a lock, and pointers to what it guards.
type Box struct {
	mu    sync.RWMutex
	set   *set
	list  *[]int
	n     *int
	row   *[4]int16
	small *int8
	to    **node
	other *set
}

type node struct{ n int }

// New makes one, of which all is new.
func New() *Box {
	s, l, n, r, o := set{}, []int{}, 0, [4]int16{}, set{}
	p := &node{}
	return &Box{set: &s, list: &l, n: &n, row: &r, small: new(int8), other: &o, to: &p}
}

// Right does everything under the lock.
func (b *Box) Right(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set.add(i)
	b.set.put(i)
	(*b.set)[i] = b.set.has(i + 1)
	*b.list = append(*b.list, i)
	(*b.list)[0] = i
	*b.n++
	b.row[1] = int16(i)
	*b.small++
	(*b.to).n++
	*b.to = &node{}
}

// Reads reads under the lock held for reading.
func (b *Box) Reads(i int) (int, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return *b.n + len(*b.list) + int(b.row[1]) + int(*b.small) + (*b.to).n, b.set.has(i)
}

// Half writes under the lock held for reading.
func (b *Box) Half(i int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	b.set.add(i) // failed
}

// Later uses a pointer that it has read under the lock.
func (b *Box) Later(i int) bool {
	b.mu.Lock()
	s := b.set
	b.mu.Unlock()
	return s.has(i) // failed
}

// Number writes a number after the unlock.
func (b *Box) Number() {
	b.mu.Lock()
	n := b.n
	b.mu.Unlock()
	*n = 1 // failed
}

// Row writes an element after the unlock.
func (b *Box) Row() {
	b.mu.Lock()
	r := b.row
	b.mu.Unlock()
	r[2]++ // failed
}

// Sliced writes an element by a slice of the array.
func (b *Box) Sliced() {
	b.mu.Lock()
	r := b.row[:2]
	b.mu.Unlock()
	r[1] = 1 // failed
}

// Entries writes entries of a map after the unlock.
func (b *Box) Entries() {
	b.mu.Lock()
	s := *b.set
	b.mu.Unlock()
	s.put(1) // failed
}

// Elements writes elements after the unlock.
func (b *Box) Elements() {
	b.mu.Lock()
	l := *b.list
	b.mu.Unlock()
	if len(l) > 0 {
		l[0] = 1 // failed
	}
}

// Node writes a node that two pointers lead to.
func (b *Box) Node() {
	b.mu.Lock()
	p := *b.to
	b.mu.Unlock()
	p.n = 1 // failed
}

// Twice has two boxes share a set.
func Twice() (*Box, *Box) {
	s := set{}
	return &Box{set: &s}, &Box{set: &s} // failed
}

// Both has two boxes share what two sets are: one map.
func Both() (*Box, *Box) {
	m := set{}
	s, t := m, m
	return &Box{set: &s}, &Box{set: &t} // failed
}

// Moved gives one box what another has.
func Moved(b, c *Box) {
	b.mu.Lock()
	s := b.set
	b.mu.Unlock()
	c.mu.Lock()
	c.set = s // failed
	c.mu.Unlock()
}

// Kept lets others know of the set, and stores it.
func Kept(b *Box, to chan *set) {
	s := &set{}
	select {
	case to <- s:
	default:
	}
	b.mu.Lock()
	b.set = s // failed
	b.mu.Unlock()
}

// Tells lets others know of what is guarded.
func Tells(b *Box, to chan *set) {
	b.mu.Lock()
	s := b.set
	b.mu.Unlock()
	to <- s // failed
}

// Told returns it.
func (b *Box) Told() *set {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.set // failed
}

// Unguarded writes what no lock guards.
func (b *Box) Unguarded() {
	b.other.add(1) // failed
}

// Spawned has a goroutine write it.
func (b *Box) Spawned() {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.set
	go func() { // failed
		s.add(1)
	}()
}

// Captured stores the address of a variable that a goroutine writes, too.
func (b *Box) Captured() {
	n := 0
	go func() { n++ }()
	b.mu.Lock()
	b.n = &n // failed
	b.mu.Unlock()
}

// Whole has numbers and lists of its own.
type Whole struct {
	mu  sync.Mutex
	n   int
	row [3]int8
	set set
}

// Add counts under the lock of the whole.
func (w *Whole) Add() {
	w.mu.Lock()
	w.n++
	w.row[1]++
	w.set[1] = true
	w.mu.Unlock()
}

// Part stores the address of a field that another lock guards.
func (b *Box) Part() *Whole {
	w := &Whole{}
	b.mu.Lock()
	b.n = &w.n // failed
	b.mu.Unlock()
	return w
}

// Element stores that of an element.
func (b *Box) Element() *Whole {
	w := &Whole{}
	b.mu.Lock()
	b.small = &w.row[1] // failed
	b.mu.Unlock()
	return w
}

// Field stores that of a map.
func (b *Box) Field() *Whole {
	w := &Whole{set: set{}}
	b.mu.Lock()
	b.set = &w.set // failed
	b.mu.Unlock()
	return w
}

// Map stores the address of a variable that has the map of another object.
func (b *Box) Map() *Whole {
	m := set{}
	b.mu.Lock()
	b.set = &m
	b.mu.Unlock()
	return &Whole{set: m} // failed
}

var count int

var countMu sync.Mutex

// Global stores the address of a package variable.
func (b *Box) Global() {
	b.mu.Lock()
	b.n = &count // failed
	b.mu.Unlock()
}

// Count counts there.
func Count() {
	countMu.Lock()
	count++
	countMu.Unlock()
}
