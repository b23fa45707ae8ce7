package pricing

import "testing"

func TestSell(t *testing.T) {
	if got := NewLedger(10).Sell(3); got != 15 {
		t.Errorf("half of ten for three is %d, want 15", got)
	}
	if got := NewFlat(7).Sell(100); got != 7 {
		t.Errorf("as many as one likes for %d, want 7", got)
	}
	if got := NewFlat(7).Sell(0); got != -1 {
		t.Errorf("nothing for %d", got)
	}
}
