package lockorder

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A mode is how a lock is held or acquired: the set of the ways in which it may be.
type mode uint8

const (
	writing mode = 1 << iota
	reading
)

// A holding is a lock that may be held.
type holding struct {
	mode mode
	must bool // on every way
	way  *way // to where it was acquired
}

// A state is what is known at a point of a function.
type state struct {
	held map[lock]holding
	// freed are the locks that may have been released without having been acquired before; true: they surely have.
	freed  map[lock]bool
	fresh  map[*memory.Place]bool // objects that nobody else can reach
	defers map[*ssa.Defer]bool    // calls that may have been put off
}

func newState() *state {
	return &state{held: map[lock]holding{}, freed: map[lock]bool{}, fresh: map[*memory.Place]bool{}, defers: map[*ssa.Defer]bool{}}
}

func (s *state) clone() *state {
	return &state{held: cloned(s.held), freed: cloned(s.freed), fresh: cloned(s.fresh), defers: cloned(s.defers)}
}

// cloned is maps.Clone, which gives an empty map room for entries, too: most of those here stay empty.
func cloned[M ~map[K]V, K comparable, V any](m M) M {
	if len(m) == 0 {
		return M{}
	}
	return maps.Clone(m)
}

// join adds what may be so in t, and drops what is not sure there.
func (s *state) join(t *state) {
	s.held, s.freed = joinHeld(s.held, t.held), joinFreed(s.freed, t.freed)
	maps.DeleteFunc(s.fresh, func(o *memory.Place, _ bool) bool { return !t.fresh[o] })
	maps.Copy(s.defers, t.defers)
}

func joinHeld(a, b map[lock]holding) map[lock]holding {
	all := cloned(a)
	for l, h := range b {
		g, ok := a[l]
		if !ok {
			h.must = false
			all[l] = h
			continue
		}
		all[l] = holding{g.mode | h.mode, g.must && h.must, g.way.or(h.way)}
	}
	for l, h := range a {
		if _, ok := b[l]; !ok {
			h.must = false
			all[l] = h
		}
	}
	return all
}

func joinFreed(a, b map[lock]bool) map[lock]bool {
	all := cloned(a)
	for l, sure := range b {
		all[l] = sure && a[l]
	}
	for l := range a {
		if !b[l] {
			all[l] = false
		}
	}
	return all
}

func (s *state) equal(t *state) bool {
	return maps.EqualFunc(s.held, t.held, func(a, b holding) bool { return a.mode == b.mode && a.must == b.must }) &&
		maps.Equal(s.freed, t.freed) && maps.Equal(s.fresh, t.fresh) && maps.Equal(s.defers, t.defers)
}

// acquire takes a lock.
func (s *state) acquire(l lock, h holding) {
	s.held[l] = h
	delete(s.freed, l)
}

// release gives a lock back. One that is not held under its name is the one that is held in some object, or the callers hold it.
func (s *state) release(l lock) {
	if _, ok := s.held[l]; ok {
		delete(s.held, l)
		return
	}
	some := lock{class: l.class}
	if _, ok := s.held[some]; ok && l.class != nil {
		delete(s.held, some)
		return
	}
	if other, ok := s.only(l.class); ok {
		delete(s.held, other)
		return
	}
	s.freed[l] = true
}

// only returns the lock of a class that is held, if one is.
func (s *state) only(c *class) (lock, bool) {
	var found []lock
	for l := range s.held {
		if c != nil && l.class == c {
			found = append(found, l)
		}
	}
	if len(found) != 1 {
		return lock{}, false
	}
	return found[0], true
}
