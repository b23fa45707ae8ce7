// Package gen writes annotated packages of any size, to measure how the time of verification grows with it.
package gen

import (
	"bytes"
	"fmt"
	"text/template"
)

// unit is a counter, an allocator and a client of both: five functions. {{.}} is its number.
const unit = `
// A Counter{{.}} counts.
type Counter{{.}} struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
}

// Increment adds one.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter{{.}}) Increment() {
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
}

// Value returns the count.
//
//calvin:atomic
//calvin:when    c.mu == free
//calvin:ensures result == c.count
func (c *Counter{{.}}) Value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// An Allocator{{.}} keeps track of which blocks are in use.
type Allocator{{.}} struct {
	locks [64]sync.Mutex
	//calvin:accessible_if[j] locks[j] == tid
	bits [64]bool
}

// Alloc claims a free block and returns its index with that block's lock still held, or -1.
//
//calvin:performs NoBlocks [] Allocated
//calvin:action   NoBlocks
//calvin:ensures  result == -1
//calvin:action   Allocated
//calvin:when     a.locks[result] == free
//calvin:modifies a.bits[result], a.locks[result]
//calvin:ensures  0 <= result && result < len(a.bits)
//calvin:ensures  a.locks[result] == tid
//calvin:ensures  !old(a.bits[result]) && a.bits[result]
func (a *Allocator{{.}}) Alloc() int {
	for i := 0; i < len(a.bits); i++ {
		a.locks[i].Lock()
		if !a.bits[i] {
			a.bits[i] = true
			return i
		}
		a.locks[i].Unlock()
	}
	return -1
}

// Free gives block i back and releases its lock.
//
//calvin:requires 0 <= i && i < len(a.bits)
//calvin:requires a.locks[i] == tid
//calvin:atomic
//calvin:modifies a.bits[i], a.locks[i]
//calvin:ensures  a.locks[i] == free && !a.bits[i]
func (a *Allocator{{.}}) Free(i int) {
	a.bits[i] = false
	a.locks[i].Unlock()
}

// Probe{{.}} looks for a free block and counts the successes.
//
//calvin:performs Skipped [] Counted
//calvin:action   Skipped
//calvin:ensures  !result
//calvin:action   Counted
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func Probe{{.}}(a *Allocator{{.}}, c *Counter{{.}}) bool {
	i := a.Alloc()
	if i < 0 {
		return false
	}
	a.Free(i)
	c.Increment()
	return true
}
`

// owners is a type that owns a slice, two maps and what one of them leads to: five functions. {{.}} is its number.
const owners = `
// A Table{{.}} is for anybody to use.
type Table{{.}} struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	byName map[string]int
	//calvin:guarded_by mu
	hits map[int]*hits{{.}}
	//calvin:guarded_by mu
	n int
}

type hits{{.}} struct{ n int }

// Push adds an item.
func (t *Table{{.}}) Push(x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.items = append(t.items, x)
}

// First returns the first item.
func (t *Table{{.}}) First() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.items) == 0 {
		return 0
	}
	return t.items[0]
}

// Set names a number.
func (t *Table{{.}}) Set(name string, x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byName == nil {
		t.byName = map[string]int{}
	}
	t.byName[name] = x
}

// Hit counts a number.
func (t *Table{{.}}) Hit(x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hits == nil {
		t.hits = map[int]*hits{{.}}{}
	}
	h := t.hits[x]
	if h == nil {
		h = &hits{{.}}{}
		t.hits[x] = h
	}
	if h != nil {
		h.n++
	}
}

// Count counts.
func (t *Table{{.}}) Count() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}
`

// Unit is how many functions the package grows by at a time.
const Unit = 5

var (
	units      = template.Must(template.New("unit").Parse(unit))
	ownerUnits = template.Must(template.New("owners").Parse(owners))
)

// Package returns the source of a package of n functions, n a multiple of Unit. All of them verify.
func Package(name string, n int) ([]byte, error) { return generate(units, name, n) }

// Owners is Package for types that own slices, maps and plain objects.
func Owners(name string, n int) ([]byte, error) { return generate(ownerUnits, name, n) }

func generate(units *template.Template, name string, n int) ([]byte, error) {
	if n <= 0 || n%Unit != 0 {
		return nil, fmt.Errorf("a generated package has a multiple of %d functions, not %d", Unit, n)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Package %s is generated.\npackage %s\n\nimport \"sync\"\n", name, name)
	for i := range n / Unit {
		if err := units.Execute(&b, i); err != nil {
			return nil, fmt.Errorf("generate unit %d: %w", i, err)
		}
	}
	return b.Bytes(), nil
}

// Importer returns the source of a command that imports all these packages, so that they are checked together.
func Importer(paths []string) []byte {
	var b bytes.Buffer
	b.WriteString("// Command app is generated.\npackage main\n\nimport (\n")
	for _, p := range paths {
		fmt.Fprintf(&b, "\t_ %q\n", p)
	}
	b.WriteString(")\n\nfunc main() {}\n")
	return b.Bytes()
}
