package allocatorslice

import "testing"

func TestAllocator(t *testing.T) {
	a := New(3)
	if a.Len() != 3 {
		t.Errorf("Len() = %d, want 3", a.Len())
	}
	for want := range a.Len() {
		if i := a.Alloc(); i != want {
			t.Fatalf("Alloc() = %d, want %d", i, want)
		}
		a.locks[want].Unlock()
	}
	if i := a.Alloc(); i != -1 {
		t.Errorf("Alloc() = %d with no block left, want -1", i)
	}
	a.locks[1].Lock()
	a.Free(1)
	if i := a.Alloc(); i != 1 {
		t.Errorf("Alloc() = %d after Free(1), want 1", i)
	}
}
