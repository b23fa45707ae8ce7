// Package fieldsofown has no annotations. It has fields that never change, and guarded slices of the same type; some of these share their memory.
package fieldsofown

import (
	"strings"
	"sync"
)

// A Store is right.
type Store struct {
	mu    sync.Mutex
	names []string
	kinds []string
	codes map[string]int
	count map[string]int
}

// New is right.
func New() *Store {
	return &Store{kinds: []string{"x", "y"}, codes: map[string]int{"a": 1}, count: map[string]int{}}
}

// Set is right.
func (s *Store) Set(i int, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[i] = name
	s.count[name]++
}

// Kind is right.
func (s *Store) Kind(i int) string { return s.kinds[i] }

// Code is right.
func (s *Store) Code(name string) int { return s.codes[name] }

// All is right.
func (s *Store) All() string { return strings.Join(s.kinds, ",") }

// A View has what a store has under its lock.
type View struct {
	mu   sync.Mutex
	n    int
	list []string
}

// View gives away what the lock guards.
func (s *Store) View() *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &View{list: s.names} // failed
}

// At reads it.
func (v *View) At(i int) string {
	v.mu.Lock()
	v.n++
	v.mu.Unlock()
	return v.list[i] // failed
}

// A Twin has one array by two names.
type Twin struct {
	mu    sync.Mutex
	names []string
	kinds []string
}

// NewTwin stores it twice.
func NewTwin() *Twin {
	t := &Twin{kinds: []string{"a"}}
	t.names = t.kinds // failed
	return t
}

// Set is right.
func (t *Twin) Set(i int, name string) {
	t.mu.Lock()
	t.names[i] = name
	t.mu.Unlock()
}

// Kind reads what Set writes.
func (t *Twin) Kind(i int) string { return t.kinds[i] } // failed

// A Local has one array by two names, too.
type Local struct {
	mu    sync.Mutex
	names []string
	kinds []string
}

// NewLocal stores it twice.
func NewLocal() *Local {
	list := []string{"a"}
	return &Local{kinds: list, names: list} // failed
}

// Set is right.
func (l *Local) Set(i int, name string) {
	l.mu.Lock()
	l.names[i] = name
	l.mu.Unlock()
}

// Kind reads what Set writes.
func (l *Local) Kind(i int) string { return l.kinds[i] } // failed

// A Helped gets it by a method.
type Helped struct {
	mu    sync.Mutex
	names []string
	kinds []string
}

// NewHelped passes it on.
func NewHelped() *Helped {
	h := &Helped{kinds: []string{"a"}}
	h.take(h.kinds) // failed
	return h
}

func (h *Helped) take(list []string) { h.names = list }

// Set is right.
func (h *Helped) Set(i int, name string) {
	h.mu.Lock()
	h.names[i] = name
	h.mu.Unlock()
}

// Kind reads what Set writes.
func (h *Helped) Kind(i int) string { return h.kinds[i] } // failed

type plain struct {
	names []string
	kinds []string
}

type other struct {
	kinds []string
	names []string
}

// A Converted has it by another type.
type Converted struct {
	mu   sync.Mutex
	have other
}

// NewConverted converts.
func NewConverted() (*Converted, plain) {
	p := plain{names: []string{"a"}}
	c := &Converted{}
	c.have = other{names: p.names}
	return c, p // failed
}

// Set is right.
func (c *Converted) Set(i int, name string) {
	c.mu.Lock()
	c.have.names[i] = name
	c.mu.Unlock()
}

// Use reads what Set writes.
func Use(p plain) string { return p.names[0] }

// A Changed is written without the lock.
type Changed struct {
	mu    sync.Mutex
	names []string
	kinds []string
}

// NewChanged is right.
func NewChanged() *Changed { return &Changed{kinds: []string{"a"}} }

// Set writes both.
func (c *Changed) Set(i int, name string) {
	c.mu.Lock()
	c.names[i] = name
	c.mu.Unlock()
	c.kinds[i] = name // failed
}

// Kind reads what Set writes.
func (c *Changed) Kind(i int) string { return c.kinds[i] }

// A Grown appends to an array that it shares.
type Grown struct {
	mu    sync.Mutex
	names []string
	kinds []string
}

// NewGrown appends.
func NewGrown() *Grown {
	g := &Grown{kinds: make([]string, 1, 8)}
	g.names = append(g.kinds, "b") // failed
	return g
}

// Set is right.
func (g *Grown) Set(i int, name string) {
	g.mu.Lock()
	g.names[i] = name
	g.mu.Unlock()
}

// Kind reads what Set writes.
func (g *Grown) Kind(i int) string { return g.kinds[i] } // failed

type inner struct{ kinds []string }

// A Held gets it out of a struct that is no variable.
type Held struct {
	mu    sync.Mutex
	names []string
	in    inner
}

func newInner() inner { return inner{kinds: []string{"a"}} }

func (i inner) list() []string { return i.kinds }

// NewHeld takes it out.
func NewHeld() *Held {
	h := &Held{in: newInner()}
	h.names = h.in.list() // failed
	return h
}

// Set is right.
func (h *Held) Set(i int, name string) {
	h.mu.Lock()
	h.names[i] = name
	h.mu.Unlock()
}

// Kind reads what Set writes.
func (h *Held) Kind(i int) string { return h.in.kinds[i] } // failed
