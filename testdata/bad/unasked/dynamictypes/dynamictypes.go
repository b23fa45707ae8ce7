// Package dynamictypes has no annotations. Its fields are of an interface type that everybody may implement. Where all stores to a field are pointers to types whose methods return
// new slices, what a call by way of it returns is new. Where something else may be there, others may know it.
package dynamictypes

import "sync"

// A Store keeps names.
type Store interface {
	Add(name string)
	Names() []string
}

// A List returns copies.
type List struct{ names []string }

// Add adds one.
func (l *List) Add(name string) { l.names = append(l.names, name) }

// Names returns all.
func (l *List) Names() []string {
	out := make([]string, len(l.names))
	copy(out, l.names)
	return out
}

// A Two has two of them, which its lock guards.
type Two struct {
	mu        sync.RWMutex
	hot, cold Store
}

// NewTwo makes one.
func NewTwo() *Two {
	hot := &List{}
	return &Two{hot: hot, cold: &List{}}
}

// Add adds to both.
func (t *Two) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hot.Add(name)
	t.cold.Add(name)
}

// Names returns the names of both.
func (t *Two) Names() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	hot := t.hot.Names()
	cold := t.cold.Names()
	return append(hot, cold...)
}

// Reset has others.
func (t *Two) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hot, t.cold = &List{}, nil
}

// A Given has a store that somebody passes.
type Given struct {
	mu  sync.RWMutex
	hot Store
}

// NewGiven makes one.
func NewGiven() *Given { return &Given{hot: &List{}} }

// Set has another.
func (g *Given) Set(s Store) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hot = s
}

// Names adds one to them.
func (g *Given) Names(name string) []string {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return append(g.hot.Names(), name) // failed
}

// An Open has a field that others set.
type Open struct {
	mu  sync.RWMutex
	Hot Store
}

// NewOpen makes one.
func NewOpen() *Open { return &Open{Hot: &List{}} }

// Names adds one to them.
func (o *Open) Names(name string) []string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return append(o.Hot.Names(), name) // failed
}

// A Passed has a field of which the address is passed.
type Passed struct {
	mu  sync.RWMutex
	hot Store
}

// NewPassed makes one.
func NewPassed(s Store) *Passed {
	p := &Passed{hot: &List{}}
	at := &p.hot
	*at = s // failed
	return p
}

// Names adds one to them.
func (p *Passed) Names(name string) []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return append(p.hot.Names(), name) // failed
}

// A Converted has values of another type become its own.
type Converted struct {
	hot Store
	n   int
}

type plan struct {
	hot Store
	n   int
}

// Convert makes one.
func Convert(s Store) *Converted {
	c := Converted(plan{hot: s})
	return &c
}

// NewConverted makes another.
func NewConverted() *Converted { return &Converted{hot: &List{}} }

// A Box has one.
type Box struct {
	mu sync.RWMutex
	in *Converted
}

// NewBox makes one.
func NewBox() *Box { return &Box{in: NewConverted()} }

// Names adds one to them.
func (b *Box) Names(name string) []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	b.in.n++                              // failed
	return append(b.in.hot.Names(), name) // failed
}

// A Sharer returns what it keeps.
type Sharer struct{ names []string }

// Add adds one.
func (s *Sharer) Add(name string) { s.names = append(s.names, name) }

// Names returns all.
func (s *Sharer) Names() []string { return s.names }

// A Mixed has stores of two types.
type Mixed struct {
	mu  sync.RWMutex
	hot Store
}

// NewMixed makes one of either.
func NewMixed(share bool) *Mixed {
	m := &Mixed{hot: &List{}}
	if share {
		m.hot = &Sharer{}
	}
	return m
}

// Add adds one.
func (m *Mixed) Add(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hot.Add(name)
}

// Names adds one to them, in what a Sharer keeps.
func (m *Mixed) Names(name string) []string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return append(m.hot.Names(), name) // failed
}

// Count reads what a Sharer keeps when others may write it.
func (m *Mixed) Count() (n int) {
	m.mu.RLock()
	names := m.hot.Names()
	m.mu.RUnlock()
	for _, name := range names { // failed
		n += len(name)
	}
	return n
}

// A Value has one that is no pointer.
type Value struct {
	mu  sync.RWMutex
	hot Store
}

type alias struct{ to *[]string }

func (a alias) Add(name string) { *a.to = append(*a.to, name) } // failed

func (a alias) Names() []string { return *a.to } // failed

// NewValue makes one.
func NewValue(common bool) *Value {
	v := &Value{hot: &List{}}
	if common {
		v.hot = alias{to: new([]string)}
	}
	return v
}

// Names adds one to them.
func (v *Value) Names(name string) []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return append(v.hot.Names(), name) // failed
}
