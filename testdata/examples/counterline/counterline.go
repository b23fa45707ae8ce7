// Package counterline is a counter with its contracts in the one-line form of the Calvin-R paper, figure 1.
package counterline

import "sync"

// A Counter counts calls. The zero value is ready to use.
type Counter struct {
	//calvin:accessible_if m == 0 || m == tid
	m sync.Mutex
	//calvin:accessible_if m == 0 || m == tid
	count int
}

// Increment adds one.
//
//calvin:performs action (c.count) { old(c.m) == 0 && c.count == old(c.count)+1 }
func (c *Counter) Increment() {
	c.m.Lock()
	j := c.count
	j++
	c.count = j
	c.m.Unlock()
}

// Take returns the count and starts again from zero.
//
//calvin:performs action (c.count) { old(c.m) == 0 && c.count == 0 && result == old(c.count) }
func (c *Counter) Take() int {
	c.m.Lock()
	n := c.count
	c.count = 0
	c.m.Unlock()
	return n
}

// TryTake is Take for callers that cannot wait.
//
//calvin:performs action "Busy": () { !ok && n == 0 } [] action "Took": (c.count) { old(c.m) == 0 && c.count == 0 && ok && n == old(c.count) }
func (c *Counter) TryTake() (n int, ok bool) {
	if !c.m.TryLock() {
		return 0, false
	}
	n = c.count
	c.count = 0
	c.m.Unlock()
	return n, true
}
