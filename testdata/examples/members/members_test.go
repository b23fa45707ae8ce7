package members

import "testing"

func TestHotel(t *testing.T) {
	h := New()
	for g := range keys {
		if !h.Arrive(g) || !h.Arrive(g) {
			t.Errorf("no room for guest %d", g)
		}
	}
	h.Leave(3)
	if !h.Arrive(3) {
		t.Error("no room for a guest who was here")
	}
	h.Close()
	if h.free() != 1 {
		t.Error("the first room is not free")
	}
	if s := h.Sign(2, 3); s != "\x00\x00\x00" {
		t.Errorf("Sign() = %q", s)
	}
	if s := short("abc", 2); s != "ab" {
		t.Errorf("short() = %q", s)
	}
}
