package singlewriter

import "testing"

func TestRight(t *testing.T) {
	h := New()
	h.join <- "a"
	if n := h.Len(); n > 1 {
		t.Error(n)
	}
	h.join <- "b"
	close(h.join)
}

func TestAsk(t *testing.T) {
	h := New()
	h.Ask()
	close(h.join)
}

func TestDrop(t *testing.T) {
	h := New()
	h.join <- "a"
	h.join <- "b"
	h.Drop("a")
	close(h.join)
}
