package stopper

import (
	"sync"
	"testing"
)

func TestStopper(t *testing.T) {
	s := New()
	if _, ok := s.Stopped(); ok {
		t.Error("stopped before Stop")
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { s.Stop(7) })
		wg.Go(func() {
			if got := s.Wait(); got != 7 {
				t.Errorf("Wait() = %d, want 7", got)
			}
		})
	}
	wg.Wait()
	if reason, ok := s.Stopped(); !ok || reason != 7 {
		t.Errorf("Stopped() = %d, %t", reason, ok)
	}
}
