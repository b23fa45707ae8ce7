package spawn

import "testing"

func TestTally(t *testing.T) {
	tally := Start(1)
	tally.AddLater(2)
	tally.Split(3, 4)
	for done := false; !done; {
		tally.mu.Lock()
		done = tally.n == 11
		tally.mu.Unlock()
	}
	if s := Race(); s != 2 && s != 3 {
		t.Errorf("Race() = %d, want 2 or 3", s)
	}
}
