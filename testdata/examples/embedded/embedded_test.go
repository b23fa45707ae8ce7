package embedded

import "testing"

func TestRegistry(t *testing.T) {
	var r Registry
	for want := range 3 {
		if got := r.Register(); got != want {
			t.Errorf("Register() = %d, want %d", got, want)
		}
	}
	if got := r.Room(); got != maxEntries-3 {
		t.Errorf("Room() = %d, want %d", got, maxEntries-3)
	}
	r.Close()
	if got := r.Register(); got != -1 {
		t.Errorf("Register() = %d once closed, want -1", got)
	}
}
