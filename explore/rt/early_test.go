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
		waits   bool          // it is seen to wait
		started bool
	}{
		{"goes on", initWaits / 2, false, false},
		{"takes long", 2 * initWaits, false, true},
		{"waits", initWaits / 2, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := earlyGoroutines{holds: true, waits: func() bool { return c.waits }}
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
