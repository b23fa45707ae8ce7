package explore

import "testing"

// TestNetwork explores tests with connections to their own machine, and with net.Pipe.
func TestNetwork(t *testing.T) { smallTests(t, "testdata/network", 10) }
