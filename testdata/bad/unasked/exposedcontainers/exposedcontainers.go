// Package exposedcontainers has no annotations. Functions put the address of a field, or what a lock guards, into a sync.Map, an atomic variable or a pool of their callers, or send it to them.
package exposedcontainers

import (
	"sync"
	"sync/atomic"
)

// A Gauge has no lock: its callers synchronise.
type Gauge struct {
	n     int
	name  string
	hits  atomic.Int64
	limit int
}

// NewGauge is right.
func NewGauge(limit int) *Gauge { return &Gauge{limit: limit} }

// Inc is used while others find the field.
func (g *Gauge) Inc() int {
	g.n++ // failed
	return g.n
}

// Put has others find the field.
func (g *Gauge) Put(m *sync.Map) {
	m.Store(g.name, &g.n) // failed
}

// PutOnce does so by a variable, unless something is there.
func (g *Gauge) PutOnce(m *sync.Map) {
	p := &g.n
	m.LoadOrStore(g.name, p) // failed
}

// Publish stores it in an atomic variable.
func (g *Gauge) Publish(v *atomic.Value) {
	v.Store(&g.n) // failed
}

// Point stores it in an atomic pointer.
func (g *Gauge) Point(p *atomic.Pointer[int]) {
	p.Store(&g.n) // failed
	g.n++
}

// Pool puts it into a pool.
func (g *Gauge) Pool(p *sync.Pool) {
	p.Put(&g.n) // failed
}

// Send sends it.
func (g *Gauge) Send(to chan<- *int) {
	to <- &g.n // failed
	g.n++
}

// Everywhere is a container that others have, too.
var Everywhere sync.Map

// Global puts it there.
func (g *Gauge) Global() {
	Everywhere.Store(g.name, &g.n) // failed
}

// Hits is right: the field is atomic.
func (g *Gauge) Hits(m *sync.Map) {
	m.Store(g.name, &g.hits)
	g.hits.Add(1)
}

// Limit is right: nobody writes the field.
func (g *Gauge) Limit() int { return g.limit }

// Copy is right.
func (g *Gauge) Copy(m *sync.Map, to chan<- *int) {
	n := g.n
	m.Store(g.name, g.n)
	to <- &n
}

// New is right: nobody else knows the object.
func New(m *sync.Map, name string) {
	c := &count{}
	m.Store(name, &c.n)
}

type count struct{ n int }

// A Table is guarded by its lock.
type Table struct {
	mu    sync.Mutex
	total int
	sizes []int
	names map[string]int
}

// NewTable is right.
func NewTable() *Table { return &Table{sizes: make([]int, 4), names: map[string]int{}} }

// Add is right.
func (t *Table) Add(name string, i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total++
	t.sizes[i]++
	t.names[name]++
}

// Total gives away the address.
func (t *Table) Total(m *sync.Map) {
	m.Store("total", &t.total) // failed
}

// Sizes gives away the slice.
func (t *Table) Sizes(m *sync.Map) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m.Store("sizes", t.sizes) // failed
}

// Names gives away the map.
func (t *Table) Names(v *atomic.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v.Store(t.names) // failed
}

// Size gives away an element.
func (t *Table) Size(p *atomic.Pointer[int], i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.Store(&t.sizes[i]) // failed
}

// Copies is right.
func (t *Table) Copies(m *sync.Map, v *atomic.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m.Store("sizes", append([]int(nil), t.sizes...))
	names := make(map[string]int, len(t.names))
	for k, n := range t.names {
		names[k] = n
	}
	v.Store(names)
	m.Store("total", t.total)
}
