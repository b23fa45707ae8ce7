package explore

import "testing"

func TestMemTotal(t *testing.T) {
	for text, want := range map[string]uint64{"MemTotal:       24689 kB\nMemFree:  3 kB\n": 24689 << 10, "MemFree: 3 kB\n": 0, "": 0} {
		if got := memTotal(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if one, two := Memory(1), Memory(2); two != one/2 {
		t.Errorf("a process of two may have %d bytes, one alone %d", two, one)
	}
}
