package rwcell

import "testing"

func TestCell(t *testing.T) {
	var c Cell
	c.Set(4)
	if !c.TrySet(5) {
		t.Error("TrySet(5) = false")
	}
	if got := c.Get(); got != 5 {
		t.Errorf("Get() = %d, want 5", got)
	}
	if v, n := c.Snapshot(); v != 5 || n != 2 {
		t.Errorf("Snapshot() = %d, %d, want 5, 2", v, n)
	}
	c.mu.Lock()
	if c.TrySet(6) {
		t.Error("TrySet(6) = true while the cell is locked")
	}
	if _, ok := c.TryGet(); ok {
		t.Error("TryGet() succeeds while the cell is locked")
	}
	c.mu.Unlock()
	if v, ok := c.TryGet(); v != 5 || !ok {
		t.Errorf("TryGet() = %d, %t, want 5, true", v, ok)
	}
}
