package list

import (
	"sync"
	"testing"
)

func TestList(t *testing.T) {
	n := New(0)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() { n.InsertAfter(9) })
	}
	wg.Wait()
	if !n.InsertAfter(5) || n.InsertAfter(5) || n.InsertAfter(-1) {
		t.Error("InsertAfter")
	}
	if key, ok := n.Third(); key != 9 || !ok {
		t.Errorf("Third() = %d, %t, want 9, true", key, ok)
	}
	for i, want := range []bool{true, true, false} {
		if got := n.RemoveAfter(); got != want {
			t.Errorf("RemoveAfter() number %d = %t, want %t", i, got, want)
		}
	}
	if _, ok := n.Third(); ok {
		t.Error("Third succeeds in a list of one")
	}
}
