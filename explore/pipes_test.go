package explore

import "testing"

// TestPipes explores tests whose goroutines wait for each other in an io.Pipe.
func TestPipes(t *testing.T) { smallTests(t, "testdata/pipes", 10) }
