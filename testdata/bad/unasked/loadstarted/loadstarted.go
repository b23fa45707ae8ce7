// Package loadstarted has no annotations. What an interface holds that is decoded into is not known where that comes from elsewhere, as in the function of a goroutine.
package loadstarted

import (
	"encoding/json"
	"os"
	"sync"
)

// A Config is read from files.
type Config struct{ Limit int }

func load(path string, v any, wg *sync.WaitGroup) {
	defer wg.Done()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, v) // failed
	}
	_ = err
}

// All has several goroutines decode into one object.
func All(paths []string) int {
	c := &Config{}
	var wg sync.WaitGroup
	for _, path := range paths {
		wg.Add(1)
		go load(path, c, &wg)
	}
	wg.Wait()
	return c.Limit
}

// Late has a literal do so after it has returned.
func Late(data []byte, v any) {
	go func() {
		_ = json.Unmarshal(data, v) // failed
	}()
}

func retry(data []byte, n int, v any) error {
	err := json.Unmarshal(data, v) // failed
	if err != nil && n > 0 {
		return retry(data, n-1, v)
	}
	return err
}

// A Store forgets its lock: the helper calls itself, so that it cannot take the place of the call.
type Store struct {
	mu     sync.Mutex
	config Config
}

// Load has no lock.
func (s *Store) Load(data []byte) error { return retry(data, 3, &s.config) }

// Limit is right.
func (s *Store) Limit() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.config.Limit
}

var current Config

// Name is right by itself.
func Name() int { return current.Limit }

// A Loader has the pointer in a field.
type Loader struct {
	mu   sync.Mutex
	into any
}

// NewLoader is right.
func NewLoader() *Loader { return &Loader{into: &current} }

// Load does not tell what it writes.
func (l *Loader) Load(data []byte) error {
	return json.Unmarshal(data, l.into) // failed
}

var registry = map[string]any{"current": &current}

// LoadNamed does not either.
func LoadNamed(name string, data []byte) error {
	return json.Unmarshal(data, registry[name]) // failed
}

// LoadLater writes what a literal has assigned.
func LoadLater(data []byte) error {
	var v any
	set := func() { v = &current }
	set()
	return json.Unmarshal(data, v) // failed
}
