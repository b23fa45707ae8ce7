package generic

import "fmt"

// Ptr is a pointer to any type in an interface.
func Ptr[X any](x *X) any { return x }

// IsPtr reports whether an interface holds one.
func IsPtr[X any](x any) bool {
	_, ok := x.(*X)
	return ok
}

// Is reports whether an interface holds a value of a type.
func Is[X any](x any) bool {
	_, ok := x.(X)
	return ok
}

// Or is what an interface holds, or something else.
func Or[X any](x any, other X) X {
	if v, ok := x.(X); ok {
		return v
	}
	return other
}

// Print prints a value.
func Print[X any](x X) { fmt.Println(x) }

// Entry looks up a key.
func Entry[K comparable](m map[K]int, k K) int { return m[k] }

// Drop deletes one.
func Drop[K comparable](m map[K]int, k K) { delete(m, k) }

// Keys counts keys.
func Keys[K comparable](m map[K]int) (n int) {
	for range m {
		n++
	}
	return n
}

// Index finds a value.
func Index[K comparable](xs []K, x K) int {
	for i, y := range xs {
		if x == y {
			return i
		}
	}
	return -1
}
