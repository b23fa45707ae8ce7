// Package outside has no annotations, and does to those of package exported what they do not allow.
package outside

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/calvin-go/calvin/testdata/bad/wrong/exported"
)

// Read reads a field.
func Read(c *exported.C) int {
	return c.N // failed
}

// Write writes one under the read lock.
func Write(c *exported.C) {
	c.Mu.RLock()
	c.N = 1 // failed
	c.Mu.RUnlock()
}

// Item writes an element of what a method returned.
func Item(c *exported.C) {
	s := c.All()
	if len(s) > 0 {
		s[0] = 1 // failed
	}
}

// Helped has a function write it.
func Helped(c *exported.C) {
	zero(c.All()) // failed
}

func zero(s []int) {
	for i := range s {
		s[i] = 0
	}
}

// Name writes an entry of a map.
func Name(c *exported.C) {
	c.Mu.RLock()
	names := c.Names
	c.Mu.RUnlock()
	names["a"] = 1 // failed
}

// Part writes what is inside, by its address.
func Part(c *exported.C) {
	c.Inside().A = 1 // failed
}

// Hits reads an atomic variable.
func Hits(c *exported.C) int64 {
	return c.Hits // failed
}

// Label writes what never changes.
func Label(c *exported.C) {
	c.Label = "new" // failed
}

// Total writes a package variable.
func Total() {
	exported.Total++ // failed
}

// Unlocked does not hold what is required.
func Unlocked(c *exported.C) {
	c.Add() // failed
}

// Literal runs a function literal that does.
func Literal(c *exported.C) {
	go func() {
		c.N++ // failed
	}()
}

// Encode reads by reflection.
func Encode(c *exported.C) ([]byte, error) {
	return json.Marshal(c) // failed
}

// Sort writes by code that is not at hand.
func Sort(c *exported.C) {
	slices.Sort(c.All()) // failed
}

// Copy reads it as a whole.
func Copy(c *exported.C) exported.Part {
	return *c.Inside() // failed
}

// Twice takes the lock again.
func Twice(c *exported.C) {
	c.Mu.Lock()
	c.Inc() // failed
	c.Mu.Unlock()
}

// Break breaks a promise.
func Break(p *exported.Pair) {
	p.Mu.Lock()
	p.Low = p.High + 1
	p.Mu.Unlock()
} // failed

// An Owner has variables of its own, of which nothing is claimed.
type Owner struct {
	mu   sync.Mutex
	c    *exported.C
	busy bool
	next *Owner
}

// Wrong holds another object's lock, as its own variables may change at any time.
func (o *Owner) Wrong() {
	o.next.c.Mu.Lock()
	o.next = o
	o.next.c.N = 1 // failed
	o.next.c.Mu.Unlock()
}

// Right does not.
func (o *Owner) Right() {
	o.busy = true
	o.c.Mu.Lock()
	o.c.N = 1
	o.c.Add()
	o.c.Mu.Unlock()
	o.mu.Lock()
	o.busy = false
	o.mu.Unlock()
}

// New makes one and fills it in.
func New() *exported.C {
	c := &exported.C{Label: "new", Items: make([]int, 1)}
	c.N = 1
	c.Part.A = 2
	return c
}

// Sum has the lock.
func Sum(c *exported.C) int {
	c.Mu.RLock()
	defer c.Mu.RUnlock()
	sum := c.Part.A + c.Part.B
	for _, x := range c.Items {
		sum += x
	}
	return sum
}

// Divide touches nothing that is annotated, and may panic.
func Divide(a, b int) int { return a / b }
