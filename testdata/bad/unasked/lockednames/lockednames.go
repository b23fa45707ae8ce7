// Package lockednames has no annotations. It calls methods that are named as those of locks are, and that no lock has: they take a key, or return an error.
package lockednames

import "sync"

// A Store locks for several programs.
type Store interface {
	Lock(key string) error
	Unlock(key string) error
}

// A Breaker keeps count.
type Breaker struct {
	store Store
	mu    sync.Mutex
	n     int
	m     int
}

// New is right.
func New(s Store) *Breaker { return &Breaker{store: s} }

// Trip is right.
func (b *Breaker) Trip(key string) (err error) {
	if err := b.store.Lock(key); err != nil {
		return err
	}
	defer func() {
		if e := b.store.Unlock(key); err == nil {
			err = e
		}
	}()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	b.m++
	return nil
}

// Read is right.
func (b *Breaker) Read() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// Bare takes what is no lock for one.
func (b *Breaker) Bare(key string) int {
	b.store.Lock(key)
	defer b.store.Unlock(key)
	return b.m // failed
}

// A keyed store of the program.
type keyed struct {
	mu    sync.Mutex
	held  string
	count int
}

// Lock keeps the lock.
func (k *keyed) Lock(key string) error {
	k.mu.Lock()
	k.held = key
	return nil // failed
}

// Unlock gives back what its callers hold.
func (k *keyed) Unlock(string) error { // failed
	k.mu.Unlock()
	return nil
}

func (k *keyed) add(s Store) {
	k.mu.Lock()
	s.Unlock("x")
	k.count++
	k.mu.Unlock()
}

// Both lets a store unlock itself.
func Both() {
	k := &keyed{}
	k.add(k) // failed
}

// Twice takes the lock that it holds.
func Twice() {
	k := &keyed{}
	k.mu.Lock()
	var s Store = k
	s.Lock("x") // failed
	k.mu.Unlock()
}

// A locker may be a Mutex, or what has one.
type locker interface {
	Lock()
	Unlock()
}

type holder struct {
	mu sync.Mutex
	n  int
}

func (h *holder) with(l locker) {
	h.mu.Lock()
	l.Unlock() // failed
	h.n++
	h.mu.Unlock()
}

// Holds passes the lock.
func Holds() {
	h := &holder{}
	h.with(&h.mu) // failed
}

// A tryer tries.
type tryer interface{ TryLock() bool }

func (h *holder) tries(l tryer) {
	if l.TryLock() { // failed
		h.n++
	}
}

// Tries passes the lock.
func Tries() {
	h := &holder{}
	h.tries(&h.mu) // failed
}

func generic[L interface{ Unlock() }](h *holder, l L) {
	h.mu.Lock()
	l.Unlock() // failed
	h.n++
	h.mu.Unlock() // failed
}

// Generic passes the lock.
func Generic() { // unfounded
	h := &holder{}
	generic(h, &h.mu)
}
