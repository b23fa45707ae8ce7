package pubsub

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestHub(t *testing.T) {
	const events = 100
	h := New()
	s, err := h.Subscribe(events * exercise.Goroutines)
	if err != nil {
		t.Fatal(err)
	}
	exercise.Together(func(g int) {
		for range events {
			if g > 0 {
				h.Publish("event")
				continue
			}
			brief, err := h.Subscribe(1)
			if err != nil {
				t.Error(err)
				return
			}
			brief.Cancel()
			brief.Cancel()
			for range brief.Events() { // ends, as the channel is closed
			}
		}
	})
	if n := h.Publish("last"); n != 1 {
		t.Errorf("Publish() = %d with one subscription", n)
	}
	h.Shutdown()
	h.Shutdown()
	s.Cancel()
	n := 0
	for range s.Events() {
		n++
	}
	if want := events*(exercise.Goroutines-1) + 1; n != want {
		t.Errorf("%d events came, want %d", n, want)
	}
	if _, err := h.Subscribe(1); err != ErrShutDown {
		t.Errorf("Subscribe: %v after Shutdown", err)
	}
}
