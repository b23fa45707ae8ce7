package rt

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"unsafe"
)

// The order of a map is a choice, made where that can be seen. The instrumentation says of a loop that it cannot. Where a map
// has few keys the next one is chosen each time that it is asked for, so what is left when a loop is left early makes no difference.

// A MapIter is a loop over a map. Elements that are deleted before their turn are left out; elements that are added in
// the meantime too, which the language allows: it also allows to visit them, so such an order is one of several that may
// be.
type MapIter[M ~map[K]V, K comparable, V any] struct {
	m    M
	site Site
	turns[K]
	all   []K        // keys, visited or not; nil if it makes no difference
	whole *wholeLoop // nil if it makes no difference how the loop is left
	key   K
	v     V
}

// A wholeLoop is a loop over a map of which the order cannot be seen if it is not left by a panic.
type wholeLoop struct{ site Site }

// turns are keys that have not had their turn.
type turns[K any] struct {
	keys []K
	lazy bool // the next one is chosen when it is asked for
	draw      // if there is something to choose
}

// newTurns takes keys, in an order that is always the same. If the order in which they have their turn can be seen, it is a choice.
func newTurns[K any](site Site, keys []K, seen bool) turns[K] {
	t := turns[K]{keys: keys}
	n := len(keys)
	if n < 2 || !seen {
		return t
	}
	d, ok := drawn(site, "", "")
	if !ok {
		return t
	}
	t.draw, t.what = d, sampling{site: site}
	if t.lazy = n <= maxChoices; t.lazy {
		t.keys = slices.Clone(keys)
	} else {
		t.keys = inOrder(keys, t.sampledOrder(n))
	}
	return t
}

// next takes the next key.
func (t *turns[K]) next() K {
	if n := len(t.keys); t.lazy && n > 1 {
		k := t.pick(n, true)
		next := t.keys[k]
		copy(t.keys[1:], t.keys[:k]) // the others keep their order
		t.keys[0] = next
	}
	k := t.keys[0]
	t.keys = t.keys[1:]
	return k
}

// IterMap begins a loop over a map.
func IterMap[M ~map[K]V, K comparable, V any](site Site, m M) *MapIter[M, K, V] {
	return newMapIter(site, m, true)
}

// IterMapUnseen begins a loop over a map of which the order cannot be seen, unless by who accesses memory without being ordered:
// if that is no bug, it is a choice, too.
func IterMapUnseen[M ~map[K]V, K comparable, V any](site Site, m M) *MapIter[M, K, V] {
	s, g := enter()
	return newMapIter(site, m, g != nil && s.cfg.NoRaces)
}

// IterMapUnseenNonNil is IterMapUnseen if no value in the map is nil, else IterMap.
func IterMapUnseenNonNil[M ~map[K]*T, K comparable, T any](site Site, m M) *MapIter[M, K, *T] {
	for _, v := range m {
		if v == nil {
			return IterMap(site, m)
		}
	}
	return IterMapUnseen(site, m)
}

// IterMapUnseenWhole is IterMapUnseen for a loop that nothing but a panic leaves. If a panic does, and something goes on nevertheless, the
// order can be seen: of what the loop was to do, some is done.
func IterMapUnseenWhole[M ~map[K]V, K comparable, V any](site Site, m M) *MapIter[M, K, V] {
	it := IterMapUnseen(site, m)
	if s, g := enter(); g != nil && !g.dying && it.s == nil && len(it.keys) > 1 {
		it.whole = &wholeLoop{site}
		s.whole = append(s.whole, it.whole)
	}
	return it
}

// leftLoops notes the loops that a panic has left in the execution that has ended.
func (s *Scheduler) leftLoops() {
	if s.x.Outcome == Complete || s.x.Outcome == Blocked {
		for _, l := range s.whole {
			s.noteSampled(sampling{site: l.site})
		}
	}
	s.whole = s.whole[:0]
}

func newMapIter[M ~map[K]V, K comparable, V any](site Site, m M, seen bool) *MapIter[M, K, V] {
	it := &MapIter[M, K, V]{m: m, site: site}
	keys := sortedKeys(site, m)
	it.turns = newTurns(site, keys, seen)
	if it.s != nil {
		it.all = keys
	}
	return it
}

// sortedKeys returns the keys of a map in an order that is the same in every execution: their own, where they have one; pointers
// and channels in them by their identity, or, where that is not known, by what they point to. Those that are alike are in the order
// of their addresses.
func sortedKeys[M ~map[K]V, K comparable, V any](site Site, m M) (keys []K) {
	MapRead(site, m)
	for k := range m {
		keys = append(keys, k)
	}
	if s, g := enter(); g != nil && !g.dying {
		sortKeys(s, keys)
	}
	return keys
}

