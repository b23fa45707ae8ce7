// Package pointers leaves Go's memory safety.
package pointers

import (
	"fmt"
	"reflect"
	"unsafe"
)

type T struct{ n int }

//calvin:atomic
func (t *T) Unsafe() int {
	return *(*int)(unsafe.Pointer(t)) // unknown
}

// A Field keeps a value that leads to memory.
type Field struct{ v reflect.Value }

// Int reads what it leads to.
func (f Field) Int() int64 {
	return f.v.Int() // unknown
}

// Print has it read.
func (f Field) Print() {
	fmt.Println(f.v) // unknown
}

// Same compares two.
func (f Field) Same(with Field) bool {
	return f == with // unknown
}

//calvin:atomic
func (t *T) Reflect(n int64) {
	reflect.ValueOf(t).Elem().Field(0).SetInt(n) // unknown
}
