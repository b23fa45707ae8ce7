package ticketlock

import (
	"sync"
	"testing"
)

func TestLock(t *testing.T) {
	var l Lock
	var wg sync.WaitGroup
	n := 0
	for i := range 10 {
		wg.Go(func() {
			if i%2 == 0 {
				l.Lock()
			} else {
				l.LockBySteps()
			}
			n++
			l.Unlock()
		})
	}
	wg.Wait()
	if n != 10 {
		t.Errorf("n = %d, want 10", n)
	}
	if !l.TryLock() || l.TryLock() {
		t.Error("TryLock")
	}
}
