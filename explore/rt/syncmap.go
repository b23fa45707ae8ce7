package rt

import (
	"reflect"
	"sync"
	"unsafe"
)

// A syncMap models a sync.Map. Operations on different keys commute. What concerns all keys is an operation on the map:
// Range reads it, Clear writes it, whatever changes a key adds to it, and whatever looks at one peeks at it.
type syncMap struct {
	header
	keys []*mapKey
}

// A mapKey models what a sync.Map has for keys of one hash: keys that cannot be told apart between executions, such as
// pointers, have the same.
type mapKey struct {
	header
	of   *syncMap
	hash uintptr
}

func (*syncMap) enabled(*G) bool { return true }
func (*mapKey) enabled(*G) bool  { return true }

func (*syncMap) effect(g *G) Class { return either(g.op.kind == OpMapLoad, ClassRead, ClassWrite) }
func (*mapKey) effect(g *G) Class  { return either(g.op.kind == OpMapLoad, ClassRead, ClassWrite) }

// mapParts completes e, an operation of g on a map or on a key of it.
func (s *Scheduler) mapParts(g *G, e *Event) {
	key, ok := g.op.obj.(*mapKey)
	if !ok {
		return // it concerns all
	}
	e.parts = int32(len(s.x.parts))
	of := either(e.Class == ClassRead, ClassPeek, ClassAdd)
	s.x.parts = append(s.x.parts, Part{Obj: key.id, Class: e.Class}, Part{Obj: key.of.id, Class: of})
	e.nparts = int32(len(s.x.parts)) - e.parts
	e.Obj = NoObj
}

func (s *Scheduler) mapOf(g *G, m *sync.Map) *syncMap {
	if o, ok := s.objects.lookup(unsafe.Pointer(m)).(*syncMap); ok {
		return o
	}
	o := s.models.maps.get()
	*o = syncMap{header: s.newHeader(g, unsafe.Pointer(m), o.header), keys: o.keys[:0]}
	s.objects.insert(unsafe.Pointer(m), o)
	return o
}

// key returns the model for key k.
func (o *syncMap) key(s *Scheduler, k any) *mapKey {
	hash := keyHash(k)
	for _, old := range o.keys {
		if old.hash == hash {
			return old
		}
	}
	n := s.models.mapKeys.get()
	id := ObjID(s.ids.number(idKey{idInside, int32(o.id), hash}))
	*n = mapKey{header: header{id: id, addr: o.addr, known: o.known, rel: n.rel[:0]}, of: o, hash: hash}
	o.keys = append(o.keys, n)
	return n
}

// keyHash returns a number that tells keys apart, and is the same in all executions. (FNV-1a for strings.)
func keyHash(k any) uintptr {
	switch v := reflect.ValueOf(k); {
	case v.Kind() == reflect.String:
		h := uint64(14695981039346656037)
		for _, c := range []byte(v.String()) {
			h = (h ^ uint64(c)) * 1099511628211
		}
		return uintptr(h)
	case v.CanInt():
		return uintptr(splitmix(uint64(v.Int())))
	case v.CanUint():
		return uintptr(splitmix(v.Uint()))
	}
	return 0
}

// keyStep publishes an operation on key k of m. It reports false if it is not to be executed.
func keyStep(kind Kind, site Site, m *sync.Map, k any) bool {
	s, g := enter()
	if g == nil {
		return true
	}
	if g.dying {
		return false
	}
	o := s.mapOf(g, m)
	n := o.key(s, k)
	s.do(g, kind, site, n)
	g.acquire(n.rel)
	if kind == OpMapStore {
		s.wrote(&o.header)
		n.rel.set(g.clock)
		g.releaseJoin(&o.rel)
	}
	return true
}

// mapStep publishes an operation on all keys of m. It reports false if it is not to be executed.
func mapStep(kind Kind, site Site, m *sync.Map) bool {
	s, g := enter()
	if g == nil {
		return true
	}
	if g.dying {
		return false
	}
	o := s.mapOf(g, m)
	s.do(g, kind, site, o)
	g.acquire(o.rel)
	if kind == OpMapStore {
		for _, k := range o.keys {
			s.wrote(&k.header)
			k.rel.set(g.clock)
		}
		g.release(&o.rel)
	}
	return true
}

// MapLoad is m.Load(k).
func MapLoad(site Site, m *sync.Map, k any) (v any, ok bool) {
	if keyStep(OpMapLoad, site, m, k) {
		v, ok = m.Load(k)
	}
	return v, ok
}

// MapStore is m.Store(k, v).
func MapStore(site Site, m *sync.Map, k, v any) {
	if keyStep(OpMapStore, site, m, k) {
		m.Store(k, v)
	}
}

// MapLoadOrStore is m.LoadOrStore(k, v).
func MapLoadOrStore(site Site, m *sync.Map, k, v any) (actual any, loaded bool) {
	if keyStep(OpMapStore, site, m, k) {
		actual, loaded = m.LoadOrStore(k, v)
	}
	return actual, loaded
}

// MapLoadAndDelete is m.LoadAndDelete(k).
func MapLoadAndDelete(site Site, m *sync.Map, k any) (v any, loaded bool) {
	if keyStep(OpMapStore, site, m, k) {
		v, loaded = m.LoadAndDelete(k)
	}
	return v, loaded
}

// MapDelete is m.Delete(k).
func MapDelete(site Site, m *sync.Map, k any) { MapLoadAndDelete(site, m, k) }

// MapSwap is m.Swap(k, v).
func MapSwap(site Site, m *sync.Map, k, v any) (old any, loaded bool) {
	if keyStep(OpMapStore, site, m, k) {
		old, loaded = m.Swap(k, v)
	}
	return old, loaded
}

// MapCompareAndSwap is m.CompareAndSwap(k, old, new).
func MapCompareAndSwap(site Site, m *sync.Map, k, old, new any) bool {
	return keyStep(OpMapStore, site, m, k) && m.CompareAndSwap(k, old, new)
}

// MapCompareAndDelete is m.CompareAndDelete(k, old).
func MapCompareAndDelete(site Site, m *sync.Map, k, old any) bool {
	return keyStep(OpMapStore, site, m, k) && m.CompareAndDelete(k, old)
}

// MapClear is m.Clear().
func MapClear(site Site, m *sync.Map) {
	if mapStep(OpMapStore, site, m) {
		m.Clear()
	}
}

// MapRange is m.Range(f), in an order that the strategy chooses. As there it is no snapshot: each key is looked up when its turn
// comes. So the order can be seen whatever f does: by a goroutine that stores other values in the meantime.
func MapRange(site Site, m *sync.Map, f func(k, v any) bool) {
	s, g := enter()
	if g == nil {
		m.Range(f)
		return
	}
	if !mapStep(OpMapLoad, site, m) {
		return
	}
	var keys []any
	m.Range(func(k, _ any) bool {
		keys = append(keys, k)
		return true
	})
	sortKeys(s, keys)
	left := newTurns(site, keys, true)
	for i := range keys {
		k := left.next()
		if i > 0 && !keyStep(OpMapLoad, site, m, k) {
			return
		}
		if v, ok := m.Load(k); ok && !f(k, v) {
			return
		}
	}
}
