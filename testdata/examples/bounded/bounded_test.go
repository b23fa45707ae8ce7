package bounded

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	q := New(2)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 10 {
			q.Put(i)
		}
	})
	for i := range 10 {
		if got := q.Get(); got != i {
			t.Errorf("item %d is %d", i, got)
		}
	}
	wg.Wait()
}
