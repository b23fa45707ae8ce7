// Package counter is a counter that any number of goroutines may share.
package counter

import "sync"

// A Counter counts calls. The zero value is ready to use.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
}

// Increment adds one.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter) Increment() {
	c.mu.Lock()
	j := c.count
	j++
	c.count = j
	c.mu.Unlock()
}

// Value returns the present count.
//
//calvin:atomic
//calvin:when    c.mu == free
//calvin:ensures result == c.count
func (c *Counter) Value() int {
	c.mu.Lock()
	n := c.count
	c.mu.Unlock()
	return n
}

// Add adds n, which may be negative, and returns the new count.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+n
//calvin:ensures  result == c.count
func (c *Counter) Add(n int) int {
	c.mu.Lock()
	c.count += n
	sum := c.count
	c.mu.Unlock()
	return sum
}

// Limit lowers the count to max if it is larger.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  old(c.count) > max ==> c.count == max
//calvin:ensures  old(c.count) <= max ==> c.count == old(c.count)
func (c *Counter) Limit(max int) {
	c.mu.Lock()
	if c.count > max {
		c.count = max
	}
	c.mu.Unlock()
}

// TryIncrement adds one unless another goroutine is using the counter, and reports whether it did.
//
//calvin:performs Busy [] Added
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Added
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  result
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter) TryIncrement() bool {
	if !c.mu.TryLock() {
		return false
	}
	c.count++
	c.mu.Unlock()
	return true
}

// Twice adds one two times over. Others may see the count in between.
//
//calvin:performs Add ; Add
//calvin:action   Add
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter) Twice() {
	c.Increment()
	c.Increment()
}

// Burst adds one n times over.
//
//calvin:performs Add*
//calvin:action   Add
//calvin:when     c.mu == free
//calvin:modifies c.count
//calvin:ensures  c.count == old(c.count)+1
func (c *Counter) Burst(n int) {
	for range n {
		c.Increment()
	}
}
