// Package starred calls what takes any number of steps while an invariant does not hold, which those steps count on.
package starred

import (
	"sync"
	"sync/atomic"
)

// A Pair has two equal numbers.
//
//calvin:invariant a == b
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a int
	//calvin:guarded_by mu
	b    int
	hits atomic.Int64
}

// touch counts n hits.
//
//calvin:performs Hit*
//calvin:action   Hit
//calvin:modifies p.hits
func (p *Pair) touch(n int) {
	for range n {
		p.hits.Add(1)
	}
}

// last counts n hits and one more.
//
//calvin:performs Hit* ; Last
//calvin:action   Hit
//calvin:modifies p.hits
//calvin:action   Last
//calvin:modifies p.hits
func (p *Pair) last(n int) {
	p.touch(n)
	p.hits.Add(1)
}

// Between calls it between the two writes.
func (p *Pair) Between(n int) {
	p.mu.Lock()
	p.a++
	p.touch(n) // failed
	p.b++
	p.mu.Unlock()
}

// Committed does so when the block may have to end before the callee's first step.
func (p *Pair) Committed(n int, first bool) {
	p.mu.Lock()
	if first {
		p.hits.Add(1)
	}
	p.a++
	p.last(n) // failed
	p.b++
	p.mu.Unlock()
}

// Again does so in the second iteration of a loop.
func (p *Pair) Again(n int) {
	p.mu.Lock()
	for range n {
		p.touch(n) // failed
		p.a++
	}
	p.b = p.a
	p.mu.Unlock()
}

// After calls it when both are written.
func (p *Pair) After(n int, first bool) {
	p.mu.Lock()
	if first {
		p.hits.Add(1)
	}
	p.a++
	p.b++
	p.last(n)
	p.mu.Unlock()
}
