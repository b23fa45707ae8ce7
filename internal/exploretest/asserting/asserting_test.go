package asserting_test

import (
	"flag"
	"testing"

	"github.com/calvin-go/calvin/internal/exploretest/asserting"
)

var (
	programs = flag.Int("programs", 60, "how many random programs with assertions to compare pred with dfs on")
	seed     = flag.Uint64("seed", 1, "seed of the first program")
)

// On random programs with random assertions pred, with any of its parts, finds a failure exactly when dfs does. For more:
// go test ./internal/exploretest/asserting -args -programs 10000
func TestPred(t *testing.T) {
	var tally asserting.Tally
	bad := 0
	for k := range *programs {
		p := asserting.Generate(*seed + uint64(k))
		if asserting.Check(p, &tally) == "" {
			continue
		}
		p = asserting.Shrink(p, func(p *asserting.Program) bool { return asserting.Check(p, &asserting.Tally{}) != "" })
		t.Errorf("seed %d: %s\n%v", *seed+uint64(k), asserting.Check(p, &asserting.Tally{}), p)
		if bad++; bad == 3 {
			break
		}
	}
	t.Logf("%d programs: %+v", *programs, tally)
}
