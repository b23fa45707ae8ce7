package vcgen

import (
	"flag"
	"os"
	"testing"
)

// TestMain makes fewer random programs than rapid would, unless told how many: each costs a run of a solver.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := flag.Set("rapid.checks", "40"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
