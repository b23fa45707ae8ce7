// Package fixes lacks locks.
package fixes

import "sync"

// A Counter is guarded.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	on bool
}

func (c *Counter) GivenBackTooEarly() int {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.n = 0
	return n
}

func (c *Counter) GivenBackBeforeReturn() int {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	return c.n
}

func (c *Counter) TakenTooLate(by int) {
	n := c.n // what it was
	c.mu.Lock()
	c.n = n + by
	c.mu.Unlock()
}

func (c *Counter) TakenTooLateDeferred(by int) {
	n := c.n
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = n + by
}

func (c *Counter) Never() {
	c.n = 0 // from scratch
}

func (c *Counter) NeverTwice() {
	c.n = 0
	x := 1
	c.items = nil
	_ = x
}

func (c *Counter) NeverReturn() int {
	return c.n
}

func (c *Counter) OneLine() { c.n = 1 }

// Leaves has no place at which to give the lock back but the end.
func (c *Counter) Leaves() int {
	if c.n > 3 {
		return 3
	}
	return 0
}

// LeavesLoop neither: what is to be held ends with the iteration.
func (c *Counter) LeavesLoop(m int) int {
	for i := range m {
		if c.n > i {
			return i
		}
	}
	return m
}

func (c *Counter) InLoop(m int) {
	for range m {
		c.n++
		if m > 5 {
			c.on = !c.on
		}
	}
}

// Waits must not hold the lock while it does.
func (c *Counter) Waits() {
	for c.n < 3 {
	}
}

func (c *Counter) Case(m int) {
	switch m {
	case 1:
		c.n = 1
		c.on = true
	case 2:
		c.mu.Lock()
		c.n = 2
		c.mu.Unlock()
	}
}

// Twice takes the lock for what is next to it.
func (c *Counter) Twice() {
	c.mu.Lock()
	c.n = 1
	c.mu.Unlock()
	if c.on {
		c.mu.Lock()
		c.n = 2
		c.mu.Unlock()
	}
}

// bump counts on its callers to hold the lock. It is checked where Bump calls it, which does not, as BumpTwice does.
func (c *Counter) bump() {
	c.n++
}

func (c *Counter) Bump() {
	c.bump()
}

func (c *Counter) BumpTwice() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bump()
	c.bump()
}

// alone counts on callers, too, and none of them holds the lock: it should itself.
func (c *Counter) alone() {
	c.n++
}

func (c *Counter) Alone() {
	c.alone()
}

func (c *Counter) Literal() {
	go func() {
		c.n = 5
	}()
}

// A Cell is read by many.
type Cell struct {
	sync.RWMutex
	//calvin:guarded_by RWMutex
	v int
	//calvin:guarded_by RWMutex
	next *Cell
}

func (c *Cell) Read() int {
	return c.v
}

func (c *Cell) Write() {
	c.v = 1
}

func (c *Cell) Both() {
	v := c.v
	c.v = v + 1
}

// A Table is read by many, too.
type Table struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	v int
	//calvin:guarded_by mu
	next *Table
}

func (t *Table) Read() int {
	return t.v
}

func (t *Table) Copy() (v int) {
	v = t.v
	return v
}

func (t *Table) Both() {
	v := t.v
	t.v = v + 1
}

func (t *Table) Upgrade() {
	t.mu.RLock()
	t.v = 1
	t.mu.RUnlock()
}

func (t *Table) UpgradeDeferred() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.v == 0 {
		t.v = 1
	}
}

// Advance gives back the lock of one table and writes to another.
func Advance(t *Table) {
	t.mu.Lock()
	next := t.next
	t.mu.Unlock()
	if next == nil {
		return
	}
	t = next
	t.v = 1
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	total uint32
)

func Add(n uint32) {
	total += n
}

// Shards are locked one by one.
type Shards struct {
	parts [4]Part
}

// A Part has a lock.
type Part struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int64
}

func (s *Shards) Set(i int) {
	if i < 0 || i > 3 {
		return
	}
	p := &s.parts[i]
	p.n = 7
}

// ForgetsOnOneWay returns early, with the lock held.
func (c *Counter) ForgetsOnOneWay(n int) bool {
	c.mu.Lock()
	if c.n < n {
		return false
	}
	c.n -= n
	c.mu.Unlock()
	return true
}

// ForgetsAndReads reads what the lock guards where it returns: no edit can unlock before that.
func (c *Counter) ForgetsAndReads(n int) int {
	c.mu.Lock()
	if c.n < n {
		return c.n
	}
	c.mu.Unlock()
	return 0
}

//calvin:requires held(counter.mu)
func (counter *Counter) clear() { counter.n = 0 }

// ClearsAlone calls what requires the lock.
func (c *Counter) ClearsAlone() {
	c.clear()
}
