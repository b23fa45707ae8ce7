// Package lazy computes values when they are first needed.
package lazy

import (
	"sync"
	"sync/atomic"
)

// A Value is computed by the first goroutine that asks for it.
//
//calvin:invariant ready ==> value == answer
type Value struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	ready bool
	//calvin:guarded_by mu
	value int
}

const answer = 42

// compute stands for something that takes its time.
//
//calvin:pure
func compute() int { return answer }

// Get returns the value.
//
//calvin:atomic
//calvin:when     v.mu == free
//calvin:modifies v.ready, v.value
//calvin:ensures  v.ready && result == v.value
//calvin:ensures  old(v.ready) ==> v.value == old(v.value)
func (v *Value) Get() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.ready {
		v.value = compute()
		v.ready = true
	}
	return v.value
}

// Forget makes the next Get compute the value again.
//
//calvin:atomic
//calvin:when     v.mu == free
//calvin:modifies v.ready
//calvin:ensures  !v.ready
func (v *Value) Forget() {
	v.mu.Lock()
	v.ready = false
	v.mu.Unlock()
}

// A Checked value is read without a lock once it is known: done is set after value is and never unset, and whoever
// has seen it set may read.
//
//calvin:transition old(done) ==> done
type Checked struct {
	mu sync.Mutex
	//calvin:readable_if true
	//calvin:writable_if mu == tid
	done atomic.Bool
	//calvin:readable_if done || mu == tid
	//calvin:writable_if !done && mu == tid
	value int
}

// Get returns the value.
func (c *Checked) Get() int {
	if !c.done.Load() {
		c.fill()
	}
	return c.value
}

// fill computes the value unless that has been done.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.done, c.value
//calvin:ensures  c.done
//calvin:ensures  old(c.done) ==> c.value == old(c.value)
func (c *Checked) fill() {
	c.mu.Lock()
	if !c.done.Load() {
		c.value = compute()
		c.done.Store(true)
	}
	c.mu.Unlock()
}
