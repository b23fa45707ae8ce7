package operands

import "testing"

func TestMeter(t *testing.T) {
	m := &Meter{limit: 5, scale: 3}
	if m.Positive() || m.Left() != 4 || m.Read() != 1 || m.Fixed() != 4 || !m.Positive() {
		t.Error("Positive, Left, Read or Fixed")
	}
	m.Raise()
	if now, limit := m.Both(); now != 2 || limit != 6 {
		t.Error("Both")
	}
}
