// Package exposedplaces has no annotations. Functions let others know the address of what a lock guards: of a part with methods, in a map, in what they were passed.
package exposedplaces

import "sync"

// An Account has its fields to itself.
type Account struct{ balance int }

// Add is for one goroutine at a time.
func (a *Account) Add(n int) { a.balance += n }

// Balance is, too.
func (a *Account) Balance() int { return a.balance }

type hidden struct{ n int }

// An Adder adds.
type Adder interface{ Add(n int) }

// A Bank has accounts under its lock.
type Bank struct {
	mu     sync.Mutex
	main   Account
	hidden hidden
	n      int
	names  [2]string
}

// Deposit is right.
func (b *Bank) Deposit(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.main.Add(n)
	b.hidden.n += n
	b.n++
	b.names[0] = "a"
}

// Main lets others call methods of the account.
func (b *Bank) Main() *Account { return &b.main } // failed

// Adder does so by an interface.
func (b *Bank) Adder() Adder { return &b.main } // failed

// Copy is right.
func (b *Bank) Copy() Account {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.main
}

// Hidden is right: others can do nothing with it.
func (b *Bank) Hidden() *hidden { return &b.hidden }

// Inside lets them.
func (b *Bank) Inside() *int { return &b.hidden.n } // failed

// Numbers returns an address in a map.
func (b *Bank) Numbers() map[string]*int {
	return map[string]*int{"n": &b.n} // failed
}

// Filled fills the map later.
func (b *Bank) Filled() map[string]*string {
	m := make(map[string]*string)
	for i := range b.names {
		m["a"] = &b.names[i]
	}
	return m // failed
}

// Put puts it into one of its caller's.
func (b *Bank) Put(m map[string]any) {
	m["n"] = &b.n // failed
}

// A View is filled by others.
type View struct {
	N     *int
	Names []*string
	n     *int
}

// Fill stores it in a field.
func (b *Bank) Fill(v *View) {
	v.N = &b.n // failed
}

// Append appends it.
func (b *Bank) Append(v *View) {
	v.Names = append(v.Names, &b.names[1]) // failed
}

// Out stores it in a variable.
func (b *Bank) Out(to **int) {
	*to = &b.n // failed
}

// Keep stores it where only this package looks.
func (b *Bank) Keep(v *View) { v.n = &b.n }

// Value is right.
func (b *Bank) Value(v *View) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.n
	v.N = &n
}

// fill is for this package alone.
func (b *Bank) fill(v *View) { v.N = &b.n }

// Sum is right.
func (b *Bank) Sum() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	var v View
	b.fill(&v)
	return *v.N
}

type entry struct{ hits int }

// A Table has entries under its lock, behind pointers and in a slice.
type Table struct {
	mu    sync.Mutex
	m     map[string]*entry
	first *entry
	all   []entry
}

// Hit is right.
func (t *Table) Hit(k string, i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.m[k]; e != nil {
		e.hits++
	}
	if t.first != nil {
		t.first.hits++
	}
	t.all[i].hits++
}

// Hits returns the address of a part of an entry.
func (t *Table) Hits(k string) *int {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.m[k]
	if e == nil {
		return nil
	}
	return &e.hits // failed
}

// First does so of another one.
func (t *Table) First() *int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &t.first.hits // failed
}

// At does so of an element.
func (t *Table) At(i int) *int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &t.all[i].hits // failed
}

// Now is right.
func (t *Table) Now(i int) *int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.all[i].hits
	return &n
}

// Put is right.
func (t *Table) Put(k string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m == nil {
		t.m = map[string]*entry{}
	}
	t.m[k] = &entry{}
	t.first = t.m[k]
	t.all = append(t.all, entry{})
}

type count struct{ n int }

// New is right: nobody else knows the object.
func New() *int {
	c := &count{}
	return &c.n
}
