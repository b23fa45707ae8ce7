// Package behindgenerics has generic types behind interfaces, used without the lock that guards them.
package behindgenerics

import "sync"

// A Store is one of the interfaces.
type Store[K comparable, V any] interface {
	Get(key K) (V, bool)
	Put(key K, value V)
}

type table[K comparable, V any] struct {
	entries map[K]V
	writes  int
}

func (t *table[K, V]) Get(key K) (V, bool) {
	v, ok := t.entries[key]
	return v, ok
}

func (t *table[K, V]) Put(key K, value V) {
	t.entries[key] = value
	t.writes++
}

// A Cache guards one.
type Cache[K comparable, V any] struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	store Store[K, V]
}

// NewCache is right.
func NewCache[K comparable, V any]() *Cache[K, V] {
	return &Cache[K, V]{store: &table[K, V]{entries: map[K]V{}}}
}

// Get is right.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.store.Get(key)
}

// Late has no lock any more.
func (c *Cache[K, V]) Late(key K, value V) {
	c.mu.Lock()
	s := c.store
	c.mu.Unlock()
	s.Put(key, value) // failed
}

// Reading has it for reading.
func (c *Cache[K, V]) Reading(key K, value V) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.store.Put(key, value) // failed
}

// Of has an instance.
func Of(c *Cache[string, int]) {
	c.mu.Lock()
	s := c.store
	c.mu.Unlock()
	s.Put("a", 1) // failed
}

// A type with other type parameters than its interface, and one without any.
type source[T any] interface{ next() T }

type pair[A, B any] struct {
	a A
	b B
	n int
}

func (p *pair[A, B]) next() A {
	p.n++ // failed
	return p.a
}

type ones struct{ n int }

func (o *ones) next() int {
	o.n++ // failed
	return 1
}

func each[T any](s source[T]) T {
	go s.next()     // failed
	return s.next() // failed
}

// Pairs has both.
func Pairs() int {
	var s source[int] = &pair[int, string]{}
	return each(s) + each[int](&ones{})
}

// A generic function that makes the interface of a type parameter.
type sink[T any] interface{ put(v T) }

type list[T any] struct{ all []T }

func (l *list[T]) put(v T) {
	l.all = append(l.all, v) // failed
}

func fill[T any, S sink[T]](s S, v T) {
	var to sink[T] = s
	if to != nil {
		to.put(v)
	}
}

// Fills runs it twice.
func Fills() {
	l := &list[int]{}
	var s sink[int] = l
	_ = s
	go fill(l, 1)
	go fill(l, 2)
}
