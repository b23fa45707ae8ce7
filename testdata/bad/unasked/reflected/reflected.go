// Package reflected has no annotations. It asks by reflection what interfaces hold. What ValueOf makes of an interface nobody can write; what a pointer, or an
// element of a slice, leads to others may.
package reflected

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
)

// A Counter is used by several goroutines.
type Counter struct {
	mu sync.Mutex
	n  int
	by map[string]int
}

// Add is right.
func (c *Counter) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil {
		c.by = map[string]int{}
	}
	c.by[key]++
	c.n++
}

// Int is right: what the interface holds is a number.
func (c *Counter) Int(v any) (int64, error) {
	switch v.(type) {
	case int, int8, int16, int32, int64:
		return reflect.ValueOf(v).Int(), nil
	case uint, uint8, uint16, uint32, uint64:
		return int64(reflect.ValueOf(v).Uint()), nil
	}
	return 0, fmt.Errorf("no number: %v", v)
}

// Name is right.
func Name(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

// IsNil is right, with a variable that holds the value.
func IsNil(x any) bool {
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Slice:
		return v.IsNil()
	}
	return false
}

// Base is right: it asks what Elem leads to for its type alone.
func Base(x any) reflect.Type {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer {
		return v.Elem().Type()
	}
	return reflect.Indirect(reflect.ValueOf(x)).Type()
}

// First is right: the structure is a copy.
func First(p struct{ A, B int }) int64 {
	v := reflect.ValueOf(p)
	return v.Field(0).Int()
}

// Destination is right: before it is assigned again the variable holds what ValueOf has made.
func Destination(x any) (reflect.Kind, bool) {
	d := reflect.ValueOf(x)
	if d.Kind() != reflect.Pointer || d.IsNil() {
		return 0, false
	}
	d = d.Elem()
	return d.Kind(), true
}

// Peek reads what others write under the lock.
func (c *Counter) Peek() int64 {
	c.mu.Lock()
	v := reflect.ValueOf(&c.n).Elem()
	c.mu.Unlock()
	return v.Int() // failed
}

// Size counts the entries of a map that others write under the lock.
func (c *Counter) Size() int {
	c.mu.Lock()
	v := reflect.ValueOf(c.by)
	c.mu.Unlock()
	return v.Len() // failed
}

// Contents looks at the map itself.
func (c *Counter) Contents() int {
	c.mu.Lock()
	v := reflect.ValueOf(c.by)
	c.mu.Unlock()
	return len(v.Interface().(map[string]int)) // failed
}

// Deep follows a pointer.
func Deep(x any) int64 {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer {
		v = v.Elem() // failed
	}
	return v.Int() // failed
}

// Chosen does so on one way.
func Chosen(x any, follow bool) int64 {
	v := reflect.ValueOf(x)
	if follow {
		v = v.Elem()
	}
	return v.Int() // failed
}

// Captured has a function literal do so.
func Captured(x any) int64 {
	v := reflect.ValueOf(x)
	func() { v = v.Elem() }() // failed
	return v.Int()            // failed
}

// Passed has a helper do so.
func Passed(x any) int64 {
	v := reflect.ValueOf(x)
	follow(&v)
	return v.Int() // failed
}

func follow(v *reflect.Value) { *v = v.Elem() } // failed

// Element reads an element, which a slice shares.
func Element(xs []int) int64 {
	return reflect.ValueOf(xs).Index(0).Int() // failed
}

// Given is passed a value of which it knows nothing.
func Given(v reflect.Value) int64 { return v.Int() } // failed

// Part makes an interface of a field, which no code has done.
func Part(p struct{ A string }) any {
	return reflect.ValueOf(p).Field(0).Interface() // failed
}

// Written writes what a pointer leads to.
func Written(x any) {
	reflect.ValueOf(x).Elem().SetInt(1) // failed
}
