package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/worker"
)

// What pred costs where it cannot help: the tests of which it runs as many executions as dpor, and enough of them for the
// time to mean something.

const (
	measured = 1000 // executions
	rounds   = 5
)

// hopeless lists the tests that pred explores in as many executions as dpor, to the end or to a bug.
func hopeless(rows []row) (names []string) {
	for _, r := range rows {
		a, b := r.results[titles["dpor"]], r.results[titles["pred"]]
		if a.Verdict != explore.Incomplete && a.Result.Executions == b.Result.Executions && a.Result.Executions >= measured {
			names = append(names, r.test)
		}
	}
	return names
}

// titles are the places of columns.
var titles = func() map[string]int {
	places := map[string]int{}
	for i, c := range columns {
		places[c.title] = i
	}
	return places
}()

// overhead prints the processor time that pred takes for these tests, as a multiple of that of dpor. The two take turns, so
// that both have the same machine.
func overhead(ctx context.Context, out io.Writer, dir string, rows []row, limit time.Duration) error {
	names := hopeless(rows)
	if len(names) == 0 {
		return nil
	}
	only, err := regexp.Compile("^(" + strings.Join(names, "|") + ")$")
	if err != nil {
		return err
	}
	times := map[string][2]time.Duration{}
	for range rounds {
		for k, title := range []string{"dpor", "pred"} {
			tests, err := explored(ctx, dir, columns[titles[title]].job, only, limit)
			if err != nil {
				return err
			}
			for _, t := range tests {
				sum := times[t.Test]
				sum[k] += t.Processor
				times[t.Test] = sum
			}
		}
	}
	fmt.Fprintf(out, "\nwhere pred cannot help: processor seconds, %d rounds\n%-21s %8s %8s %6s\n", rounds, "program", "dpor", "pred", "times")
	for _, name := range names {
		t := times[name]
		fmt.Fprintf(out, "%-21s %8.2f %8.2f %6.2f\n", strings.TrimPrefix(name, "Test"), t[0].Seconds(), t[1].Seconds(), t[1].Seconds()/t[0].Seconds())
	}
	return nil
}

// explored explores tests with a job.
func explored(ctx context.Context, dir string, job worker.Job, only *regexp.Regexp, limit time.Duration) ([]explore.TestResult, error) {
	opts := options(dir, job, only)
	opts.Job.Time = limit
	result, err := explore.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	for _, t := range result.Tests {
		if t.Verdict == explore.Error {
			return nil, fmt.Errorf("%s: %s", t.Test, t.Reason)
		}
	}
	return result.Tests, nil
}
