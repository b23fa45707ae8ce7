// Package genericoptions has options of a generic cache: functions, and methods of an interface that call functions. Each gets the object for the
// call, and New has it to itself afterwards.
package genericoptions

import "sync"

// A Cache has a value for each key.
type Cache[K comparable, V any] struct {
	settings[K, V]
	mu sync.Mutex
	//calvin:guarded_by mu
	items map[K]V
}

type settings[K comparable, V any] struct {
	limit   int
	names   []string
	missing func(K) V
}

// An Option sets something up.
type Option[K comparable, V any] interface {
	apply(*settings[K, V])
}

type option[K comparable, V any] func(*settings[K, V])

func (o option[K, V]) apply(s *settings[K, V]) {
	if o != nil {
		o(s)
	}
}

// WithLimit limits how many values there are.
func WithLimit[K comparable, V any](n int) Option[K, V] {
	return option[K, V](func(s *settings[K, V]) { s.limit = n })
}

// WithName adds a name.
func WithName[K comparable, V any](name string) Option[K, V] {
	return option[K, V](func(s *settings[K, V]) { s.names = append(s.names, name) })
}

// WithMissing says what a key has for a value that was not put in.
func WithMissing[K comparable, V any](f func(K) V) Option[K, V] {
	return option[K, V](func(s *settings[K, V]) { s.missing = f })
}

// New returns a cache that is set up.
func New[K comparable, V any](options ...Option[K, V]) *Cache[K, V] {
	s := &settings[K, V]{limit: 100}
	for _, o := range options {
		if o != nil {
			o.apply(s)
		}
	}
	if s.limit < 1 {
		s.limit = 1
	}
	return &Cache[K, V]{settings: *s, items: map[K]V{}}
}

// Put sets a value if there is room.
func (c *Cache[K, V]) Put(k K, v V) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.items) >= c.limit {
		return false
	}
	c.items[k] = v
	return true
}

// Ints is a cache of ints.
func Ints() *Cache[string, int] {
	return New(WithLimit[string, int](3), WithName[string, int]("ints"))
}
