// Package manybehind has an interface with six types behind it, which the compiler checks for one set of type arguments, and locks that guard their objects.
package manybehind

import (
	"fmt"
	"sync"
)

type policy[K comparable, V any] interface {
	get(k K) (V, bool)
	set(k K, v V)
}

var _ = []policy[struct{}, any]{
	(*simple[struct{}, any])(nil),
	(*counting[struct{}, any])(nil),
	(*once[struct{}, any])(nil),
	(*small[struct{}, any])(nil),
	(*last[struct{}, any])(nil),
	(*never[struct{}, any])(nil),
}

var _ policy[string, any] = (*simple[string, any])(nil)

type simple[K comparable, V any] struct{ m map[K]V }

func (p *simple[K, V]) get(k K) (V, bool) {
	v, ok := p.m[k]
	return v, ok
}

func (p *simple[K, V]) set(k K, v V) { p.m[k] = v }

type counting[K comparable, V any] struct {
	m map[K]V
	n int
}

func (p *counting[K, V]) get(k K) (V, bool) {
	p.n++
	v, ok := p.m[k]
	return v, ok
}

func (p *counting[K, V]) set(k K, v V) { p.m[k] = v }

type once[K comparable, V any] struct{ m map[K]V }

func (p *once[K, V]) get(k K) (V, bool) {
	v, ok := p.m[k]
	delete(p.m, k)
	return v, ok
}

func (p *once[K, V]) set(k K, v V) { p.m[k] = v }

type small[K comparable, V any] struct{ m map[K]V }

func (p *small[K, V]) get(k K) (V, bool) {
	v, ok := p.m[k]
	return v, ok
}

func (p *small[K, V]) set(k K, v V) {
	if len(p.m) > 10 {
		clear(p.m)
	}
	p.m[k] = v
}

type last[K comparable, V any] struct {
	k K
	v V
}

func (p *last[K, V]) get(k K) (V, bool) { return p.v, p.k == k }

func (p *last[K, V]) set(k K, v V) { p.k, p.v = k, v }

type never[K comparable, V any] struct{ n int }

func (p *never[K, V]) get(K) (zero V, ok bool) { return zero, false }

func (p *never[K, V]) set(K, V) { p.n++ }

// A Cache has one of them.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	p  policy[K, V]
}

// New makes one.
func New[K comparable, V any](kind int) *Cache[K, V] {
	c := &Cache[K, V]{p: &simple[K, V]{m: map[K]V{}}}
	switch kind {
	case 0:
		c.p = &counting[K, V]{m: map[K]V{}}
	case 1:
		c.p = &once[K, V]{m: map[K]V{}}
	case 2:
		c.p = &small[K, V]{m: map[K]V{}}
	case 3:
		c.p = &last[K, V]{}
	case 4:
		c.p = &never[K, V]{}
	}
	return c
}

// Get looks under the lock.
func (c *Cache[K, V]) Get(k K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.p.get(k)
}

// Set writes under the lock.
func (c *Cache[K, V]) Set(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.p.set(k, v)
}

// Unlocked writes without the lock.
func (c *Cache[K, V]) Unlocked(k K, v V) {
	c.p.set(k, v) // failed
}

// Later writes after the unlock.
func (c *Cache[K, V]) Later(k K, v V) {
	c.mu.Lock()
	p := c.p
	c.mu.Unlock()
	p.set(k, v) // failed
}

// Shared gives two caches one object.
func Shared[K comparable, V any]() (*Cache[K, V], *Cache[K, V]) {
	p := &simple[K, V]{m: map[K]V{}}
	return &Cache[K, V]{p: p}, &Cache[K, V]{p: p} // failed
}

type adder interface{ add(n int) }

type total struct{ n int }

func (t *total) add(n int) {
	t.n += n // failed
}

var adders = []adder{(*total)(nil), &total{}} // which is read

// Add adds without a lock.
func Add(n int) {
	adders[1].add(n)
}

type visitor interface{ visit() }

type visits struct{ n int }

func (v *visits) visit() {
	v.n++ // failed
}

// Visit looks like an assertion of the compiler's, and has two goroutines call the method.
func Visit() {
	var v visitor = (*visits)(nil)
	all := []visitor{v}
	all[0] = &visits{}
	go all[0].visit()
	all[0].visit()
}

type named interface{ name() string }

var _ named = (*label)(nil)

type label struct{ n int }

func (l *label) name() string {
	l.n++
	return "label"
}

func (l *label) String() string { return l.name() } // failed

var common fmt.Stringer = &label{}

// Name is called by anybody.
func Name() string { return common.String() }

type counter struct{ n int }

type sink[T any] interface{ put(v T) }

var _ sink[*counter] = (*bag[*counter])(nil)

type bag[T any] struct{ items []T }

func (b *bag[T]) put(v T) {
	b.items = append(b.items, v) // failed
}

// A Locked has a bag, and a lock.
type Locked struct {
	mu sync.Mutex
	b  sink[*counter]
}

// Both have one counter, and each counts it under its own lock.
func Both(a, b *Locked) {
	c := &counter{}
	a.mu.Lock()
	a.b.put(c)
	a.mu.Unlock()
	b.mu.Lock()
	b.b.put(c) // failed
	b.mu.Unlock()
}

// NewLocked makes one.
func NewLocked() *Locked { return &Locked{b: &bag[*counter]{}} }

// Count counts.
func (l *Locked) Count() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.b.(*bag[*counter]).items {
		c.n++ // failed
	}
}
