// Package pointers leaves Go's memory safety.
package pointers

import (
	"reflect"
	"unsafe"
)

type T struct{ n int }

//calvin:atomic
func (t *T) Unsafe() int {
	return *(*int)(unsafe.Pointer(t)) // unknown
}

//calvin:atomic
func (t *T) Reflect(n int64) {
	reflect.ValueOf(t).Elem().Field(0).SetInt(n) // unknown
}
