// Package namedfuncs passes function literals as values of types with a name.
package namedfuncs

import "sync"

// A Visit is called for each element.
type Visit func(int)

// A Visitor has a method for that.
type Visitor interface{ Visit(i int) }

// Visit makes a Visit a Visitor.
func (v Visit) Visit(i int) { v(i) }

func (v Visit) twice(i int) {
	v(i)
	v(i)
}

func each(xs []int, f Visit) {
	for _, x := range xs {
		f(x)
	}
}

func visited(xs []int, f func(int)) { each(xs, f) }

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Count is right: only this goroutine has n.
func Count(xs []int) int {
	n := 0
	each(xs, func(int) {
		if n < 100 {
			n++
		}
	})
	visited(xs, func(int) { n = 0 })
	Visit(func(int) { n = 1 }).twice(2)
	return n
}

// Add is right: the lock is held while the literal runs.
func (c *Counter) Add(xs []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	each(xs, func(int) { c.n = 1 })
}

// Late has the literal run without the lock.
func (c *Counter) Late(xs []int) {
	c.mu.Lock()
	c.n = 0
	c.mu.Unlock()
	each(xs, func(int) {
		c.n = 1 // failed
	})
}

//calvin:requires held(c.mu)
func unlocking(c *Counter, f Visit) {
	c.mu.Unlock()
	f(1)
	c.mu.Lock()
}

// Through has a function let go of the lock before it calls the literal.
func (c *Counter) Through() {
	c.mu.Lock()
	defer c.mu.Unlock()
	unlocking(c, func(int) {
		c.n = 1 // failed
	})
}

var saved Visit

func save(f Visit) {
	saved = f // failed
}

// Save lets others have the literal.
func Save() int {
	n := 0
	save(func(int) {
		n = 1 // failed
	})
	return n
}

// Boxed puts it into an interface, whose method others may call.
func Boxed(out chan Visitor) int {
	n := 0
	f := Visit(func(int) {
		n = 1 // failed
	})
	out <- f
	return n
}

// Said is wrong of what the literal leaves.
func Said(xs []int) int {
	n := 0
	each(xs, func(int) { n = 1 })
	//calvin:assert n == 0 || n == 1
	//calvin:assert n == 0 // failed
	return n
}

// Twice takes the lock in the literal, too.
func (c *Counter) Twice(xs []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	each(xs, func(int) {
		c.mu.Lock() // failed
		c.n = 1
		c.mu.Unlock()
	})
}
