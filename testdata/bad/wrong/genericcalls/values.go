package genericcalls

import "math"

// IsNil is true of a nil error.
//
//calvin:atomic
//calvin:ensures !result
func IsNil[T any](x T) bool {
	return any(x) == nil // failed
}

// Found looks for a key that is not a number, perhaps.
func Found[K comparable](k K) bool {
	m := map[K]int{}
	m[k] = 1
	_, ok := m[k]
	//calvin:assert ok // failed
	return ok
}

// NaN shows it.
func NaN() bool { return Found(math.NaN()) }

// Len counts keys.
func Len[K comparable](k K) int {
	m := map[K]int{}
	m[k] = 1
	m[k] = 2
	//calvin:assert len(m) == 1 // failed
	return len(m)
}

// Same compares.
func Same[K comparable](k K) bool {
	same := k == k
	//calvin:assert same // failed
	return same
}

// Of tells types apart that may be one.
func Of[T any](x *Node[T]) int {
	switch any(x).(type) {
	case *Node[int]: // unknown
		return 1
	}
	//calvin:assert false
	return 0
}

// Is asks whether it is of a type parameter.
func Is[T any](x any) bool {
	_, ok := x.(T)
	//calvin:assert !ok // failed
	return ok
}

// Isnt does too.
func Isnt[T any](x T) bool {
	_, ok := any(x).(int)
	//calvin:assert !ok // failed
	return ok
}

// A getter gives an int.
type getter interface{ Get() int }

// A Cell has a value.
type Cell[T any] struct{ x T }

// Get gives it.
func (c *Cell[T]) Get() T { return c.x }

// Gets asks whether a cell is a getter: that of an int is.
func Gets[T any](c *Cell[T]) bool {
	_, ok := any(c).(getter)
	//calvin:assert !ok // failed
	return ok
}

// Zero has the zero value in an interface, which is nil just if the type is one of interfaces.
func Zero[T any]() any {
	var zero T
	x := any(zero)
	//calvin:assert x == nil // failed
	return x
}

// Set is set to what it was not.
func Set[T any](p *Cell[T], x T) {
	p.x = x // failed
}

// Nested makes one of its own.
func Nested() int {
	c := &Cell[int]{x: 1}
	Set(c, 2)
	//calvin:assert c.x == 1 // failed
	return c.x
}
