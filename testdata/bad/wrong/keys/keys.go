// Package keys has maps whose keys do not compare as terms do, numbers that are not exact, and slices that become arrays.
package keys

import "sync"

// A T has maps by kind of key.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	pairs map[[2]int]int
	//calvin:guarded_by mu
	any map[any]int
	//calvin:guarded_by mu
	floats map[float64]int
	//calvin:guarded_by mu
	words []uint16
}

// Get looks up without the lock.
func (t *T) Get(k [2]int) int {
	t.mu.Lock()
	m := t.pairs
	t.mu.Unlock()
	return m[k] // failed
}

// Put stores without the lock.
func (t *T) Put(k float64) {
	t.mu.Lock()
	m := t.floats
	t.mu.Unlock()
	if m != nil {
		m[k] = 1 // failed
	}
}

// Each ranges without the lock.
func (t *T) Each() (n int) {
	t.mu.Lock()
	m := t.pairs
	t.mu.Unlock()
	for k := range m { // failed
		n += k[0] & 1
	}
	return n
}

// Two thinks that different variables are different keys.
func Two(a, b [2]int) {
	m := map[[2]int]int{}
	m[a] = 1
	m[b] = 2
	if m[a] != 1 {
		panic("the keys are equal") // failed
	}
}

// Same thinks that what is made in another way is another key.
func Same(a [2]int, remove bool) {
	m := map[[2]int]int{a: 1}
	var b [2]int
	b[0], b[1] = a[0], a[1]
	if remove {
		delete(m, b)
	}
	if _, ok := m[a]; !ok {
		panic("it is deleted") // failed
	}
}

// NaN thinks that what is stored is found.
func NaN(x float64) {
	m := map[float64]int{}
	m[x] = 1
	if m[x] != 1 {
		panic("it is not a number") // failed
	}
}

// Held thinks the same of what an interface holds.
func Held(x float64) {
	m := map[any]int{}
	m[x] = 1
	if len(m) == 1 && m[x] != 1 {
		panic("it is not a number") // failed
	}
}

// Unhashable stores under what may be a slice.
func (t *T) Unhashable(k any) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.any[k] // failed
}

type key struct {
	n int
	v any
}

// Inner stores under what may hold a slice.
func Inner(k key) {
	m := map[key]int{}
	delete(m, k) // failed
}

// Itself thinks that a number equals itself.
func Itself(x float64) {
	if x != x {
		panic("it is not a number") // failed
	}
}

// Sum thinks that a sum comes out the same.
func Sum(x, y float64) {
	if int(x+y) != int(x)+int(y) {
		panic("it does not") // failed
	}
}

// Header takes for granted that there is enough.
func Header(b []byte) [4]byte {
	return [4]byte(b) // failed
}

// Copied takes an array out without the lock.
func (t *T) Copied() (a [4]uint16) {
	t.mu.Lock()
	w := t.words
	t.mu.Unlock()
	if len(w) < 4 {
		return a
	}
	return [4]uint16(w) // failed
}

// Other thinks that the array is what another slice holds.
func Other(b, c []byte) {
	if len(b) < 2 || len(c) < 2 {
		return
	}
	if a := [2]byte(b); a[0] != c[0] {
		panic("it is another") // failed
	}
}
