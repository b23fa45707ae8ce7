package explore

import "testing"

// TestCensus explores tests that look at which goroutines there are.
func TestCensus(t *testing.T) { smallTests(t, "testdata/census", 18) }
