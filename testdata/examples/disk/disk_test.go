package disk

import "testing"

func TestDisk(t *testing.T) {
	var d Disk
	i := d.Write(42)
	if v, ok := d.Read(i); v != 42 || !ok {
		t.Errorf("Read(%d) = %d, %t, want 42, true", i, v, ok)
	}
	d.Erase(i)
	if _, ok := d.Read(i); ok {
		t.Errorf("Read(%d) succeeds after Erase", i)
	}
	for range Size {
		if !d.Probe() || d.Write(1) < 0 {
			t.Fatal("full too early")
		}
	}
	if d.Probe() || d.Write(1) != -1 {
		t.Error("not full after Size writes")
	}
}
