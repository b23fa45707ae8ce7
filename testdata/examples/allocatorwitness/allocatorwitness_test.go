package allocatorwitness

import "testing"

func TestAllocator(t *testing.T) {
	var a Allocator
	for want := range 5 {
		i := a.Alloc()
		if i != want {
			t.Fatalf("Alloc() = %d, want %d", i, want)
		}
		a.l[i].Unlock()
	}
	a.l[2].Lock()
	a.Free(2)
	if i := a.Alloc(); i != 2 {
		t.Errorf("Alloc() = %d after Free(2), want 2", i)
	}
}
