// Package passedon passes guarded memory to code that is not at hand, with its lock.
package passedon

import (
	"container/list"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"sync"
)

// A Journal keeps what was written.
type Journal struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	entries list.List
	//calvin:guarded_by mu
	total big.Int
	//calvin:guarded_by mu
	sizes []int
	//calvin:guarded_by mu
	limit int
	//calvin:guarded_by mu
	head Head
}

// Head says what a Journal is about.
type Head struct {
	Name    string
	Version int
}

// A Meter is printed by its method.
type Meter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// New makes a Journal, which nobody else knows yet.
func New(size int) *Journal {
	j := &Journal{sizes: []int{size}}
	j.entries.Init()
	_, _ = fmt.Sscan("10", &j.limit)
	return j
}

// Add writes an entry.
func (j *Journal) Add(size int) {
	j.mu.Lock()
	j.entries.PushBack(size)
	j.sizes = append(j.sizes, size)
	j.mu.Unlock()
}

// Len reads under the read lock.
func (j *Journal) Len() int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.entries.Len()
}

// Sizes returns a copy.
func (j *Journal) Sizes() []int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return slices.Clone(j.sizes)
}

// Double computes with a number that is guarded.
func (j *Journal) Double() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.total.Add(&j.total, &j.total)
}

// IsZero looks at it.
func (j *Journal) IsZero() bool {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.total.Sign() == 0
}

// Encode encodes a part.
func (j *Journal) Encode() ([]byte, error) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return json.Marshal(&j.head)
}

// Print prints a part, and where the whole is.
func (j *Journal) Print() {
	j.mu.RLock()
	fmt.Println(&j.head)
	j.mu.RUnlock()
	fmt.Printf("%p %T\n", j, j)
}

// Register hands the whole to code that cannot get at its fields.
func (j *Journal) Register(register func(*Journal)) {
	if register != nil {
		register(j)
	}
}

// Keep stores it in another package's container.
func (j *Journal) Keep() *list.List {
	l := list.New()
	if l == nil {
		return nil
	}
	l.PushBack(j)
	return l
}

// String takes the lock.
func (m *Meter) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.n)
}

// Show prints by the method that takes the lock.
func (m *Meter) Show() {
	fmt.Println(m)
	fmt.Printf("%8s\n", m)
}

// A Counter counts: a Meter is one, and whoever imports this package may have others.
type Counter interface {
	//calvin:atomic
	//calvin:ensures true
	Count()
}

// Count takes the lock of its receiver.
func (m *Meter) Count() {
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
}

// Counted calls a Counter under a lock that none of them takes.
func (j *Journal) Counted(c Counter) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	if c != nil {
		c.Count()
	}
	return j.limit
}

// Reset calls one once it has given back the lock that it may take.
func (m *Meter) Reset(c Counter) {
	m.mu.Lock()
	m.n = 0
	m.mu.Unlock()
	if c != nil {
		c.Count()
	}
}

// each calls what it is given, any number of times.
//
//calvin:performs Some*
//calvin:action   Some
//calvin:ensures  true
func each(f func()) {
	if f != nil {
		f()
	}
}

// both passes on a method that takes another lock than the one that is held.
func both(a, b *Meter) {
	if a == b {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	each(b.Count)
	a.n++
}

// Table prints slices of its own.
func Table() {
	fmt.Println([][]int{{1, 2}, nil, make([]int, 3)})
}

// Squares prints rows that it makes in a loop: none of them is the sizes.
func Squares(n int) {
	var rows [][]int
	for i := 0; i < n; i++ {
		rows = append(rows, []int{i, i * i})
	}
	fmt.Println(rows)
}

// Triangle fills one that is there.
func Triangle() {
	all := make([][]int, 10)
	for i := range all {
		all[i] = make([]int, i+1)
	}
	fmt.Println(all)
}

// Groups prints a map that it fills.
func Groups(n int) {
	groups := map[int][]int{}
	for i := 0; i < n; i++ {
		groups[i%7] = append(groups[i%7], i)
	}
	fmt.Println(groups)
}

// Another counts for a meter that nobody else has.
func Another(b *Meter) *Meter {
	a := new(Meter)
	both(a, b)
	return a
}
