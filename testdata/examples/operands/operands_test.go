package operands

import "testing"

func TestMeter(t *testing.T) {
	m := &Meter{limit: 5, scale: 3, ready: make(chan int, 1)}
	if m.Take() != 4 || m.Read() != 1 || m.Fixed() != 3 {
		t.Error("Take, Read or Fixed")
	}
	if now, limit := m.After(); now != 2 || limit != 5 {
		t.Error("After")
	}
	if n, _ := m.Consumed(); n != 4 {
		t.Error("Consumed")
	}
	m.Add()
	if m.Read() != 6 || Other(m, &Meter{count: 1}) != 7 || !m.Logical() || m.Switch() != "none" {
		t.Error("Add, Other, Logical or Switch")
	}
	m.ready <- 7
	if m.Select(nil, nil) != 7 {
		t.Error("Select")
	}
	if Counter() != 12 {
		t.Error("Counter")
	}
	if a, n := Elements(3); len(a) != 3 || n != 4 {
		t.Error("Elements")
	}
}
