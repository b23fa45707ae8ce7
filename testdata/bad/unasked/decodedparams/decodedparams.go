// Package decodedparams has no annotations. Generic code has decoders make values of type parameters.
package decodedparams

import (
	"encoding/json"
	"sync"
)

// A Set is its callers' own.
type Set[T comparable] map[T]struct{}

// Append adds.
func (s *Set[T]) Append(vs ...T) {
	for _, v := range vs {
		(*s)[v] = struct{}{}
	}
}

// UnmarshalJSON is right: it decodes into a new variable.
func (s *Set[T]) UnmarshalJSON(b []byte) error {
	var list []T
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	s.Append(list...)
	return nil
}

// A Map has a lock.
type Map[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

// Set sets.
func (m *Map[K, V]) Set(k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m[k] = v
}

// UnmarshalJSON is right: it decodes into a new map.
func (m *Map[K, V]) UnmarshalJSON(b []byte) error {
	tmp := make(map[K]V)
	if err := json.Unmarshal(b, &tmp); err != nil {
		return err
	}
	for k, v := range tmp {
		m.Set(k, v)
	}
	return nil
}

// Reset is right: what was decoded becomes the lock's.
func (m *Map[K, V]) Reset(b []byte) error {
	var tmp map[K]V
	if err := json.Unmarshal(b, &tmp); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m = tmp
	return nil
}

// Kept goes on to use what has become the lock's.
func (m *Map[K, V]) Kept(b []byte, k K) error {
	var tmp map[K]V
	if err := json.Unmarshal(b, &tmp); err != nil {
		return err
	}
	m.mu.Lock()
	m.m = tmp
	m.mu.Unlock()
	delete(tmp, k) // failed
	return nil
}

// Guarded decodes into what the lock guards, without it.
func (m *Map[K, V]) Guarded(b []byte) error {
	return json.Unmarshal(b, &m.m) // failed
}

// Load is right.
func Load[T any](b []byte, more ...T) ([]T, error) {
	var list []T
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, err
	}
	for i, v := range more {
		if i < len(list) {
			list[i] = v
		}
	}
	return append(list, more...), nil
}

// A pair has a value of the type inside.
type pair[T any] struct {
	Key   string
	Value T
}

// Pairs is right.
func Pairs[T any](b []byte) (map[string]T, error) {
	var list []pair[T]
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, err
	}
	all := map[string]T{}
	for i := range list {
		list[i].Key += "!"
		all[list[i].Key] = list[i].Value
	}
	return all, nil
}

// Over decodes over what was there before: what values of the type lead to may be written, and others know it.
func Over[T any](b []byte, v T) ([]T, error) {
	list := []T{v}
	list = append(list, v)
	err := json.Unmarshal(b, &list)
	list[0] = v // failed
	return list, err
}

// Shared decodes into a variable that a goroutine has.
func Shared[T any](b []byte) ([]T, error) {
	var list []T
	go func() {
		if len(list) > 0 {
			clear(list) // failed
		}
	}()
	err := json.Unmarshal(b, &list) // failed
	return list, err
}

// Sent is known to others when it is decoded once more.
func Sent[T any](b []byte, out chan<- []T) error {
	var list []T
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	out <- list
	clear(list) // failed
	return nil
}

// Started has a goroutine use what was decoded.
func Started[T any](b []byte, zero T) error {
	var list []T
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	go func() { clear(list) }() // failed
	list[0] = zero              // failed
	return nil
}
