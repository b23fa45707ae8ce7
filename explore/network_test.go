package explore

import "testing"

// TestNetwork explores tests with connections to their own machine, and with net.Pipe.
func TestNetwork(t *testing.T) { smallTests(t, "testdata/network", 10) }

// TestServers explores tests of servers of package net/http and net/rpc, and of one that the initialisation starts.
func TestServers(t *testing.T) { smallTests(t, "testdata/servers", 5) }
