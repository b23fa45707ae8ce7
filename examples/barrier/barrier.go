// Package barrier lets a fixed number of goroutines wait for each other, again and again.
package barrier

import (
	"runtime"
	"sync/atomic"
)

// A Barrier counts who has arrived in this round. Who comes last begins the next one.
//
//calvin:invariant parties > 0
type Barrier struct {
	parties int32
	arrived atomic.Int32
	round   atomic.Uint32
}

// New returns a barrier for n goroutines.
//
//calvin:requires n > 0
//calvin:atomic
//calvin:ensures  local(result) && result.parties == n && result.arrived == 0
func New(n int32) *Barrier { return &Barrier{parties: n} }

// Await waits until all parties have come, and returns the round in which they did.
//
//calvin:performs Look ; (Last ; Reset ; Open [] Early ; Pass)
//calvin:action   Look
//calvin:ensures  result == b.round
//calvin:action   Last
//calvin:modifies b.arrived
//calvin:ensures  b.arrived == old(b.arrived)+1 && b.arrived == b.parties
//calvin:action   Early
//calvin:modifies b.arrived
//calvin:ensures  b.arrived == old(b.arrived)+1 && b.arrived != b.parties
//calvin:action   Reset
//calvin:modifies b.arrived
//calvin:ensures  b.arrived == 0
//calvin:action   Open
//calvin:modifies b.round
//calvin:ensures  b.round == old(b.round)+1
//calvin:action   Pass
//calvin:when     b.round != result
func (b *Barrier) Await() uint32 {
	round := b.round.Load()
	if b.arrived.Add(1) == b.parties {
		b.arrived.Store(0)
		b.round.Add(1)
		return round
	}
	for b.round.Load() == round {
		runtime.Gosched()
	}
	return round
}
