// Package takenstructs has no annotations. Functions are passed structs by value, and store them, with the slices and maps in them, where a lock guards these.
package takenstructs

import "sync"

type route struct {
	name  string
	steps []int
}

// A Table has its routes under a lock.
type Table struct {
	mu     sync.Mutex
	routes []route
	byName map[string]route
}

// NewTable makes one.
func NewTable() *Table { return &Table{byName: map[string]route{}} }

func (t *Table) add(r route) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, old := range t.routes {
		if old.name == r.name {
			t.routes[i].steps[0]++
			return
		}
	}
	t.routes = append(t.routes, r)
}

func (t *Table) set(r route) {
	t.mu.Lock()
	t.byName[r.name] = r
	t.mu.Unlock()
}

// Step writes what is under the lock.
func (t *Table) Step(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r, ok := t.byName[name]; ok {
		r.steps[0]++
	}
}

// Add passes a new slice.
func (t *Table) Add(name string) {
	t.add(route{name: name, steps: []int{1, 2}})
}

// Set does, too.
func (t *Table) Set(name string) {
	r := route{name: name, steps: make([]int, 3)}
	r.steps[1] = 1
	t.set(r)
}

// Later goes on to write the slice.
func (t *Table) Later(name string) {
	r := route{name: name, steps: make([]int, 3)}
	t.set(r)
	r.steps[1] = 1 // failed
}

// Read goes on to read it.
func (t *Table) Read(name string) int {
	r := route{name: name, steps: make([]int, 3)}
	t.add(r)
	return r.steps[1] // failed
}

// Twice has two tables own it.
func Twice(a, b *Table, name string) {
	r := route{name: name, steps: make([]int, 3)}
	a.set(r)
	b.set(r) // failed
}

// Spread has a goroutine write it.
func (t *Table) Spread(name string) {
	r := route{name: name, steps: make([]int, 3)}
	go func() { r.steps[0] = 1 }()
	t.set(r) // failed
}

var common = make([]int, 3)

// Common passes what a package variable has.
func (t *Table) Common(name string) {
	t.set(route{name: name, steps: common}) // failed
}

// Commonly reads it.
func Commonly() int { return common[0] }

// Move passes what another table has.
func (t *Table) Move(from *Table, name string) {
	from.mu.Lock()
	r := from.byName[name]
	from.mu.Unlock()
	t.set(r) // failed
}

// Given passes on what its callers leave to it.
func (t *Table) Given(name string, steps []int) {
	t.set(route{name: name, steps: steps})
}

// A Pair has two slices.
type pair struct {
	a, b []int
}

// A Pairs guards pairs.
type Pairs struct {
	mu  sync.Mutex
	one pair
	n   int
}

func (p *Pairs) put(x pair) {
	p.mu.Lock()
	p.one = x
	p.mu.Unlock()
}

// Inc writes both.
func (p *Pairs) Inc() {
	p.mu.Lock()
	p.one.a[0]++
	p.one.b[0]++
	p.mu.Unlock()
}

// Put passes two slices.
func (p *Pairs) Put() { p.put(pair{make([]int, 1), make([]int, 1)}) }

// Keep keeps one of them.
func (p *Pairs) Keep() int {
	a, b := make([]int, 1), make([]int, 1)
	p.put(pair{a, b})
	return b[0] // failed
}

// A Sink has its method called by way of an interface, too.
type Sink struct {
	mu sync.Mutex
	m  map[string]route
}

type sinker interface{ sink(route) }

func (s *Sink) sink(r route) {
	s.mu.Lock()
	s.m[r.name] = r // failed
	s.mu.Unlock()
}

// Step writes what is under the lock.
func (s *Sink) Step(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[name].steps[0]++
}

// Sinks lets others call it.
func (s *Sink) Sinks() func(route) { return s.sink }

// Through calls it so.
func Through(x any, r route) {
	if s, ok := x.(sinker); ok {
		s.sink(r) // callers leave r to it
	}
}
