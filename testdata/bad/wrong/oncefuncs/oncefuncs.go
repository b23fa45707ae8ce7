// Package oncefuncs calls what sync.OnceFunc has made under the lock that its function takes.
package oncefuncs

import "sync"

var mu, other sync.Mutex

//calvin:guarded_by mu
var count int

var start = sync.OnceFunc(func() {
	mu.Lock()
	count++
	mu.Unlock()
})

var value = sync.OnceValue(func() int {
	mu.Lock()
	defer mu.Unlock()
	return count
})

func add() {
	mu.Lock()
	count++
	mu.Unlock()
}

var named = sync.OnceFunc(add)

var deep = sync.OnceFunc(func() { add() })

var nested = sync.OnceFunc(func() { start() })

// Start waits for itself.
func Start() {
	mu.Lock()
	start() // failed
	mu.Unlock()
}

// Value does so for a value.
func Value() int {
	mu.Lock()
	defer mu.Unlock()
	return value() // failed
}

// Named runs a declared function.
func Named() {
	mu.Lock()
	named() // failed
	mu.Unlock()
}

// Deep runs one that calls another.
func Deep() {
	mu.Lock()
	deep() // failed
	mu.Unlock()
}

// Nested runs one that runs another once.
func Nested() {
	mu.Lock()
	nested() // failed
	mu.Unlock()
}

// Deferred runs it before the Unlock that was deferred earlier.
func Deferred() {
	mu.Lock()
	defer mu.Unlock()
	defer start() // failed
}

type C struct {
	mu, other sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Local has it in a variable.
func (c *C) Local() {
	f := sync.OnceFunc(func() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	})
	c.mu.Lock()
	f() // failed
	c.mu.Unlock()
}

// Direct calls it where it is made.
func (c *C) Direct() {
	c.mu.Lock()
	sync.OnceFunc(func() { // failed
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	})()
	c.mu.Unlock()
}

// What follows is right.

// Free holds nothing.
func Free() int {
	start()
	return value()
}

// Other holds another lock.
func Other() {
	other.Lock()
	start()
	other.Unlock()
}

// Before takes the lock afterwards.
func (c *C) Before() {
	f := sync.OnceFunc(func() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	})
	f()
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}
