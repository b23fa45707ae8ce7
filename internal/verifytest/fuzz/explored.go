package fuzz

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
)

// executions is how many schedules of a test are run.
const executions = 100

// Explore runs what is verified under chosen schedules, with the annotations evaluated: two calls at the same time on one
// object, for each of the first programs, most at a time.
func (b *Batch) Explore(ctx context.Context, most int, e Effort) ([]Failure, error) {
	var sources, tests []string
	for n, p := range b.Programs {
		var callers []int
		for k, f := range p.Funcs {
			if f.Callable() && !f.Waits && !f.Sleeps && b.verified(n, f) {
				callers = append(callers, k)
			}
		}
		if len(callers) == 0 || len(tests) == most {
			continue
		}
		number := fmt.Sprint(n)
		sources = append(sources, p.Source(number, program.Checked))
		tests = append(tests, p.Driver(number, program.Checked, callers)+fmt.Sprintf("\nfunc TestP%s(t *testing.T) { _explored(t, %s, %d) }\n", number, number, e.Seed))
	}
	if len(tests) == 0 {
		return nil, nil
	}
	src, err := program.File("explored", sources...)
	if err != nil {
		return nil, err
	}
	test, err := program.File("explored", tests...)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string][]byte{
		"explored/explored.go":      src,
		"explored/programs_test.go": test,
		"explored/runtime_test.go":  []byte("package explored\n\n" + program.Runtime),
		"explored/explored_test.go": []byte("package explored\n\n" + program.Explored),
	} {
		if err := b.write(name, text); err != nil {
			return nil, err
		}
	}
	result, err := explore.Run(ctx, explore.Options{
		Config: instrument.Config{
			Dir: b.dir, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off"), Patterns: []string{"./explored"}, Annotations: true,
		},
		Job:     worker.Job{Strategy: "dpor", Max: executions, Time: 2 * time.Second, Seed: e.Seed, IgnoreLeaks: true},
		Workers: 1,
	})
	if err != nil {
		return nil, fmt.Errorf("explore: %w", err)
	}
	var all []Failure
	for _, t := range result.Tests {
		n, err := strconv.Atoi(strings.TrimPrefix(t.Test, "TestP"))
		if err != nil || t.Verdict != explore.Buggy {
			continue
		}
		for _, bug := range t.Result.Bugs {
			switch kind := fmt.Sprint(bug.Kind); kind {
			case "deadlock", "livelock", "leak": // of these nothing is claimed
			default:
				all = append(all, Failure{n, "", "explored " + kind, strings.Join(strings.Fields(bug.Message), " ")})
			}
			break
		}
	}
	return all, nil
}
