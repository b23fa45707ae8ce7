package explore

import "testing"

// TestLiveSet explores tests that read which goroutines there are.
func TestLiveSet(t *testing.T) { smallTests(t, "testdata/liveset", 18) }
