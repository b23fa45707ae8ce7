package deferred

import "testing"

func TestMeter(t *testing.T) {
	var m, other Meter
	m.Show(-3)
	m.Show(7)
	if low, high := m.Range(); low != -3 || high != 7 {
		t.Errorf("Range() = %d, %d, want -3, 7", low, high)
	}
	other.copyFrom(&m)
	m.Clear()
	if !other.Widen(1) || m.Widen(0) {
		t.Error("Widen")
	}
	if low, high := other.Range(); low != -4 || high != 8 {
		t.Errorf("Range() = %d, %d, want -4, 8", low, high)
	}
	if low, high := m.Range(); low != 0 || high != 0 {
		t.Errorf("Range() = %d, %d, want 0, 0", low, high)
	}
}
