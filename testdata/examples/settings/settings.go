// Package settings has settings that are replaced as a whole while others read them, and a default that is made when it is
// first asked for.
package settings

import (
	"sync"
	"sync/atomic"
)

// Settings do not change once they are in use.
//
//calvin:invariant limit > 0
type Settings struct {
	limit int
	name  string
}

// standard makes the settings that are used where there are no others.
var standard = sync.OnceValue(func() *Settings { return &Settings{limit: 10, name: "standard"} })

// A Store has the settings in use.
type Store struct {
	current atomic.Value
	writers sync.Mutex
	//calvin:guarded_by writers
	changes int
}

// Get returns the settings in use, nil if none have been set.
//
//calvin:atomic
//calvin:ensures (s.current == nil) ==> result == nil
func (s *Store) Get() *Settings {
	if v := s.current.Load(); v != nil {
		return v.(*Settings)
	}
	return nil
}

// Limit returns the limit in force.
func (s *Store) Limit() int {
	set := s.Get()
	if set == nil {
		set = standard()
	}
	if set == nil {
		return 1
	}
	//calvin:assert set.limit > 0
	return set.limit
}

// Set puts other settings in force.
//
//calvin:requires limit > 0
//calvin:atomic
//calvin:modifies s.current, s.changes
//calvin:ensures  s.current != nil && s.changes == old(s.changes)+1
func (s *Store) Set(name string, limit int) {
	s.writers.Lock()
	defer s.writers.Unlock()
	s.current.Store(&Settings{limit: limit, name: name})
	s.changes++
}

// Replace puts settings in force in place of others, if these still are.
func (s *Store) Replace(old *Settings, name string) bool {
	return s.current.CompareAndSwap(old, &Settings{limit: 1, name: name})
}

// Exchange puts settings in force and returns those that were, nil if there were none.
func (s *Store) Exchange(name string) *Settings {
	old, ok := s.current.Swap(&Settings{limit: 2, name: name}).(*Settings)
	if !ok {
		return nil
	}
	return old
}
