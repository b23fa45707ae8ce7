package rt

import (
	"maps"
	"slices"
	"unsafe"
)

// A ghost is a variable that only annotations know. It is kept here, by its number and object, and is zero at first. The
// statements that set it stand right after the operations that they belong to, before the next scheduling point.

type ghostKey struct {
	number int
	object unsafe.Pointer // nil for one of the package
}

// Ghost returns a ghost.
func Ghost[T any](number int, object unsafe.Pointer) *T {
	s := current.Load()
	if s == nil || s.annotations == nil {
		return new(T)
	}
	a := s.annotations
	if a.ghostsLost {
		panic(errUnknown{})
	}
	k := ghostKey{number, object}
	p, ok := a.ghosts[k].(*T)
	if !ok {
		p = new(T)
		a.ghosts[k] = p
	}
	return p
}

// LoseGhosts says that a ghost would have to be set here and cannot be.
func LoseGhosts() { SetGhost(func() { panic(errUnknown{}) }) }

// SetGhost runs f, which sets a ghost. If it cannot, nothing is known of ghosts any more.
func SetGhost(f func()) {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return
	}
	a := s.annotations
	if !a.evaluating(Tid(g.id), f) {
		a.ghostsLost = true
	}
}

// A Seq is a mathematical sequence: nobody changes one.
type Seq[T any] []T

// At is s[i].
func (s Seq[T]) At(i int) T { return s[i] }

// With is s with another element number i.
func (s Seq[T]) With(i int, v T) Seq[T] {
	s = slices.Clone(s)
	s[i] = v
	return s
}

// Plus is s + t.
func (s Seq[T]) Plus(t Seq[T]) Seq[T] { return slices.Concat(s, t) }

// Equal is s == t.
func (s Seq[T]) Equal(t Seq[T]) bool {
	return slices.EqualFunc(s, t, func(x, y T) bool { return same(x, y) })
}

// A Collection is a mathematical set.
type Collection[T comparable] map[T]struct{}

// Has is has(c, x).
func (c Collection[T]) Has(x T) bool {
	_, ok := c[x]
	return ok
}

// With is c with x in it.
func (c Collection[T]) With(x T) Collection[T] { return c.Plus(Collection[T]{x: {}}) }

// Plus is c + d.
func (c Collection[T]) Plus(d Collection[T]) Collection[T] {
	out := Collection[T]{}
	maps.Copy(out, c)
	maps.Copy(out, d)
	return out
}

// Minus is c - d.
func (c Collection[T]) Minus(d Collection[T]) Collection[T] {
	out := Collection[T]{}
	for x := range c {
		if !d.Has(x) {
			out[x] = struct{}{}
		}
	}
	return out
}

// Equal is c == d.
func (c Collection[T]) Equal(d Collection[T]) bool { return maps.Equal(c, d) }

// A Table is a mathematical map.
type Table[K comparable, V any] map[K]V

// At is m[k], zero where there is no such key.
func (m Table[K, V]) At(k K) V { return m[k] }

// Has is has(m, k).
func (m Table[K, V]) Has(k K) bool {
	_, ok := m[k]
	return ok
}

// With is m with the entry k.
func (m Table[K, V]) With(k K, v V) Table[K, V] {
	out := Table[K, V]{}
	maps.Copy(out, m)
	out[k] = v
	return out
}

// Minus is m without the keys.
func (m Table[K, V]) Minus(keys Collection[K]) Table[K, V] {
	out := Table[K, V]{}
	for k, v := range m {
		if !keys.Has(k) {
			out[k] = v
		}
	}
	return out
}

// Equal is m == n.
func (m Table[K, V]) Equal(n Table[K, V]) bool {
	return maps.EqualFunc(m, n, func(x, y V) bool { return same(x, y) })
}

// same compares two values of one type, which may be one of the specification's. It panics if Go cannot compare them.
func same[T any](x, y T) bool {
	if e, ok := any(x).(interface{ Equal(T) bool }); ok {
		return e.Equal(y)
	}
	return any(x) == any(y)
}
