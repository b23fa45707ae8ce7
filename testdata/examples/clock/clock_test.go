package clock

import (
	"math"
	"testing"
)

func TestClock(t *testing.T) {
	var c Clock
	if now, ok := c.Tick(); now != 1 || !ok {
		t.Errorf("Tick() = %d, %t, want 1, true", now, ok)
	}
	c.Witness(10)
	c.Witness(5)
	if c.Now() != 10 || c.Elapsed() != 0 {
		t.Errorf("Now() = %d, want 10", c.Now())
	}
	c.Witness(math.MaxInt64)
	if _, ok := c.Tick(); ok {
		t.Error("Tick at the end of time succeeds")
	}
}
