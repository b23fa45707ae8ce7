package scratch

import "testing"

func TestScratch(t *testing.T) {
	for range 2 {
		if got, ok := Most("hello, world"); got != 'l' || !ok {
			t.Errorf("Most = %c, %t, want l", got, ok)
		}
		if got := Line([]string{"hello,", "world"}); got != "hello, world\n" {
			t.Errorf("Line = %q", got)
		}
	}
	var s Sampler
	s.Sample([]byte("abc"))
	if got := s.Sample([]byte("de")); got != 5 {
		t.Errorf("Sample = %d, want 5", got)
	}
}
