package rt

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"sort"
	"unsafe"
)

// RangeMap is range m in an order that is the same in every execution: of the keys, where they have one; pointers and
// channels in them by their identity, or, where that is not known, by what they point to. Those that are alike are in the
// order of their addresses.
func RangeMap[M ~map[K]V, K comparable, V any](site Site, m M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		s, g := enter()
		if g == nil || g.dying {
			for k, v := range m {
				if !yield(k, v) {
					return
				}
			}
			return
		}
		MapRead(site, m)
		keys := make([]K, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		sortKeys(s, keys)
		for _, k := range keys {
			if v, ok := m[k]; ok && !yield(k, v) { // a key deleted meanwhile is not visited
				return
			}
			MapRead(site, m)
		}
	}
}

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
		return cmp.Compare(ra.id, rb.id), true
	case ra == nil && rb != nil:
		return 1, true
	case ra != nil && rb == nil:
		return -1, true
	}
	return cmp.Compare(uintptr(a), uintptr(b)), ra != nil
}
