// Package seqlock is a pair of numbers that is written seldom and read often. Readers take no lock: they see from a
// counter whether somebody wrote meanwhile, and look again.
package seqlock

import (
	"sync"
	"sync/atomic"
)

// A Point is a pair of numbers. The zero value is the origin. The counter is odd while somebody writes.
//
//calvin:transition mu == free ==> seq%2 == 0
//calvin:transition old(seq) <= seq && (old(seq) == seq && seq%2 == 0 ==> x == old(x) && y == old(y))
type Point struct {
	mu sync.Mutex // of writers
	//calvin:writable_if mu == tid
	seq atomic.Uint64
	//calvin:writable_if mu == tid
	x, y atomic.Int64
}

// Load returns both coordinates as they were at one time.
//
//calvin:atomic
//calvin:ensures x == p.x && y == p.y && p.seq%2 == 0
func (p *Point) Load() (x, y int64) {
	for {
		seq := p.seq.Load()
		if seq%2 == 1 {
			continue
		}
		x, y = p.x.Load(), p.y.Load()
		if p.seq.Load() == seq {
			return x, y
		}
	}
}

// Store sets both coordinates. Meanwhile the counter is odd.
//
//calvin:performs Writing* ; Stored
//calvin:action   Writing
//calvin:modifies p.mu, p.seq, p.x, p.y
//calvin:ensures  p.seq%2 == 1
//calvin:action   Stored
//calvin:modifies p.mu, p.seq
//calvin:ensures  p.mu == free && p.seq%2 == 0 && p.x == x && p.y == y
func (p *Point) Store(x, y int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	//calvin:assume p.seq < 1<<64-2
	p.seq.Add(1)
	p.x.Store(x)
	p.y.Store(y)
	p.seq.Add(1)
}
