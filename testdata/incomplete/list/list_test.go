package list

import (
	"sync"
	"testing"
)

func TestList(t *testing.T) {
	l := New()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() { l.Insert(i % 10) })
	}
	wg.Wait()
	if l.Insert(5) || !l.Remove(5) || l.Remove(5) {
		t.Error("Insert and Remove of 5")
	}
	for i := range 10 {
		if l.Contains(i) != (i != 5) {
			t.Errorf("Contains(%d) = %t", i, l.Contains(i))
		}
	}
}
