<<<<<<< HEAD
// Package literals passes on function literals by way of variables of which it is not known which literal they hold.
package literals

func run(f func()) {
	if f != nil {
		f()
	}
}

func again(f func()) { run(f) }

func later(f func()) {
	if f != nil {
		defer f()
	}
}

func inner(f func()) {
	g := func() {
		if f != nil {
			f()
		}
	}
	g()
}

// Passed passes on what may be a literal.
func Passed(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	run(f) // failed
	//calvin:assert n == 0
	return n
}

// Twice passes it on twice.
func Twice(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	again(f) // failed
	//calvin:assert n == 0
	return n
}

// Later has it called at the end of another function.
func Later(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	later(f) // failed
	//calvin:assert n == 0
	return n
}

// Inner has it called by a literal.
func Inner(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	inner(f) // failed
	//calvin:assert n == 0
	return n
}

// Captured calls it in a literal.
func Captured(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	g := func() {
		if f != nil {
			f() // failed
		}
	}
	g()
	//calvin:assert n == 0
	return n
}

// Deferred passes it on at the end.
func Deferred(b bool) (n int) {
	var f func()
	if b {
		f = func() { n++ }
	}
	defer run(f) // failed
	return n
}

// Known is right.
func Known() int {
	n := 0
	f := func() { n++ }
	run(f)
	again(f)
	inner(f)
	//calvin:assert n == 3
	return n
=======
// Package literals has package variables that begin with guarded maps and slices of their own.
package literals

import "sync"

// A Table counts by name.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	order []string
}

var (
	byName = Table{counts: map[string]int{"index": 0}, order: []string{"index"}}
	byPath = [2]Table{{counts: map[string]int{"/": 0}}, {counts: make(map[string]int)}}
	nested = struct{ a, b Table }{Table{counts: map[string]int{}}, Table{}}
)

// Count looks into all with their locks.
func Count(name string) int {
	sum := byName.get(name) + nested.a.get(name)
	for i := range byPath {
		sum += byPath[i].get(name)
	}
	return sum
}

func (t *Table) get(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[name] + len(t.order)
}

// Bare looks into one without.
func Bare(name string) int {
	return byName.counts[name] // failed
}

// Other holds the lock of another.
func Other() {
	byPath[0].mu.Lock()
	byPath[1].order = nil // failed
	byPath[0].mu.Unlock()
}

// Later reads when the lock is released.
func Later(name string) int {
	nested.a.mu.Lock()
	counts := nested.a.counts
	nested.a.mu.Unlock()
	return counts[name] // failed
}

// Swap stores one's map in another.
func Swap() {
	nested.a.mu.Lock()
	nested.b.mu.Lock()
	nested.b.counts = nested.a.counts // failed
	nested.b.mu.Unlock()
	nested.a.mu.Unlock()
}

// Stable believes that nobody else writes it.
func Stable() {
	byName.mu.Lock()
	n := len(byName.order)
	byName.mu.Unlock()
	byName.mu.Lock()
	//calvin:assert len(byName.order) == n // failed
	_ = n
	byName.mu.Unlock()
>>>>>>> aeef371 (Literals as initial values, used with and without their locks, in a package of their own)
}
