package pure

import "testing"

func TestGauge(t *testing.T) {
	var g Gauge
	for _, test := range []struct{ set, want int }{{-3, 0}, {7, 7}, {1000, limit}} {
		if g.Set(test.set); g.n != test.want || !within(g.n) {
			t.Errorf("Set(%d): %d, want %d", test.set, g.n, test.want)
		}
	}
	if g.Add() {
		t.Error("raised above the limit")
	}
	g.Set(1)
	if !g.Add() || g.n != 2 {
		t.Errorf("n = %d, want 2", g.n)
	}
}
