package rt

import (
	"sync"
	"unsafe"
)

// A sync.Map is one object: each of its operations is a step that reads or writes it.

func (s *Scheduler) mapOf(g *G, m *sync.Map) *word { return s.wordOf(g, unsafe.Pointer(m)) }

// mapStep publishes an operation on m. It reports false if it is not to be executed.
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
	if kind != OpMapLoad {
		g.release(&o.rel)
	}
	return true
}

// MapLoad is m.Load(k).
func MapLoad(site Site, m *sync.Map, k any) (v any, ok bool) {
	if mapStep(OpMapLoad, site, m) {
		v, ok = m.Load(k)
	}
	return v, ok
}

// MapStore is m.Store(k, v).
func MapStore(site Site, m *sync.Map, k, v any) {
	if mapStep(OpMapStore, site, m) {
		m.Store(k, v)
	}
}

// MapLoadOrStore is m.LoadOrStore(k, v).
func MapLoadOrStore(site Site, m *sync.Map, k, v any) (actual any, loaded bool) {
	if mapStep(OpMapStore, site, m) {
		actual, loaded = m.LoadOrStore(k, v)
	}
	return actual, loaded
}

// MapLoadAndDelete is m.LoadAndDelete(k).
func MapLoadAndDelete(site Site, m *sync.Map, k any) (v any, loaded bool) {
	if mapStep(OpMapStore, site, m) {
		v, loaded = m.LoadAndDelete(k)
	}
	return v, loaded
}

// MapDelete is m.Delete(k).
func MapDelete(site Site, m *sync.Map, k any) { MapLoadAndDelete(site, m, k) }

// MapSwap is m.Swap(k, v).
func MapSwap(site Site, m *sync.Map, k, v any) (old any, loaded bool) {
	if mapStep(OpMapStore, site, m) {
		old, loaded = m.Swap(k, v)
	}
	return old, loaded
}

// MapCompareAndSwap is m.CompareAndSwap(k, old, new).
func MapCompareAndSwap(site Site, m *sync.Map, k, old, new any) bool {
	return mapStep(OpMapStore, site, m) && m.CompareAndSwap(k, old, new)
}

// MapCompareAndDelete is m.CompareAndDelete(k, old).
func MapCompareAndDelete(site Site, m *sync.Map, k, old any) bool {
	return mapStep(OpMapStore, site, m) && m.CompareAndDelete(k, old)
}

// MapClear is m.Clear().
func MapClear(site Site, m *sync.Map) {
	if mapStep(OpMapStore, site, m) {
		m.Clear()
	}
}

// MapRange is m.Range(f), in an order that is the same in every execution. As there it is no snapshot: each key is
// looked up when its turn comes.
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
	for i, k := range keys {
		if i > 0 && !mapStep(OpMapLoad, site, m) {
			return
		}
		if v, ok := m.Load(k); ok && !f(k, v) {
			return
		}
	}
}
