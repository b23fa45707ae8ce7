// Package starterraces starts goroutines by functions and methods of its own, and races with them.
package starterraces

import "sync"

func spawn(f func()) { go f() }

// Plain writes what the goroutine writes.
func Plain() int {
	n := 0
	spawn(func() { n++ })
	n++ // failed
	return n
}

// Reads reads what the goroutine writes.
func Reads() int {
	n := 0
	spawn(func() { n = 1 })
	return n // failed
}

// Late assigns after the start what the goroutine reads.
func Late() {
	n := 0
	spawn(func() { println(n) })
	n = 1 // failed
}

func often(f func()) {
	for range 3 {
		go f()
	}
}

// Often races with itself.
func Often() {
	n := 0
	often(func() { n++ }) // failed
}

// Loop starts several.
func Loop() {
	n := 0
	for range 3 {
		spawn(func() { n++ }) // failed
	}
}

// Map writes a map.
func Map() map[string]int {
	m := map[string]int{}
	spawn(func() { m["a"] = 1 }) // failed
	return m
}

// Slice writes elements that its caller goes on to write.
func Slice(xs []int) {
	spawn(func() { xs[0] = 1 }) // unfounded
	xs[0] = 2
}

type T struct{ n int }

// Object writes an object that it goes on to read.
func Object() *T {
	t := &T{}
	spawn(func() { t.n = 1 }) // failed
	return t
}

type C struct {
	mu sync.Mutex
	n  int
}

func (c *C) Inc() { c.mu.Lock(); c.n++; c.mu.Unlock() } // failed

// Unlocked has no lock in the goroutine.
func (c *C) Unlocked() {
	c.mu.Lock()
	defer c.mu.Unlock()
	spawn(func() { c.n++ }) // failed
}

// Locked unlocks a mutex that the starter has.
func (c *C) Locked() {
	c.mu.Lock()
	spawn(func() {
		c.n++         // failed
		c.mu.Unlock() // failed
	})
} // failed

// Under holds the lock: the goroutine does not.
func (c *C) Under() {
	spawn(func() { c.mu.Unlock() }) // failed
}

func args(f func(*T), t *T) { go f(t) } // failed

// Args passes what it goes on to write.
func Args() {
	t := &T{}
	args(func(t *T) { t.n = 1 }, t) // failed
	t.n = 2                         // failed
}

func either(f, g func()) {
	h := f
	if len(xs) > 0 {
		h = g
	}
	go h()
}

var xs []int

// Either races whichever it is.
func Either() {
	n := 0
	either(func() { n++ }, func() { n-- }) // failed
	n++                                    // failed
}

// Wrong pays too early.
func Wrong() int {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	spawn(func() {
		wg.Done()
		n++ // failed
	})
	wg.Wait()
	return n
}

// NoWait does not wait.
func NoWait() int {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	spawn(func() {
		defer wg.Done()
		n++
	})
	return n // failed
}

type Pool struct{ wg sync.WaitGroup }

func (p *Pool) Go(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *Pool) Wait() { p.wg.Wait() }

// Two increments race with each other.
func Two() int {
	var p Pool
	n := 0
	p.Go(func() { n++ })
	p.Go(func() { n++ }) // failed
	p.Wait()
	return n
}

// Early reads before the wait.
func Early(xs []int) int {
	var p Pool
	out := make([]int, len(xs))
	for i := range xs {
		p.Go(func() { out[i] = i })
	}
	r := out[0] // failed
	p.Wait()
	return r
}

// Same writes one element.
func Same(xs []int) []int {
	var p Pool
	out := make([]int, 10)
	for i := range xs {
		p.Go(func() { out[0] = i }) // failed
	}
	p.Wait()
	return out
}

type Leaky struct{ wg sync.WaitGroup }

func (p *Leaky) Go(f func()) {
	p.wg.Add(1)
	go func() {
		p.wg.Done()
		f()
	}()
}

// Leaks waits for too little.
func Leaks() int {
	var p Leaky
	n := 0
	p.Go(func() { n++ }) // failed
	p.wg.Wait()
	return n
}

// Elem is each of a slice of functions.
func Elem() {
	n := 0
	fs := []func(){func() { n++ }, func() { n++ }} // failed
	for _, f := range fs {
		spawn(f)
	}
}
