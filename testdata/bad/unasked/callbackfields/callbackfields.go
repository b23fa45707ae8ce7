// Package callbackfields has constructors that pass a method of the new object to a function which makes another new object with it. Nobody can call the method before somebody gets one of the two.
package callbackfields

import (
	"errors"
	"sync"
)

// A Store calls back when it drops something. Its users see to it that one goroutine at a time uses it.
type Store struct {
	size    int
	items   []int
	dropped func(int)
}

func newStore(size int, dropped func(int)) (*Store, error) {
	if size < 0 {
		return nil, errors.New("negative size")
	}
	s := &Store{size: size}
	s.dropped = dropped
	return s, nil
}

func wrapped(f func(int)) func(int) {
	return func(n int) { f(n + 1) }
}

type Cache struct {
	mu    sync.Mutex
	store *Store
	n     int
	limit int
}

func (c *Cache) note(int) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func New(size int) (*Cache, error) {
	c := &Cache{}
	var err error
	c.store, err = newStore(size, c.note)
	if err != nil {
		return nil, err
	}
	c.limit = size
	return c, nil
}

func NewWrapped(size int) *Cache {
	c := &Cache{}
	c.store = &Store{dropped: wrapped(c.note)}
	c.limit = size
	return c
}

func NewByLiteral(size int) *Cache {
	c := &Cache{}
	c.store, _ = newStore(size, func(n int) { c.note(n) })
	c.limit = size
	return c
}

func (c *Cache) SetLimit(n int) {
	c.mu.Lock()
	c.limit = n
	c.store.size = n
	c.mu.Unlock()
}

// ---- wrong: others get the method

type Bad struct {
	mu    sync.Mutex
	store *Store
	limit int //calvin:guarded_by mu
}

func (b *Bad) note(n int) {
	b.mu.Lock()
	b.limit += n
	b.mu.Unlock()
}

func (b *Bad) Set(n int) {
	b.mu.Lock()
	b.limit = n
	b.mu.Unlock()
}

func (b *Bad) Limit() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.limit
}

func (b *Bad) Up() {
	b.mu.Lock()
	b.limit++
	b.mu.Unlock()
}

var last func(int)

func startedStore(dropped func(int)) *Store {
	s := &Store{dropped: dropped}
	go s.drop()
	return s
}

func (s *Store) drop() { s.dropped(1) }

var mu sync.Mutex

func keptStore(dropped func(int)) *Store {
	mu.Lock()
	last = dropped
	mu.Unlock()
	return &Store{dropped: dropped}
}

func sentStore(ch chan<- *Store, dropped func(int)) *Store {
	s := &Store{dropped: dropped}
	ch <- s
	return s
}

type Registry struct {
	mu  sync.Mutex
	all []func(int)
}

func (r *Registry) add(f func(int)) { r.all = append(r.all, f) }

func Started(size int) *Bad {
	c := &Bad{}
	c.store = startedStore(c.note) // failed
	c.limit = 1
	return c
}

func Kept(size int) *Bad {
	c := &Bad{}
	c.store = keptStore(c.note) // failed
	c.limit = 1
	return c
}

func Sent(ch chan<- *Store) *Bad {
	c := &Bad{}
	c.store = sentStore(ch, c.note) // failed
	c.limit = 1
	return c
}

func Registered(r *Registry) *Bad {
	c := &Bad{}
	r.mu.Lock()
	r.add(c.note)
	r.mu.Unlock()
	c.limit = 1 // failed
	return c
}

func SentLater(ch chan<- *Bad, size int) *Bad {
	c := &Bad{}
	c.store, _ = newStore(size, c.note)
	ch <- c
	c.limit = size // failed
	return c
}

func SentStore(ch chan<- *Store, size int) *Bad {
	c := &Bad{}
	s, _ := newStore(size, c.note)
	ch <- s
	c.limit = size // failed
	return c
}

func Ran(size int) *Bad {
	c := &Bad{}
	s, _ := newStore(size, c.note)
	go s.dropped(1)
	c.limit = size // failed
	return c
}
