// Package clauses speaks everywhere of how many values are in a channel, of which nobody keeps count.
package clauses

import "sync"

// A T has a channel.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	c chan int
	//calvin:closable_if false
	d chan int
}

// Asks requires something.
//
//calvin:requires len(t.d) > 0 // unknown
func (t *T) Asks(n int) {
	t.mu.Lock()
	t.n += n
	t.mu.Unlock()
}

// Calls calls it.
func (t *T) Calls() { t.Asks(1) } // unknown

// Goes starts it.
func (t *T) Goes() { go t.Asks(1) } // unknown

// Acts says what it does, and requires something.
//
//calvin:requires len(t.d) > 0 // unknown
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures t.n == old(t.n)
func (t *T) Acts() {}

// CallsActs calls it.
func (t *T) CallsActs() { t.Acts() } // unknown

// Ends says how many there are at the end.
//
//calvin:trusted
//calvin:atomic
//calvin:ensures len(t.d) > 0
func (t *T) Ends() {}

// CallsEnds calls it.
func (t *T) CallsEnds() { t.Ends() } // unknown

// A Doer does something.
type Doer interface {
	//calvin:requires len(c) > 0
	Do(c chan int)
	//calvin:atomic
	//calvin:ensures len(c) > 0
	Done(c chan int)
}

// Does has it done.
func Does(d Doer, c chan int) { d.Do(c) } // unknown

// IsDone has it done.
func IsDone(d Doer, c chan int) { d.Done(c) } // unknown

// Literal has a goroutine expect something.
func (t *T) Literal() {
	go func() {
		//calvin:requires len(t.d) > 0 // unknown
		t.mu.Lock()
		t.mu.Unlock()
	}()
}

// Asserts asserts it.
func (t *T) Asserts() {
	//calvin:assert len(t.d) > 0 // unknown
	t.mu.Lock()
	t.mu.Unlock()
}

// Assumes assumes it.
func (t *T) Assumes() {
	//calvin:assume len(t.d) > 0 // unknown
	t.mu.Lock()
	t.mu.Unlock()
}

// Loops says that it stays.
func (t *T) Loops() {
	//calvin:invariant len(t.d) > 0 // unknown
	for range 3 {
		t.mu.Lock()
		t.n++
		t.mu.Unlock()
	}
}

// A G is accessible if there are values.
type G struct {
	c chan int
	//calvin:accessible_if len(c) > 0 // unknown
	n int
	//calvin:readable_if len(c) > 0 // unknown
	items []int
}

// Get gets it.
func (g *G) Get() int { return g.n } // unfounded

// Set sets it.
func (g *G) Set() { g.n = 1 } // unfounded

// First gets an element.
func (g *G) First() int { // unfounded
	if len(g.items) > 0 {
		return g.items[0]
	}
	return 0
}

// A P promises that there are values.
//
//calvin:invariant len(c) > 0 // unknown
type P struct {
	mu sync.Mutex
	c  chan int
	//calvin:guarded_by mu
	n int
}

// Inc counts.
func (p *P) Inc() { // unfounded
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

// A Q changes only if there are.
//
//calvin:transition old(n) == n || len(c) > 0 // unknown
type Q struct {
	mu sync.Mutex
	c  chan int
	//calvin:guarded_by mu
	n int
}

// Inc counts.
func (q *Q) Inc() { // unfounded
	q.mu.Lock()
	q.n++
	q.mu.Unlock()
}

// A C may be closed if there are.
type C struct {
	//calvin:closable_if len(c) > 0 // unknown
	c chan int
	d chan int
}

// Close closes it.
func (c *C) Close() { close(c.c) } // unfounded

// Send sends.
func (c *C) Send() { c.d <- 1 } // unfounded

// Receive receives.
func (c *C) Receive() int { return <-c.c } // unfounded

// Captured has a local variable that is accessible if there are.
func Captured(c chan int) int {
	var mu sync.Mutex
	//calvin:accessible_if len(c) > 0 // unknown
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	return n
}

// A H has a ghost.
//
//calvin:ghost k int
type H struct {
	mu sync.Mutex
	c  chan int
	//calvin:guarded_by mu
	n int
}

// Sets sets it.
func (h *H) Sets() {
	h.mu.Lock()
	h.n++
	//calvin:set h.k = len(h.c) // unknown
	h.mu.Unlock()
}
