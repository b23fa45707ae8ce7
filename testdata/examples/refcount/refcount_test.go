package refcount

import "testing"

func TestCount(t *testing.T) {
	c := New()
	if !c.TryAcquire() || c.Users() != 2 {
		t.Fatal("TryAcquire")
	}
	if c.Release() || !c.Release() {
		t.Fatal("Release")
	}
	if c.TryAcquire() {
		t.Error("TryAcquire after the last Release succeeds")
	}
}
