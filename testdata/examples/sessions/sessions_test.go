package sessions

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestSessions(t *testing.T) {
	var s Sessions
	var wg sync.WaitGroup
	for i := range 8 {
		user := string(rune('a' + i%2))
		wg.Go(func() {
			s.Of(user).Hit()
			if !s.Visit(user) {
				t.Errorf("no session of %s", user)
			}
			if s.Find(user).Line() == "" {
				t.Error("nothing is said")
			}
		})
	}
	wg.Wait()
	if got := s.Total(); got != 16 {
		t.Errorf("Total() = %d, want 16", got)
	}
	if old := s.Find("a"); !s.Replace(old) || s.Replace(old) || s.Find("a") == old {
		t.Error("the session is not replaced once")
	}
	s.End("a")
	if s.Visit("a") {
		t.Error("the session is still there")
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.Expire(ctx, "b", time.Hour)
	cancel()
	for s.Find("b") != nil {
		time.Sleep(time.Millisecond)
	}
	s.Of("c")
	s.Clear()
	if s.Find("c") != nil {
		t.Error("the sessions are still there")
	}
}
