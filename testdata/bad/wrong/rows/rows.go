// Package rows copies elements with arrays in them.
package rows

import "sync"

// An Address is a row of bytes, with how many count.
type Address struct {
	bytes [16]byte
	n     int
}

// A Table has addresses.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	list []Address
}

// Snapshot copies under the lock.
func (t *Table) Snapshot() []Address {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]Address(nil), t.list...)
}

// Kept copies, and looks at something else.
func (t *Table) Kept(x []Address) []Address {
	y := make([]Address, 3)
	y[1].bytes[2] = 7
	t.mu.Lock()
	defer t.mu.Unlock()
	z := make([]Address, len(t.list))
	copy(z, t.list)
	//calvin:assert y[1].bytes[2] == 7
	if len(z) > 1 {
		//calvin:assert z[1].n == t.list[1].n
		z[1].n++
	}
	return z
}

// Changed takes what it copied over for what was there before.
func (t *Table) Changed() []Address {
	t.mu.Lock()
	defer t.mu.Unlock()
	z := make([]Address, len(t.list))
	copy(z, t.list)
	if len(z) > 1 {
		//calvin:assert z[1].bytes[2] == 0 // failed
		z[1].n++
	}
	return z
}

// Late copies without the lock.
func (t *Table) Late() []Address {
	t.mu.Lock()
	l := t.list
	t.mu.Unlock()
	return append([]Address(nil), l...) // failed
}

// Into writes without the lock.
func (t *Table) Into(x [2]Address) {
	t.mu.Lock()
	l := t.list
	t.mu.Unlock()
	y := make([]Address, 2)
	copy(l, y) // failed
}
