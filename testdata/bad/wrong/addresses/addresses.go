// Package addresses says of variables and their addresses what is not so.
package addresses

import "sync"

type Pair struct{ x, y int }

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	pair Pair
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	last *Pair
}

// Shared has published the variable before the loop.
func (b *Box) Shared(n int) int {
	var t Pair
	b.mu.Lock()
	b.last = &t
	b.mu.Unlock()
	//calvin:invariant local(t) // failed
	for i := 0; i < n; i++ { // failed
	}
	return 0
}

// Sharing publishes it in the loop.
func (b *Box) Sharing(n int) int {
	var t Pair
	//calvin:invariant local(&t) // failed
	for i := 0; i < n; i++ {
		b.mu.Lock()
		b.last = &t
		b.mu.Unlock()
	}
	return 0
}

func (b *Box) Inside(n int) {
	//calvin:assert local(b.pair) // failed
	b.mu.Lock()
	b.mu.Unlock()
}

func Goes() int {
	var t Pair
	done := make(chan int)
	go func() {
		t.x = 1
		close(done)
	}()
	//calvin:assert local(t) // failed
	<-done
	return t.x
}

// Other says of a pointer where it leads, which callers do not keep to.
//
//calvin:requires held(b.mu)
//calvin:requires p == &b.n
func (b *Box) write(p *int) {
	*p = 1
}

func (b *Box) WriteOther() {
	b.mu.Lock()
	b.write(&b.m) // failed
	b.mu.Unlock()
}

func (b *Box) WriteAnyone(p *int) {
	b.mu.Lock()
	b.write(p) // failed
	b.mu.Unlock()
}

func (b *Box) WriteAnothers(c *Box) {
	b.mu.Lock()
	b.write(&c.n) // failed
	b.mu.Unlock()
}

// alias believes that what it writes stays what it was.
//
//calvin:requires held(b.mu)
//calvin:requires p == &b.n
func (b *Box) alias(p *int) {
	n := b.n
	*p = n + 1
	//calvin:assert b.n == n // failed
}

//calvin:requires p == &xs[0] && len(xs) > 0
func element(p *int32, xs []int32) {
	a := xs[0]
	//calvin:assert a != *p // failed
	_ = a
}

// unlocked knows where the pointer leads, and does not hold the lock.
//
//calvin:requires p == &b.n
func (b *Box) unlocked(p *int) {
	*p = 1 // failed
}

//calvin:requires p == &b.n
//calvin:requires held(b.mu)
//calvin:atomic
//calvin:modifies b.m
func (b *Box) frame(p *int) {
	*p = 1
} // failed

func (b *Box) Fixed() {
	p := &b.n
	//calvin:assert p == &b.m // failed
	_ = p
}
