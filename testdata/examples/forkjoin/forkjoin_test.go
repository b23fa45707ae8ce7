package forkjoin

import "testing"

func TestForkJoin(t *testing.T) {
	if got := Count(10); got != 10 {
		t.Errorf("Count(10) = %d", got)
	}
	if got := CountTo(10); got != 10 {
		t.Errorf("CountTo(10) = %d", got)
	}
	var s Server
	s.Handle()
	s.Pair()
	if got := s.Shutdown(); got != 4 {
		t.Errorf("handled %d, want 4", got)
	}
}
