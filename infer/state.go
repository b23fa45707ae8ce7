package infer

import (
	"maps"

	"github.com/calvin-go/calvin/infer/memory"
)

// A mode is how a lock is held: the set of the ways in which it may be, as several paths lead to a point.
type mode uint8

const (
	writing mode = 1 << iota
	reading      // for reading, or the function of a sync.Once has returned
)

// allows reports whether a lock so held allows an access.
func (m mode) allows(write bool) bool { return m != 0 && !(write && m&reading != 0) }

// holds are the locks that are surely held.
type holds map[*memory.Place]mode

// A state is what is known at a point of a function.
type state struct {
	held holds
	// freed are the locks that may have been released without having been acquired before.
	freed map[*memory.Place]bool
	// fresh are the objects that surely nobody but the goroutine can reach.
	fresh map[*memory.Place]bool
}

func newState() *state {
	return &state{held: holds{}, freed: map[*memory.Place]bool{}, fresh: map[*memory.Place]bool{}}
}

func (s *state) clone() *state {
	return &state{maps.Clone(s.held), maps.Clone(s.freed), maps.Clone(s.fresh)}
}

// meet keeps of s what holds in t as well.
func (s *state) meet(t *state) {
	s.held.meet(t.held)
	for l := range t.freed {
		s.freed[l] = true
	}
	for o := range s.fresh {
		if !t.fresh[o] {
			delete(s.fresh, o)
		}
	}
}

func (h holds) meet(g holds) {
	for l, m := range h {
		if n := g[l]; n != 0 {
			h[l] = m | n
		} else {
			delete(h, l)
		}
	}
}

func (s *state) equal(t *state) bool {
	return maps.Equal(s.held, t.held) && maps.Equal(s.freed, t.freed) && maps.Equal(s.fresh, t.fresh)
}

// acquire takes a lock.
func (s *state) acquire(l *memory.Place, m mode) {
	s.held[l] = m
	delete(s.freed, l)
}

// release gives a lock back.
func (s *state) release(l *memory.Place) {
	if s.held[l] == 0 {
		s.freed[l] = true
	}
	delete(s.held, l)
}
