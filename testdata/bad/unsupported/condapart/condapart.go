// Package condapart has a function that calls itself, and gives back the lock that it counts on its callers to hold.
package condapart

import "sync"

// A Box has a Cond, by which its lock can be given back.
type Box struct {
	mu sync.Mutex
	//calvin:condition_of mu
	full *sync.Cond
	//calvin:guarded_by mu
	n int
}

func NewBox() *Box {
	b := &Box{}
	b.full = sync.NewCond(&b.mu)
	return b
}

// wait gives the lock back while it waits. So its calls are no steps of their own, and there is no end to them.
func (b *Box) wait(d int) int {
	if d == 0 {
		b.full.Wait()
		return b.n
	}
	return b.wait(d - 1) // unknown
}

func (b *Box) Wait() { // unfounded
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.n
	b.wait(3)
	if b.n != n {
		panic("changed")
	}
}
