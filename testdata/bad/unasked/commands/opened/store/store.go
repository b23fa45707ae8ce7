// Package store has goroutines of its own, and calls what it is given.
package store

import (
	"sync"
	"time"
)

// Config says how to open a store.
type Config struct {
	Size    int
	OnEvict func(string)
}

// A Store has a goroutine that cleans it.
type Store struct {
	mu    sync.Mutex
	items map[string]int
	conf  Config
	done  chan struct{}
}

// Open starts the goroutine.
func Open(conf Config) (*Store, error) {
	s := &Store{items: map[string]int{}, conf: conf, done: make(chan struct{})}
	go s.clean()
	return s, nil
}

func (s *Store) clean() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.evict()
		case <-s.done:
			return
		}
	}
}

func (s *Store) evict() {
	s.mu.Lock()
	clear(s.items)
	f := s.conf.OnEvict
	s.mu.Unlock()
	if f != nil {
		f("all")
	}
}

// Get returns what is there.
func (s *Store) Get(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[k]
}

// A Listener hears of what goes.
type Listener interface{ Gone(string) }

// Listen has l hear of something in a goroutine.
func Listen(l Listener) { go l.Gone("first") }

// Every calls f again and again.
func Every(d time.Duration, f func()) {
	go func() {
		for range time.Tick(d) {
			f()
		}
	}()
}
