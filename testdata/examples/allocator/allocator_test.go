package allocator

import "testing"

func TestAllocator(t *testing.T) {
	var a Allocator
	for want := range N {
		alloc := a.Alloc
		if want%2 == 1 {
			alloc = a.AllocRange
		}
		i := alloc()
		if i != want {
			t.Fatalf("Alloc() = %d, want %d", i, want)
		}
		a.locks[i].Unlock()
		if !a.InUse(i) {
			t.Errorf("InUse(%d) = false", i)
		}
	}
	if i := a.Alloc(); i != -1 {
		t.Errorf("Alloc() = %d with no block left, want -1", i)
	}
	a.locks[3].Lock()
	a.Free(3)
	if i := a.Alloc(); i != 3 {
		t.Errorf("Alloc() = %d after Free(3), want 3", i)
	}
}
