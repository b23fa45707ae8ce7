// Package held has what locks functions hold where.
package held

import "sync"

type counter struct {
	mu sync.Mutex
	rw sync.RWMutex
	n  int
}

var global sync.Mutex

func (c *counter) inc() {
	c.mu.Lock() // held: c.mu
	c.n++
	c.mu.Unlock() // held:
}

func (c *counter) deferred() int {
	c.rw.RLock() // held: c.rw for reading
	defer c.rw.RUnlock()
	global.Lock() // held: c.rw for reading, global
	n := c.n
	global.Unlock() // held: c.rw for reading
	return n
}

//calvin:requires held(c.mu)
func (c *counter) add() { // held: c.mu
	c.n++
}

func (c *counter) Twice() {
	c.lock()                          // held: c.mu
	c.addAll(func() int { return 1 }) // held: c.mu
	c.mu.Unlock()                     // held:
}

func (c *counter) lock() {
	c.mu.Lock() // held: c.mu
}

func (c *counter) addAll(f func() int) { // held: c.mu
	c.n += f()
}

func move(from, to *counter) {
	first := from
	if from.n > to.n {
		first = to
	}
	first.mu.Lock() // held: first.mu
	first.n++
	first.mu.Unlock() // held:
	all := []*counter{from, to}
	for i := range all {
		all[i].mu.Lock()   // held: all[i].mu
		all[i].mu.Unlock() // held:
	}
}

func spawn(c *counter) {
	c.mu.Lock() // held: c.mu
	go func() {
		c.mu.Lock() // held: c.mu
		defer c.mu.Unlock()
		c.n = 0
	}()
	c.mu.Unlock() // held:
}

func once(o *sync.Once, c *counter) {
	o.Do(c.inc)
	c.inc()
}

// A future tells by closing a channel that its value is there. That is no lock.
type future struct {
	mu    sync.Mutex
	done  chan struct{}
	value int
}

func (f *future) set() {
	f.value = 1
	close(f.done)
	f.mu.Lock()   // held: f.mu
	f.mu.Unlock() // held:
}

func (f *future) get() int {
	<-f.done
	f.mu.Lock() // held: f.mu
	defer f.mu.Unlock()
	return f.value
}
