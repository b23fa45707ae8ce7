package rt

import (
	"reflect"
	"slices"
)

// What reflection does to maps: the order of the keys is a choice, that of an iterator is the Go runtime's. What it does to channels is
// in reflectchan.go.

// reflected is a reflect.Value as a receiver: a variable is passed by its address.
type reflected interface{ reflect.Value | *reflect.Value }

func valueOf[V reflected](v V) reflect.Value {
	if p, ok := any(v).(*reflect.Value); ok {
		return *p
	}
	return any(v).(reflect.Value)
}

// ReflectMapKeys is reflect.Value.MapKeys.
func ReflectMapKeys[V reflected](site Site, v V) []reflect.Value {
	keys := valueOf(v).MapKeys()
	s, g := enter()
	if g == nil || g.dying {
		return keys
	}
	slices.SortStableFunc(keys, func(a, b reflect.Value) int { return s.compare(a, b, maxDepth) })
	var out []reflect.Value
	for t := newTurns(site, keys, true); len(t.keys) > 0; {
		out = append(out, t.next())
	}
	return out
}

// ReflectMapRange is reflect.Value.MapRange. It notes that there are other orders.
func ReflectMapRange[V reflected](site Site, v V) *reflect.MapIter {
	noteReflectedOrder(site, valueOf(v))
	return valueOf(v).MapRange()
}

// noteReflectedOrder notes that there are other orders of v's keys, if v is a map.
func noteReflectedOrder(site Site, v reflect.Value) {
	if s, g := enter(); g != nil && !g.dying && v.Kind() == reflect.Map && v.Len() > 1 {
		s.noteSampled(sampling{site: site})
	}
}
