package rt

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestEarlyGoroutines: what packages start while they are initialised is held back, forgotten when the initialisation is
// over, and started if that seems to wait for it.
func TestEarlyGoroutines(t *testing.T) {
	for _, c := range []struct {
		name    string
		ends    time.Duration // the initialisation, after it has started the goroutine
		started bool
	}{
		{"goes on", initWaits / 2, false},
		{"waits", 2 * initWaits, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := earlyGoroutines{holds: true}
				started := false
				e.start(0, func() { started = true })
				time.Sleep(c.ends)
				e.forget()
				time.Sleep(2 * initWaits)
				synctest.Wait()
				if started != c.started {
					t.Errorf("started: %v, want %v", started, c.started)
				}
				done := make(chan bool)
				e.start(0, func() { done <- true })
				<-done
			})
		})
	}
}
