package rt

import "iter"

// The functions of package maps that visit the elements of a map.

// MapsAll is maps.All(m).
func MapsAll[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq2[K, V] {
	return elements(site, m, true)
}

// MapsAllUnseen is MapsAll where the order cannot be seen.
func MapsAllUnseen[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq2[K, V] {
	return elements(site, m, false)
}

// MapsKeys is maps.Keys(m).
func MapsKeys[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq[K] {
	return eachKey(elements(site, m, true))
}

// MapsValues is maps.Values(m).
func MapsValues[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq[V] {
	return eachValue(elements(site, m, true))
}

// MapsKeysUnseen is MapsKeys where the order cannot be seen.
func MapsKeysUnseen[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq[K] {
	return eachKey(elements(site, m, false))
}

// MapsValuesUnseen is MapsValues where the order cannot be seen.
func MapsValuesUnseen[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq[V] {
	return eachValue(elements(site, m, false))
}

// MapsDeleteFunc is maps.DeleteFunc(m, del).
func MapsDeleteFunc[M ~map[K]V, K comparable, V any](site Site, m M, del func(K, V) bool) {
	for it := IterMap(site, m); it.Next(); {
		if del(it.Key(), it.Value()) {
			MapWrite(site, m)
			delete(m, it.Key())
		}
	}
}

func elements[M ~map[K]V, K comparable, V any](site Site, m M, seen bool) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		s, g := enter()
		it := newMapIter(site, m, seen || g != nil && s.cfg.NoRaces)
		for it.Next() && yield(it.Key(), it.Value()) {
		}
	}
}

func eachKey[K, V any](all iter.Seq2[K, V]) iter.Seq[K] {
	return func(yield func(K) bool) { all(func(k K, _ V) bool { return yield(k) }) }
}

func eachValue[K, V any](all iter.Seq2[K, V]) iter.Seq[V] {
	return func(yield func(V) bool) { all(func(_ K, v V) bool { return yield(v) }) }
}
