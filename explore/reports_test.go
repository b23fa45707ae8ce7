package explore

import "testing"

// TestReports explores small tests in the style of reports of mistakes, each beside one without the mistake.
func TestReports(t *testing.T) { smallTests(t, "testdata/reports", 10) }
