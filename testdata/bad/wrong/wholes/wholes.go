// Package wholes clears, copies, compares and converts what it should not.
package wholes

import "sync"

type point struct {
	x    float64
	name string
}

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	ints []int
	//calvin:guarded_by mu
	points []point
	//calvin:guarded_by mu
	large [256]int
	//calvin:guarded_by mu
	runes []rune
	//calvin:guarded_by mu
	n     int
	fixed [100]int
}

// Clear has no lock for the elements.
func (t *T) Clear() {
	t.mu.Lock()
	s := t.points
	t.mu.Unlock()
	clear(s) // failed
}

// Cleared is not cleared there.
func (t *T) Cleared() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.ints) < 3 {
		return
	}
	t.ints[2] = 1
	clear(t.ints[:2])
	//calvin:assert t.ints[2] == 0 // failed
}

// Copy has no lock.
func (t *T) Copy() [256]int {
	return t.large // failed
}

// Set has none.
func (t *T) Set(to [256]int) {
	t.large = to // failed
}

// Fixed writes what is not to be written.
func (t *T) Fixed() {
	t.fixed = [100]int{} // failed
}

// Compared counts on what is equal.
func (t *T) Compared(with [256]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.large != with {
		//calvin:assert t.large[0] != with[0] // failed
		t.n++
	}
}

// Beyond compares what is not there.
func (t *T) Beyond(with [256]int, i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.large == with {
		_ = with[i] // failed
	}
}

// Floats counts on floats that are equal to themselves.
func Floats(p point) {
	same := p == p
	//calvin:assert same // failed
	_ = same
}

// Nearly counts on points being equal whose names are.
func Nearly(p, q point) {
	if p.name == q.name {
		same := p == q
		//calvin:assert same // failed
		_ = same
	}
}

// First counts on a rune.
func First(s string) rune {
	return []rune(s)[0] // failed
}

// At counts on as many runes as bytes.
func At(s string) rune {
	if len(s) > 4 {
		return []rune(s)[4] // failed
	}
	return 0
}

// Text reads runes without their lock.
func (t *T) Text() string {
	t.mu.Lock()
	r := t.runes
	t.mu.Unlock()
	return string(r) // failed
}

// Largest counts on the larger of two floats.
func Largest(x, y float64) {
	m := max(x, y)
	ok := m >= x
	//calvin:assert ok // failed
	_ = ok
}

// Short converts a slice that may be too short.
func Short(ps []point) [2]point {
	return [2]point(ps) // failed
}

// Nil runs no function.
func Nil(f func()) {
	var g func()
	if f == nil {
		g = f
	}
	go g() // failed
}

// Extra is done once too often.
func Extra() {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	wg.Done() // failed
	wg.Wait()
}

// Kept writes what a goroutine has.
func Kept(f func(*T)) {
	t := &T{}
	go f(t)
	t.n = 1 // failed
}
