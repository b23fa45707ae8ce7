// Package refuted suggests annotations that do not hold.
package refuted

import "sync"

// A Pool has many items, of which each knows one: not always the one that it is in.
type Pool struct {
	mu    sync.Mutex
	items []*Item // kept: guarded_by mu
}

// An Item is changed under the lock of a pool, but of which?
type Item struct {
	home  *Pool
	count int // refuted: guarded_by home.mu
}

func (p *Pool) Add(i *Item) {
	p.mu.Lock()
	p.items = append(p.items, i)
	p.mu.Unlock()
}

func (p *Pool) Touch(i *Item) {
	p.mu.Lock()
	i.count++
	p.mu.Unlock()
}

// Home is the pool that it knows.
func (i *Item) Home() *Pool { return i.home }

// Shared hands its slice to another: it is owned by neither.
type Shared struct {
	mu sync.Mutex
	xs []int // refuted: guarded_by mu
}

func (s *Shared) Give(to *Shared) {
	s.mu.Lock()
	xs := s.xs
	s.xs = nil
	s.mu.Unlock()
	to.mu.Lock()
	to.xs = xs
	to.mu.Unlock()
}
