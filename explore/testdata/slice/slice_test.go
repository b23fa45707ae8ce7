// Package slice has tests with known slices. A line ends in a comment if an access there decides whether the test fails
// ("in"). What is not in, but would be if runs showed that it writes what such an access reads, has "needs" with the lines
// that it depends on then. A lock of which the critical sections are but accesses has "leaf".
package slice

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
)

// The assertion reads x; y decides on nothing.
func TestData(t *testing.T) {
	x, y := 0, 0
	go func() {
		x = 1
		y = 1
	}()
	z := y
	if x == 1 { // in
		t.Error(z)
	}
}

// What is written to x was read from y.
func TestNeeds(t *testing.T) {
	x, y := 0, 0
	go func() {
		x = y // needs 31
	}()
	go func() { y = 1 }()
	if x == 1 { // in
		t.Error()
	}
}

// Whether x is written is up to y.
func TestPlaceOfAWrite(t *testing.T) {
	x, y := 0, 0
	go func() {
		if y == 1 { // in
			x = 1
		}
	}()
	go func() { y = 1 }()
	if x == 1 { // in
		t.Error()
	}
}

type node struct {
	key, other int
	next       *node
}

// A field is another variable than other fields.
func TestFields(t *testing.T) {
	n := &node{}
	go func() {
		n.key = 1
		n.other = 1
	}()
	if n.key == 1 { // in
		t.Error()
	}
}

// A pointer may lead to any variable of its type.
func TestPointer(t *testing.T) {
	x := 0
	p := &x
	n := &node{}
	go func() {
		n.other = 1
		x = 1
	}()
	if *p == 1 { // in
		t.Error()
	}
}

func get(n *node) int { return n.key } // in

func set(n *node, v int) { n.key = v }

// Results and parameters.
func TestCalls(t *testing.T) {
	n := &node{}
	go set(n, 1)
	if get(n) == 1 {
		t.Error()
	}
}

// A pointer that may be nil decides; one that has been compared does not.
func TestNil(t *testing.T) {
	n := &node{}
	go func() {
		n.next = &node{}
	}()
	if m := n.next; m != nil {
		_ = m.key
	}
	_ = n.next.key // in
}

// An index that may be out of range decides; the remainder of a division does not.
func TestIndex(t *testing.T) {
	var table [8]uint32
	i, k := uint32(0), 0
	go func() {
		i++ // needs 114
		k++ // needs 115
	}()
	_ = table[i%8]
	_ = table[k] // in
}

// What a loop waits for decides; what it tries again does not.
func TestLoops(t *testing.T) {
	var ready, count atomic.Int32
	go func() {
		ready.Store(1)
		count.Add(1) // needs 131 132
	}()
	for ready.Load() == 0 { // in
	}
	for {
		n := count.Load()                 // needs 132
		if count.CompareAndSwap(n, n+1) { // needs 131
			break
		}
	}
}

// Which code is called by an interface, or a function value, is told by types.
type shape interface{ area() int }

type square struct{ side int }

func (s *square) area() int { return s.side } // in

type line struct{ length int }

func (l *line) area() int { return l.length } // in

func TestDynamic(t *testing.T) {
	s := &square{}
	l := &line{}
	go func() {
		s.side = 1
		l.length = 1
	}()
	for _, s := range []shape{s, l} { // in
		if s.area() == 1 {
			t.Error()
		}
	}
	x := 0
	f := func() int { return x } // in
	go func() { x = 1 }()
	if f() == 1 {
		t.Error()
	}
}

// Code that is not instrumented reads all that its arguments lead to.
func TestOutside(t *testing.T) {
	list := []int{2, 1}
	x := 0
	y := 0
	go func() {
		list[0] = x // in
		y = 1
	}()
	go func() { x = 1 }()
	sort.Ints(list)
	_ = fmt.Sprint(y)
}

// Sections that contain accesses, and others.
func TestLocks(t *testing.T) {
	var a, b, c, d sync.Mutex
	x := 0
	go func() { x = 1 }()
	list := []int{1}
	a.Lock() // leaf
	x++      // needs 190
	a.Unlock()
	b.Lock()
	c.Lock() // leaf
	x++      // needs 194
	c.Unlock()
	b.Unlock()
	func() {
		d.Lock() // leaf
		defer d.Unlock()
		x++ // needs 200
	}()
	b.Lock()
	sort.Ints(list)
	b.Unlock()
	c.Lock()
	if x == 1 { // in
		return
	}
	c.Unlock()
}

// Which mutex is locked decides if what it guards does.
func TestGuard(t *testing.T) {
	var locks [2]sync.Mutex
	x, k, other := 0, uint32(0), uint32(0)
	go func() {
		k = 1
		other = 1
		x = 1
	}()
	m := k % 2
	locks[m].Lock() // leaf
	x++             // needs 221 223
	locks[m].Unlock()
	n := other % 2
	locks[n].Lock() // leaf
	locks[n].Unlock()
	if x == 2 { // in
		t.Error()
	}
}

// A map is one variable, and its order is chosen.
func TestMaps(t *testing.T) {
	m, o, r := map[int]int{}, map[int]string{}, map[string]int{}
	go func() {
		m[1] = 1
		o[1] = ""
		r[""] = 1
	}()
	_ = o[1]
	if m[1] == 1 { // in
		t.Error()
	}
	for range r { // in
	}
}
