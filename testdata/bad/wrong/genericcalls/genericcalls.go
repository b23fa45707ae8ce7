// Package genericcalls has generic functions that call each other, with faults.
package genericcalls

import (
	"math"
	"sync"
)

// A Cache calls methods of its own, and functions with other names for its type parameters.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items map[K]V
	//calvin:guarded_by mu
	order list[K]
	//calvin:guarded_by mu
	n int
}

// A list is synchronised by its callers.
type list[E any] struct{ all []E }

func (l *list[E]) push(x E) { l.all = append(l.all, x) }

func (l *list[E]) len() int { return len(l.all) }

// Put is right.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock() // failed
	defer c.mu.Unlock()
	c.put(k, v)
}

func (c *Cache[K, V]) put(k K, v V) {
	c.items[k] = v // failed
	c.count(1)
}

// count counts on its callers to have the lock.
func (c *Cache[K, V]) count(d int) {
	c.n += d
}

// Counts does not have it.
func (c *Cache[K, V]) Counts() {
	c.mu.Lock()
	c.mu.Unlock()
	c.n++ // failed
	c.count(1)
}

// Late calls it without.
func (c *Cache[K, V]) Late(k K, v V) { // unfounded
	c.mu.Lock()
	c.mu.Unlock()
	c.put(k, v)
}

// Twice takes the lock that it holds.
func (c *Cache[K, V]) Twice(k K, v V) { // unfounded
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Put(k, v)
}

// Get reads by a function with type parameters of its own, without the lock.
func (c *Cache[K, V]) Get(k K) (V, bool) {
	return find(c.items, k) // failed
}

func find[A comparable, B any](m map[A]B, a A) (B, bool) {
	b, ok := m[a]
	return b, ok
}

// Len reads a plain generic object without the lock.
func (c *Cache[K, V]) Len() int {
	return len(c.order.all) // failed
}

// Push writes it.
func (c *Cache[K, V]) Push(k K) {
	c.order.all = append(c.order.all, k) // failed
}

// Add calls its methods, and is right.
func (c *Cache[K, V]) Add(k K) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.push(k)
	return c.order.len()
}

func fill[T any](m map[string]T, v T) { m["a"] = v } // failed

// Spawned writes a map that a goroutine writes too.
func Spawned[T any](v T) map[string]T {
	m := map[string]T{}
	go fill(m, v)
	m["b"] = v // failed
	return m
}

func add[T any](p *T, x T) { *p = x } // failed

// Both is one variable, twice.
func Both() (n int) {
	two(&n, &n)
	//calvin:assert n == 1 // failed
	return n
}

func two[A, B any](a *A, b *B) {
	var x A
	var y B
	*a = x // failed
	*b = y
}

// A shared variable.
var shared int

// Shared writes it by a generic function.
func Shared() { // unfounded
	add(&shared, 1)
}

// A Node refers to others.
type Node[T any] struct {
	next *Node[T]
	val  T
}

func (n *Node[T]) last() *Node[T] {
	for n.next != nil {
		n = n.next
	}
	return n
}

var all sync.Map

// Append changes a list that others know.
func Append[T any](n *Node[T], x T) {
	all.Store(1, n) // failed
	n.last().next = &Node[T]{val: x}
}

func store[T any](m map[string]T, v T) {
	if m != nil {
		m["a"] = v // failed
	}
}

// Stores starts two goroutines that write one map.
func Stores(m map[string]int) {
	go store(m, 1) // failed
	go store(m, 2) // failed
}

// A Pool starts a method.
type Pool[T any] struct{ done []T }

func (p *Pool[T]) run(x T) {
	p.done = append(p.done, x) // failed
}

// Start starts it for one type.
func Start(p *Pool[int]) {
	go p.run(1) // failed
	go p.run(2) // failed
}

// IsNil is true of a nil error.
//
//calvin:atomic
//calvin:ensures !result
func IsNil[T any](x T) bool {
	return any(x) == nil // failed
}

// Found looks for a key that is not a number, perhaps.
func Found[K comparable](k K) bool {
	m := map[K]int{}
	m[k] = 1
	_, ok := m[k]
	//calvin:assert ok // failed
	return ok
}

// NaN shows it.
func NaN() bool { return Found(math.NaN()) } // unfounded

// Len counts keys.
func Len[K comparable](k K) int {
	m := map[K]int{}
	m[k] = 1
	m[k] = 2
	//calvin:assert len(m) == 1 // failed
	return len(m)
}

// Same compares.
func Same[K comparable](k K) bool {
	same := k == k
	//calvin:assert same // failed
	return same
}

// Of tells types apart that may be one.
func Of[T any](x *Node[T]) int {
	switch any(x).(type) {
	case *Node[int]: // failed
		return 1
	}
	//calvin:assert false
	return 0
}

// Is asks whether it is of a type parameter.
func Is[T any](x any) bool {
	_, ok := x.(T)
	//calvin:assert !ok // failed
	return ok
}

// Isnt does too.
func Isnt[T any](x T) bool {
	_, ok := any(x).(int)
	//calvin:assert !ok // failed
	return ok
}

// A getter gives an int.
type getter interface{ Get() int }

// A Cell has a value.
type Cell[T any] struct{ x T }

// Get gives it.
func (c *Cell[T]) Get() T { return c.x }

// Gets asks whether a cell is a getter: that of an int is.
func Gets[T any](c *Cell[T]) bool {
	_, ok := any(c).(getter)
	//calvin:assert !ok // failed
	return ok
}

// Zero has the zero value in an interface, which is nil just if the type is one of interfaces.
func Zero[T any]() any {
	var zero T
	x := any(zero)
	//calvin:assert x == nil // failed
	return x
}

// A Box has a value that is written.
type Box[T any] struct{ x T }

// Set is right: its callers have the box to themselves.
func Set[T any](p *Box[T], x T) {
	if p != nil {
		p.x = x
	}
}

// Nested makes one of its own.
func Nested() int {
	c := &Box[int]{x: 1}
	Set(c, 2)
	//calvin:assert c.x == 1 // failed
	return c.x
}

// Pair has two.
type Pair[A, B any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a A
	//calvin:guarded_by mu
	b B
	//calvin:guarded_by mu
	as []A
}

// Set is right, though it has other names for the types.
//
//calvin:atomic
//calvin:modifies p.a
//calvin:ensures len(p.as) == old(len(p.as))
func (p *Pair[B, A]) Set(x B) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.a = x
}

// Both sets more than it says.
//
//calvin:atomic
//calvin:modifies p.a
func (p *Pair[_, Y]) Both(y Y) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.b = y
} // failed

// Use is right.
func Use[B, A any](p *Pair[B, A], x B, y A) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.a, p.b = x, y
	p.as = append(p.as, x)
}

// Twice is right: both types are one.
func Twice[B any](p *Pair[B, B], x, y B) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.a, p.b = x, y
	p.as = append(p.as, x, y)
}

// Late sets one without the lock.
func Late[T any](p *Pair[*Pair[T, int], []T], x T) {
	q := &Pair[T, int]{a: x}
	p.mu.Lock()
	p.a = q
	p.mu.Unlock()
	p.b = []T{x} // failed
}
