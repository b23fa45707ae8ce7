// Command speed prints how fast calvin explore runs the tests of a small package: in goes the package in testdata, out
// comes a row a test with executions and events a second on one core, data races looked for, and how much longer an
// execution takes than the same code run as it is and with go test -race.
//
//	go run ./explore/speed [-time 3s] [-strategy dpor]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
)

// programs is the package with the tests; a benchmark of the same name runs the code of each outside explore.
const programs = "./explore/speed/testdata/speed"

func main() {
	took := flag.Duration("time", 3*time.Second, "explore each test for so long")
	strategy := flag.String("strategy", "dpor", "how to search")
	flag.Parse()
	if err := compare(context.Background(), *strategy, *took); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// compare runs the tests in all three ways and prints the table.
func compare(ctx context.Context, strategy string, took time.Duration) error {
	// One core, for the benchmarks and for the workers, which inherit it.
	if err := os.Setenv("GOMAXPROCS", "1"); err != nil {
		return err
	}
	native, err := benchmark(ctx)
	if err != nil {
		return err
	}
	race, err := benchmark(ctx, "-race")
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	result, err := explore.Run(ctx, explore.Options{
		Config:  instrument.Config{Dir: dir, Patterns: []string{programs}},
		Workers: 1,
		Job:     worker.Job{Strategy: strategy, Bound: -1, Time: took, Seed: 1},
	})
	if err != nil {
		return err
	}
	const row = "%-8s %12v %12v %12v %10v %10v %12v %10v\n"
	fmt.Printf(row, "test", "executions/s", "events/s", "events/exec", "native/s", "-race/s", "times native", "times race")
	for _, t := range result.Tests {
		if t.Verdict == explore.Error || t.Verdict == explore.Buggy {
			return fmt.Errorf("%s: %s %s", t.Test, t.Verdict, t.Reason)
		}
		name, m := t.Test[len("Test"):], t.Result
		each := 1e9 * m.Seconds / float64(m.Executions)
		fmt.Printf(row, name, int(1e9/each), int(float64(m.Events)/m.Seconds), m.Events/m.Executions,
			int(1e9/native[name]), int(1e9/race[name]), fmt.Sprintf("%.1f", each/native[name]), fmt.Sprintf("%.1f", each/race[name]))
	}
	return nil
}

// line is what a benchmark prints of itself.
var line = regexp.MustCompile(`(?m)^Benchmark(\w+?)\s+\d+\s+([\d.]+) ns/op`)

// benchmark returns the nanoseconds of an execution, by name, that is run by go test with the given flags.
func benchmark(ctx context.Context, flags ...string) (map[string]float64, error) {
	args := append([]string{"test", "-run=^$", "-bench=.", "-benchtime=300ms"}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, programs)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	times := map[string]float64{}
	for _, m := range line.FindAllStringSubmatch(string(out), -1) {
		if times[m[1]], err = strconv.ParseFloat(m[2], 64); err != nil {
			return nil, fmt.Errorf("%v: %w", cmd.Args, err)
		}
	}
	return times, nil
}