// inOrder returns keys in an order.
func inOrder[K any](keys []K, order []int) []K {
	out := make([]K, len(order))
	for i, k := range order {
		out[i] = keys[k]
	}
	return out
}

// Next goes to the next element.
func (it *MapIter[M, K, V]) Next() bool {
	for len(it.keys) > 0 {
		MapRead(it.site, it.m)
		if it.lazy {
			it.forgetDeleted()
			if len(it.keys) == 0 {
				break
			}
		}
		it.key = it.next()
		var ok bool
		if it.v, ok = it.m[it.key]; ok {
			follows(it.site, it.m, it.key)
			return true
		}
	}
	it.over()
	return false
}

// forgetDeleted leaves out keys that are no longer there.
func (it *MapIter[M, K, V]) forgetDeleted() {
	it.keys = slices.DeleteFunc(it.keys, func(k K) bool {
		_, ok := it.m[k]
		return !ok
	})
}

// over ends the loop. It notes if elements were added that could have been visited.
func (it *MapIter[M, K, V]) over() {
	if it.whole != nil {
		s, _ := enter()
		s.whole = slices.DeleteFunc(s.whole, func(l *wholeLoop) bool { return l == it.whole })
		it.whole = nil
	}
	if it.all == nil {
		return
	}
	there := 0
	for _, k := range it.all {
		if _, ok := it.m[k]; ok {
			there++
		}
	}
	if len(it.m) > there {
		it.s.noteSampled(it.what)
	}
	it.all = nil
}

// Key is the current element's key.
func (it *MapIter[M, K, V]) Key() K { return it.key }

// Value is the current element's value.
func (it *MapIter[M, K, V]) Value() V { return it.v }

func sortKeys[K comparable](s *Scheduler, keys []K) {
	switch k := any(keys).(type) {
	case []string:
		sort.Strings(k)
	case []int:
		sort.Ints(k)
	default:
		sort.SliceStable(keys, func(i, j int) bool {
			return s.compare(reflect.ValueOf(&keys[i]).Elem(), reflect.ValueOf(&keys[j]).Elem(), maxDepth) < 0
		})
	}
}

// maxDepth is how many pointers are followed to compare two values.
const maxDepth = 3

// compare orders two values of one type.
func (s *Scheduler) compare(a, b reflect.Value, depth int) int {
	switch a.Kind() {
	case reflect.Bool:
		return cmp.Compare(fmt.Sprint(a.Bool()), fmt.Sprint(b.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		return cmp.Or(cmp.Compare(real(a.Complex()), real(b.Complex())), cmp.Compare(imag(a.Complex()), imag(b.Complex())))
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Array:
		for i := range a.Len() {
			if c := s.compare(a.Index(i), b.Index(i), depth); c != 0 {
				return c
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if c := s.compare(a.Field(i), b.Field(i), depth); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		return s.compareDynamic(a.Elem(), b.Elem(), depth)
	case reflect.Pointer:
		order, known := s.comparePointers(a.UnsafePointer(), b.UnsafePointer())
		if !known && depth > 0 && !a.IsNil() && !b.IsNil() {
			return cmp.Or(s.compare(a.Elem(), b.Elem(), depth-1), order)
		}
		return order
	case reflect.Chan, reflect.UnsafePointer:
		order, _ := s.comparePointers(a.UnsafePointer(), b.UnsafePointer())
		return order
	}
	return 0
}

func (s *Scheduler) compareDynamic(a, b reflect.Value, depth int) int {
	switch {
	case !a.IsValid() || !b.IsValid():
		return cmp.Compare(fmt.Sprint(a.IsValid()), fmt.Sprint(b.IsValid()))
	case a.Type() != b.Type():
		return cmp.Or(cmp.Compare(a.Type().PkgPath(), b.Type().PkgPath()), cmp.Compare(a.Type().String(), b.Type().String()))
	}
	return s.compare(a, b, depth)
}

// comparePointers orders variables that have an identity before others. It reports whether one of the two has.
func (s *Scheduler) comparePointers(a, b unsafe.Pointer) (order int, known bool) {
	ra, rb := s.regionAt(uintptr(a)), s.regionAt(uintptr(b))
	switch {
	case ra != nil && rb != nil && ra.id != rb.id:
		x, y := s.ids.keys[ra.id], s.ids.keys[rb.id]
		return cmp.Or(cmp.Compare(s.path(GID(x.a)), s.path(GID(y.a))), cmp.Compare(x.b, y.b)), true
	case ra == nil && rb != nil:
		return 1, true
	case ra != nil && rb == nil:
		return -1, true
	}
	return cmp.Compare(uintptr(a), uintptr(b)), ra != nil
}
