// Package forms declares variables and functions in all ways.
package forms

import "sync"

type Line struct{ n int } // one line

type Documented struct {
	mu sync.Mutex

	// n is documented.
	n int
	/* m is, too. */
	m    int
	a, b int // and these are declared together
}

type Together struct {
	mu   sync.Mutex
	a, b int // of which one is not written
}

var mu sync.Mutex

// hits counts.
var hits int

var (
	misses int // misses do, too
)

func (l *Line) Inc() {
	mu.Lock()
	l.n++
	mu.Unlock()
}

func (d *Documented) Inc() {
	d.mu.Lock()
	d.n++
	d.m++
	d.both()
	d.mu.Unlock()
	mu.Lock()
	hits++
	misses++
	mu.Unlock()
}

// both is documented.
func (d *Documented) both() {
	d.a, d.b = d.b+1, d.a
}

func (t *Together) Inc() {
	t.mu.Lock()
	t.a += t.b
	t.mu.Unlock()
}
