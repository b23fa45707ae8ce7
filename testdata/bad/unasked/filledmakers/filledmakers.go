// Package filledmakers has functions that make an object and fill what a lock guards in it, in loops, by helpers that methods with the lock use, too.
package filledmakers

import "sync"

// A Catalog has names by topic.
type Catalog struct {
	mu  sync.Mutex
	all map[string][]string
	n   int
}

// New fills it.
func New(names []string) *Catalog {
	c := &Catalog{all: map[string][]string{}}
	for _, n := range names {
		c.all[n] = append(c.all[n], n)
	}
	return c
}

// Load has a helper fill it.
func Load(names []string) *Catalog {
	c := &Catalog{all: map[string][]string{}}
	for _, n := range names {
		c.add(n, n)
	}
	c.begin()
	return c
}

func (c *Catalog) begin() {
	c.add("first", "begin")
	c.all["last"] = nil
}

func (c *Catalog) add(topic, name string) {
	c.all[topic] = append(c.all[topic], name)
	c.n++
}

// Add holds the lock.
func (c *Catalog) Add(topic, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(topic, name)
}

// Len holds it, too.
func (c *Catalog) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all) + c.n
}

// A Table is guarded, and filled by what has made it, or what that has made for it.
type Table struct {
	mu sync.Mutex
	m  map[string]int
}

// Set holds the lock.
func (t *Table) Set(k string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[k] = n
}

func (t *Table) fill(k string) { t.m[k] = 1 }

type report struct{ table *Table }

func newReport() *report {
	r := &report{table: &Table{m: map[string]int{}}}
	r.table.fill("begin")
	return r
}

// Tables gives away the table of a report.
func Tables() *Table { return newReport().table }

// An Index is a Catalog that most functions get wrong.
type Index struct {
	mu  sync.Mutex
	all map[string][]string
}

func (c *Index) add(topic, name string) {
	c.all[topic] = append(c.all[topic], name)
}

// Add holds the lock.
func (c *Index) Add(topic, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(topic, name)
}

// AddTwo holds it.
func (c *Index) AddTwo(topic, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(topic, name)
	c.add(topic, topic)
	c.add(name, topic)
}

// Len holds it, too.
func (c *Index) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

var known struct {
	mu sync.Mutex
	c  *Index
}

// LoadKnown lets others know the catalog before it is filled.
func LoadKnown(names []string) *Index {
	c := &Index{all: map[string][]string{}}
	known.mu.Lock()
	known.c = c
	known.mu.Unlock()
	for _, n := range names {
		c.add(n, n) // failed
	}
	return c
}

// Known is what others know.
func Known() *Index {
	known.mu.Lock()
	defer known.mu.Unlock()
	return known.c
}

// LoadEarly starts a goroutine before the catalog is filled.
func LoadEarly(names []string) *Index {
	c := &Index{all: map[string][]string{}}
	go c.Add("a", "b")
	for _, n := range names {
		c.all[n] = append(c.all[n], n) // failed
	}
	return c
}

// LoadWithin starts one in the loop.
func LoadWithin(names []string) *Index {
	c := &Index{all: map[string][]string{}}
	for _, n := range names {
		c.add(n, n) // failed
		if len(names) > 3 {
			go c.Len()
		}
	}
	return c
}

// More has an object of somebody else.
func More(c *Index, names []string) {
	for _, n := range names {
		c.add(n, n) // failed
	}
}

var last []string

// LoadLast gives away what it has put in.
func LoadLast(names []string) *Index {
	c := &Index{all: map[string][]string{}}
	for _, n := range names {
		c.all[n] = append(c.all[n], n)
		last = c.all[n] // failed
	}
	return c
}

// Last reads it.
func Last() int { return len(last) }
