package random_test

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/exploretest/random"
)

var (
	programs = flag.Int("programs", 20, "how many random programs to compare the strategies on")
	seed     = flag.Uint64("seed", 1, "seed of the first program")
	only     = flag.String("only", "", "use objects of these kinds only: "+strings.Join(slices.Sorted(maps.Keys(random.Kinds)), ", "))
	doubtful = flag.Bool("doubtful", true, "differences count also where dpor warns of them itself")
)

// On random programs dpor finds the same final states and bugs as dfs, with exactly one execution a trace, and icb and bpor
// what dfs does at every bound. For more: go test ./internal/exploretest/random -args -programs 10000 -doubtful=false
func TestStrategies(t *testing.T) {
	dfs, dpor, large, bad := 0, 0, 0, 0
	kinds := strings.FieldsFunc(*only, func(r rune) bool { return r == ',' })
	for _, kind := range kinds {
		if random.Kinds[kind] == nil {
			t.Fatalf("-only %s: no such kind of objects", kind)
		}
	}
	for k := range *programs {
		p := random.Generate(*seed+uint64(k), kinds...)
		difference, a, b := random.Check(p)
		dfs, dpor = dfs+a, dpor+b
		if difference == random.TooLarge {
			large++
			continue
		}
		if !counts(difference) {
			continue
		}
		p = random.Shrink(p, func(p *random.Program) bool {
			d, _, _ := random.Check(p)
			return counts(d)
		})
		difference, _, _ = random.Check(p)
		t.Errorf("seed %d: %s\n%v", *seed+uint64(k), difference, p)
		if bad++; bad == 5 {
			break
		}
	}
	t.Logf("%d programs: %d executions by dfs, %d by dpor; %d programs are too large for dfs", *programs, dfs, dpor, large)
	if large > *programs/100+1 {
		t.Errorf("%d of %d programs are too large to be compared", large, *programs)
	}
}

// counts reports whether a difference fails the test.
func counts(difference string) bool {
	return difference != "" && (*doubtful || !strings.HasPrefix(difference, random.InDoubt))
}
