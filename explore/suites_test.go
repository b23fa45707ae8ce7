package explore

import "testing"

// TestSuites explores tests that a package of another module runs as subtests.
func TestSuites(t *testing.T) { smallTests(t, "testdata/suites", 4) }
