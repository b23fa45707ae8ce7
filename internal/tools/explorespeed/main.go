// Command explorespeed prints how fast calvin explore runs the tests of a small package: in goes the package in testdata, out
// comes a row a test with executions and events a second, data races looked for, how much longer an execution takes than
// the same code run as it is and with go test -race, and how much is won by a second process.
//
// All figures are of processor time, of one core or of two, so that they mean the same on a machine that is busy. What
// cannot be seen in processor time, that one process waits until another gives it work, is taken off the gain.
//
//	go run ./internal/tools/explorespeed [-time 3s] [-strategy dpor]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
)

// programs is the package with the tests; a benchmark of the same name runs the code of each outside explore.
const programs = "./internal/tools/explorespeed/testdata/speed"

func main() {
	took := flag.Duration("time", 3*time.Second, "explore each test for so long")
	strategy := flag.String("strategy", "dpor", "how to search")
	flag.Parse()
	if err := compare(context.Background(), *strategy, *took); err != nil {
		fmt.Fprintln(os.Stderr, "explorespeed:", err)
		os.Exit(1)
	}
}

// compare runs the tests in all ways and prints the table.
func compare(ctx context.Context, strategy string, took time.Duration) error {
	dir, err := os.MkdirTemp("", "calvin-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	native, race := filepath.Join(dir, "native"), filepath.Join(dir, "race")
	if err := build(ctx, native); err != nil {
		return err
	}
	if err := build(ctx, race, "-race"); err != nil {
		return err
	}
	one, err := explored(ctx, strategy, took, 1, "")
	if err != nil {
		return err
	}
	const row = "%-8s %12v %10v %11v %10v %10v %12v %10v %8v\n"
	fmt.Printf(row, "test", "executions/s", "events/s", "events/exec", "native/s", "-race/s", "times native", "times race", "-p 2")
	for _, t := range one {
		name := t.Test[len("Test"):]
		two, err := explored(ctx, strategy, took, 2, t.Test)
		if err != nil {
			return err
		}
		plain, err := benchmark(ctx, native, name, 100000)
		if err != nil {
			return err
		}
		raced, err := benchmark(ctx, race, name, 10000)
		if err != nil {
			return err
		}
		m := t.Result
		each := float64(t.Processor) / float64(m.Executions)
		fmt.Printf(row, name, int(1e9/each), int(float64(m.Events)/t.Processor.Seconds()), m.Events/m.Executions,
			int(1e9/plain), int(1e9/raced), fmt.Sprintf("%.1f", each/plain), fmt.Sprintf("%.1f", each/raced),
			fmt.Sprintf("%.2f", gain(two[0], each)))
	}
	return nil
}

// explored explores one test, or all one after the other.
func explored(ctx context.Context, strategy string, took time.Duration, processes int, test string) ([]explore.TestResult, error) {
	dir, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	opts := explore.Options{
		Config:  instrument.Config{Dir: dir, Patterns: []string{programs}},
		Workers: processes,
		Job:     worker.Job{Strategy: strategy, Bound: -1, Time: took, Seed: 1},
	}
	if test != "" {
		opts.Run = regexp.MustCompile("^" + test + "$")
	}
	result, err := explore.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	for _, t := range result.Tests {
		if t.Verdict == explore.Error || t.Verdict == explore.Buggy {
			return nil, fmt.Errorf("%s: %s %s", t.Test, t.Verdict, t.Reason)
		}
	}
	return result.Tests, nil
}

// gain is how many times as fast as one process, which takes so many nanoseconds for an execution, two would be with a
// core each.
func gain(two explore.TestResult, each float64) float64 {
	const processes = 2
	waiting := two.Idle.Seconds() / (processes * two.Result.Seconds)
	return processes * (1 - waiting) * each / (float64(two.Processor) / float64(two.Result.Executions))
}

// build builds the benchmarks.
func build(ctx context.Context, binary string, flags ...string) error {
	args := append([]string{"test", "-c", "-o", binary}, flags...)
	if out, err := exec.CommandContext(ctx, "go", append(args, programs)...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}

// benchmark returns how many nanoseconds of a processor a run of the code takes.
func benchmark(ctx context.Context, binary, name string, times int) (float64, error) {
	cmd := exec.CommandContext(ctx, binary, "-test.run=^$", "-test.bench=^Benchmark"+name+"$", fmt.Sprintf("-test.benchtime=%dx", times))
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / float64(times), nil
}
