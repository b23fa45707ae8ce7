package replay

import (
	"sync"
	"testing"
)

func TestReplay(t *testing.T) {
	var all Stats
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			var s Stats
			s.Replay([]Event{{"hit", i, 1}}, []Event{{"store", i + 4, 2}}, nil)
			all.Add(&s)
		})
	}
	wg.Wait()
	hits, misses, _, _, errors, _, largest, _ := all.counts()
	if hits != 8 || misses != 8 || errors != 4 || largest != 11 || all.Keys() != 8 {
		t.Error(hits, misses, errors, largest, all.Keys())
	}
}
