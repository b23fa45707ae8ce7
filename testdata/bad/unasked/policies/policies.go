// Package policies has no annotations. A cache calls its policy by an interface, with its lock held. The policies have no lock of their own.
package policies

import (
	"container/list"
	"sync"
)

// A cache is a policy.
type cache[K comparable, V any] interface {
	get(K) (V, bool)
	set(K, V)
	len() int
}

type simple[K comparable, V any] struct {
	m map[K]V
	n int
}

func newSimple[K comparable, V any]() *simple[K, V] { return &simple[K, V]{m: map[K]V{}} }

func (s *simple[K, V]) get(k K) (V, bool) { v, ok := s.m[k]; return v, ok }
func (s *simple[K, V]) set(k K, v V)      { s.m[k] = v; s.n++ }
func (s *simple[K, V]) len() int          { return len(s.m) }

type entry[V any] struct {
	val  V
	uses int
}

// recent has its entries in a list, too.
type recent[K comparable, V any] struct {
	list  *list.List
	items map[K]*list.Element
}

func newRecent[K comparable, V any]() *recent[K, V] {
	return &recent[K, V]{list: list.New(), items: map[K]*list.Element{}}
}

func (c *recent[K, V]) get(k K) (v V, ok bool) {
	e, ok := c.items[k]
	if !ok {
		return v, false
	}
	ent := e.Value.(*entry[V])
	ent.uses++
	return ent.val, true
}

func (c *recent[K, V]) set(k K, v V) { c.items[k] = c.list.PushBack(&entry[V]{val: v}) }
func (c *recent[K, V]) len() int     { return c.list.Len() }

// A Cache guards its policy.
type Cache[K comparable, V any] struct {
	mu    sync.Mutex
	cache cache[K, V]
}

type config[K comparable, V any] struct{ cache cache[K, V] }

// An Option chooses the policy.
type Option[K comparable, V any] func(*config[K, V])

// AsRecent has a list.
func AsRecent[K comparable, V any]() Option[K, V] {
	return func(c *config[K, V]) { c.cache = newRecent[K, V]() }
}

// New returns a cache.
func New[K comparable, V any](opts ...Option[K, V]) *Cache[K, V] {
	c := &config[K, V]{cache: newSimple[K, V]()}
	for _, o := range opts {
		o(c)
	}
	return &Cache[K, V]{cache: c.cache}
}

// Get holds the lock.
func (c *Cache[K, V]) Get(k K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cache.get(k)
}

// Set holds the lock.
func (c *Cache[K, V]) Set(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cache.set(k, v)
}

// Len holds the lock.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cache.len()
}

// Peek does not.
func (c *Cache[K, V]) Peek(k K) (V, bool) {
	return c.cache.get(k) // failed
}

// An Item is what a Wrapper has, by way of a cache of pointers.
type Item[V any] struct {
	val  V
	cost int
}

func (i *Item[V]) large() bool { return i.cost > 10 }

// A Wrapper has items, which never change.
type Wrapper[K comparable, V any] struct {
	mu    sync.Mutex
	cache cache[K, *Item[V]]
}

// NewWrapper returns one.
func NewWrapper[K comparable, V any]() *Wrapper[K, V] {
	return &Wrapper[K, V]{cache: newSimple[K, *Item[V]]()}
}

// Set holds the lock.
func (w *Wrapper[K, V]) Set(k K, v V, cost int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cache.set(k, &Item[V]{v, cost})
}

// Get looks at the item.
func (w *Wrapper[K, V]) Get(k K) (v V, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, ok := w.cache.get(k)
	if !ok || i.large() {
		return v, false
	}
	return i.val, true
}

// Loose has the policy after the unlock.
func (w *Wrapper[K, V]) Loose(k K) bool {
	w.mu.Lock()
	c := w.cache
	w.mu.Unlock()
	_, ok := c.get(k) // failed
	return ok
}

// Late looks for it without the lock.
func (w *Wrapper[K, V]) Late(k K) bool {
	_, ok := w.cache.get(k) // failed
	return ok
}

type counter interface {
	inc(string)
	total() int
}

type counts struct {
	n     int
	names map[string]int
}

func (c *counts) inc(name string) {
	c.names[name]++
	c.n++
}

func (c *counts) total() int { return c.n }

// A Stats has its counter twice, by an interface and by its name.
type Stats struct {
	mu     sync.Mutex
	c      counter
	direct *counts
}

// NewStats puts one object in both.
func NewStats() *Stats {
	c := &counts{names: map[string]int{}}
	return &Stats{c: c, direct: c} // failed
}

// Inc holds the lock.
func (s *Stats) Inc(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.c.inc(name)
}

// Total does, too.
func (s *Stats) Total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.c.total()
}

// Quick calls the method by its name, without the lock.
func (s *Stats) Quick(name string) {
	s.direct.inc(name) // failed
}

type queue interface {
	put(int)
	size() int
}

type ring struct {
	all  []int
	puts int
}

func (r *ring) put(n int) { r.all, r.puts = append(r.all, n), r.puts+1 }
func (r *ring) size() int { return r.puts }

// A Pump starts a goroutine that has its queue.
type Pump struct {
	mu sync.Mutex
	q  queue
}

// NewPump lets another goroutine have the queue that the lock guards.
func NewPump() *Pump {
	r := &ring{}
	p := &Pump{q: r}
	go fill(r) // failed
	return p
}

func fill(r *ring) {
	for i := range 10 {
		r.put(i) // failed
	}
}

// Put holds the lock.
func (p *Pump) Put(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.q.put(n)
	return p.q.size()
}
