package rt

import (
	"testing"
	"unsafe"
)

var packageVariable struct{ a, b int }

// Package variables keep their address, what is allocated does not, wherever the heap begins.
func TestIsStatic(t *testing.T) {
	if !isStatic(uintptr(unsafe.Pointer(&packageVariable.b))) {
		t.Error("a package variable is not static")
	}
	old := heapSample
	defer func() { heapSample = old }()
	kept := new([64]int)
	for _, sample := range []uintptr{old, 0x10_0000_0000, uintptr(unsafe.Pointer(&here)) + 1<<20} {
		heapSample = sample
		if isStatic(uintptr(unsafe.Pointer(kept))) {
			t.Errorf("allocated memory is static, with a heap at %#x", sample)
		}
	}
	if isStatic(uintptr(unsafe.Pointer(&packageVariable))) {
		t.Error("package variables cannot be told from a heap that is near")
	}
}
