package settings

import (
	"sync"
	"testing"
)

func TestSettings(t *testing.T) {
	var s Store
	if got := s.Limit(); got != 10 {
		t.Errorf("Limit() = %d before any are set", got)
	}
	if s.Exchange("first") != nil {
		t.Error("there were settings before the first")
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			s.Set("other", i+1)
			if got := s.Limit(); got <= 0 {
				t.Errorf("Limit() = %d", got)
			}
		})
	}
	wg.Wait()
	if old := s.Get(); !s.Replace(old, "next") || s.Replace(old, "last") || s.Get().name != "next" {
		t.Error("the settings are not replaced once")
	}
}
