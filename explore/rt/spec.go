package rt

import (
	"maps"
	"reflect"
	"sync"
	"unsafe"
)

// What conditions speak of beyond the memory of the program. These functions are called while one is evaluated, and panic
// where they cannot tell.

// A Tid is a goroutine's identity in conditions.
type Tid GID

// Free is the holder of a lock that nobody holds. (No goroutine has this number, which is the clock's.)
const Free Tid = Tid(Clock)

// stranger is a goroutine that holds nothing, and of which nothing else is known.
const stranger Tid = -1

// errUnknown is what a condition panics with that cannot be evaluated.
type errUnknown struct{}

func tidOf(g *G) Tid {
	if g == nil {
		panic(errUnknown{})
	}
	return Tid(g.id)
}

// Self is the goroutine that the condition is evaluated for.
func Self() Tid { return current.Load().annotations.self }

// MutexHolder is who holds m.
func MutexHolder(m *sync.Mutex) Tid {
	o, ok := current.Load().objects.lookup(unsafe.Pointer(m)).(*mutex)
	switch {
	case ok && o.locked:
		return tidOf(o.owner)
	case ok:
		return Free
	case m.TryLock(): // nobody has touched it
		m.Unlock()
		return Free
	}
	panic(errUnknown{})
}

// RWHolder is who holds m for writing.
func RWHolder(m *sync.RWMutex) Tid {
	o, ok := current.Load().objects.lookup(unsafe.Pointer(m)).(*rwmutex)
	switch {
	case ok && o.held:
		return tidOf(o.owner)
	case ok:
		return Free
	case m.TryRLock():
		m.RUnlock()
		return Free
	}
	panic(errUnknown{})
}

// RWReads reports whether the goroutine holds m for reading.
func RWReads(m *sync.RWMutex) bool {
	o, ok := current.Load().objects.lookup(unsafe.Pointer(m)).(*rwmutex)
	if !ok {
		return false
	}
	for _, g := range o.reading {
		if Tid(g.id) == Self() {
			return true
		}
	}
	if o.readers != len(o.reading) {
		panic(errUnknown{})
	}
	return false
}

// OnceHolder is who runs the function of o.
func OnceHolder(o *sync.Once) Tid {
	if m, ok := current.Load().objects.lookup(unsafe.Pointer(o)).(*once); ok && m.runner != nil {
		return tidOf(m.runner)
	}
	return Free
}

// OnceIsDone reports whether the function of o has returned.
func OnceIsDone(o *sync.Once) bool {
	if m, ok := current.Load().objects.lookup(unsafe.Pointer(o)).(*once); ok {
		return m.done
	}
	return onceDone(o)
}

// IsClosed reports whether the channel c is closed.
func IsClosed(c any) bool {
	p := reflect.ValueOf(c).UnsafePointer()
	if p == nil {
		return false
	}
	s := current.Load()
	o, ok := s.objects.lookup(p).(*channel)
	switch {
	case ok && (o.closed || o.known):
		return o.closed
	case !ok && s.regionAt(uintptr(p)) != nil: // made under control, and nobody has touched it
		return false
	}
	panic(errUnknown{})
}

// Snapshot returns a copy of s.
func Snapshot[S ~[]E, E any](s S) []E { return append([]E(nil), s...) }

// SnapshotMap returns a copy of m.
func SnapshotMap[M ~map[K]V, K comparable, V any](m M) M { return maps.Clone(m) }

// Has reports whether m has the key k.
func Has[M ~map[K]V, K comparable, V any](m M, k K) bool {
	_, ok := m[k]
	return ok
}

// maxRounds is how many elements a condition looks at before it counts as one that cannot be evaluated.
const maxRounds = 1 << 20

// Round is called for each element that a quantifier looks at.
func Round() bool {
	a := current.Load().annotations
	if a.rounds++; a.rounds > maxRounds {
		panic(errUnknown{})
	}
	return true
}
