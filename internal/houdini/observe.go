package houdini

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/infer"
)

// An Exploration says how much of the tests is run to see what they do.
type Exploration struct {
	Executions int           // of each test, under schedules chosen at random
	Time       time.Duration // for each test
	Progress   func(explore.Progress)
}

// observe runs the tests of the packages and returns what was seen of accesses to memory. A test that fails, or that cannot be
// explored, has shown what it has until then.
func (s *search) observe(ctx context.Context) ([]infer.Observation, error) {
	e := s.opts.Tests
	result, err := explore.Run(ctx, explore.Options{
		Config: instrument.Config{Dir: s.opts.Load.Dir, Tags: s.opts.Load.Tags, Patterns: s.opts.Patterns},
		Job: worker.Job{
			Strategy: "random", Bound: -1, Max: e.Executions, Time: e.Time, Seed: 1,
			Observe: true, IgnoreRaces: true, IgnoreLeaks: true,
		},
		Workers: 1, Progress: e.Progress,
	})
	if err != nil {
		return nil, fmt.Errorf("run the tests: %w", err)
	}
	var all []infer.Observation
	for _, t := range result.Tests {
		s.result.Tests++
		s.result.Executions += t.Result.Executions
		for _, o := range t.Result.Observed {
			out := infer.Observation{Write: o.Write, Alone: o.Alone, Shared: o.Shared}
			out.Position.Filename, out.Position.Line, out.Position.Column = absolute(o.Place)
			for _, l := range o.Locks {
				lock := infer.ObservedLock{Offset: int64(l.Offset), Reading: l.Reading, Count: l.Count}
				lock.Position.Filename, lock.Position.Line, lock.Position.Column = absolute(l.Place)
				out.Locks = append(out.Locks, lock)
			}
			all = append(all, out)
		}
	}
	return all, nil
}

func absolute(p worker.Place) (string, int, int) { return filepath.Clean(p.File), p.Line, p.Col }
