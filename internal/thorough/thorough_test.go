package thorough

import (
	"fmt"
	"testing"
)

// TestOneIn checks that about as many tests run as it is asked for.
func TestOneIn(t *testing.T) {
	ran := 0
	for i := range 400 {
		t.Run(fmt.Sprintf("%d", i), func(t *testing.T) {
			OneIn(t, 4)
			ran++
		})
	}
	if All() && ran != 400 || !All() && (ran < 60 || ran > 140) {
		t.Errorf("%d of 400 tests run", ran)
	}
}

// TestOnly checks that a test which takes long runs where all do, and nowhere else.
func TestOnly(t *testing.T) {
	ran := false
	t.Run("long", func(t *testing.T) { Only(t); ran = true })
	if ran != All() {
		t.Errorf("it ran: %v, want %v", ran, All())
	}
}
