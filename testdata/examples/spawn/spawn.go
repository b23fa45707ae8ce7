// Package spawn starts goroutines that share what they work on.
package spawn

import "sync"

// A Tally is shared by the goroutines that work for it.
type Tally struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Add adds k.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+k
func (t *Tally) Add(k int) {
	t.mu.Lock()
	t.n += k
	t.mu.Unlock()
}

// AddLater has k added by a goroutine of its own.
//
//calvin:performs skip
func (t *Tally) AddLater(k int) {
	go t.Add(k)
}

// Split adds a and b, one here and one elsewhere.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+a
func (t *Tally) Split(a, b int) {
	go func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.n += b
	}()
	t.Add(a)
}

// Start returns a new tally, to which a goroutine adds k.
func Start(k int) *Tally {
	t := &Tally{}
	t.n = 1
	go t.Add(k)
	return t
}

// Race lets two goroutines add to one local variable and returns what it holds at some moment.
func Race() int {
	var mu sync.Mutex
	//calvin:guarded_by mu
	sum := 0
	go func() {
		mu.Lock()
		sum += 1
		mu.Unlock()
	}()
	mu.Lock()
	sum += 2
	s := sum
	mu.Unlock()
	return s
}
