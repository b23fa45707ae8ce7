// Package rwcell is a value that many goroutines read and few write.
package rwcell

import "sync"

// A Cell holds a value. The zero value holds zero.
type Cell struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	value int
	//calvin:guarded_by mu
	version int
}

// Get returns the value.
//
//calvin:atomic
//calvin:when    c.mu == free
//calvin:ensures result == c.value
func (c *Cell) Get() int {
	c.mu.RLock()
	v := c.value
	c.mu.RUnlock()
	return v
}

// Snapshot returns the value and how often it has been set.
//
//calvin:atomic
//calvin:when    c.mu == free
//calvin:ensures value == c.value && version == c.version
func (c *Cell) Snapshot() (value, version int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.value, c.version
}

// Set replaces the value.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.value, c.version
//calvin:ensures  c.value == v
//calvin:ensures  c.version == old(c.version)+1
func (c *Cell) Set(v int) {
	c.mu.Lock()
	c.value = v
	c.version++
	c.mu.Unlock()
}

// TrySet is Set for callers that cannot wait. It reports whether it did anything.
//
//calvin:performs Busy [] Set
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Set
//calvin:when     c.mu == free
//calvin:modifies c.value, c.version
//calvin:ensures  result
//calvin:ensures  c.value == v
//calvin:ensures  c.version == old(c.version)+1
func (c *Cell) TrySet(v int) bool {
	if !c.mu.TryLock() {
		return false
	}
	c.value = v
	c.version++
	c.mu.Unlock()
	return true
}

// TryGet is Get for callers that cannot wait.
//
//calvin:performs Busy [] Got
//calvin:action   Busy
//calvin:ensures  !ok
//calvin:action   Got
//calvin:when     c.mu == free
//calvin:ensures  ok && v == c.value
func (c *Cell) TryGet() (v int, ok bool) {
	if !c.mu.TryRLock() {
		return 0, false
	}
	defer c.mu.RUnlock()
	return c.value, true
}
