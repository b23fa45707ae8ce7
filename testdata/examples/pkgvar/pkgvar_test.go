package pkgvar

import "testing"

func TestCounts(t *testing.T) {
	Record(true)
	Record(false)
	if h, m := Counts(); h != 2 || m != 1 {
		t.Errorf("Counts() = %d, %d, want 2, 1", h, m)
	}
	Touch()
	if total.Load() != 1 {
		t.Errorf("total = %d, want 1", total.Load())
	}
}
