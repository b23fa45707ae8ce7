package explore

import "testing"

// TestBorder explores tests that call code which is not instrumented.
func TestBorder(t *testing.T) { smallTests(t, "testdata/border", 45) }
