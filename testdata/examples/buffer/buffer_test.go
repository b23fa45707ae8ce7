package buffer

import "testing"

func TestRing(t *testing.T) {
	r := New(3)
	next := 0
	for i := range 10 {
		for r.Len() < 3 {
			if !r.TryPut(i) {
				t.Fatal("TryPut fails with room left")
			}
			break
		}
		if i < 2 {
			continue
		}
		if v, ok := r.TryGet(); v != next || !ok {
			t.Fatalf("TryGet() = %d, %t, want %d, true", v, ok, next)
		}
		next++
	}
	for r.TryPut(0) {
	}
	if r.Len() != 3 {
		t.Errorf("Len() = %d when full, want 3", r.Len())
	}
	for range 3 {
		r.TryGet()
	}
	if _, ok := r.TryGet(); ok {
		t.Error("TryGet from an empty buffer succeeds")
	}
}
