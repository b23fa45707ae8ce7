package local

import "testing"

func TestBox(t *testing.T) {
	b := New(3)
	if !b.Put(3) || b.Put(4) {
		t.Error("Put")
	}
	if f := Filled(5); f.value != 5 || f.size != 5 {
		t.Errorf("Filled(5) holds %d of %d", f.value, f.size)
	}
	var s Shelf
	s.Place(2)
	if s.box == nil || s.box.size != 2 {
		t.Error("Place")
	}
}
