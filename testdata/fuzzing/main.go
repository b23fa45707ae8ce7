// Fuzzing compares what calvin check says of random programs with what they do: docs/fuzzing.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/calvin-go/calvin/testdata/fuzz"
)

func main() {
	c := fuzz.Campaign{Log: os.Stdout}
	flag.Uint64Var(&c.Seed, "seed", 1, "what programs are drawn from")
	flag.IntVar(&c.From, "from", 0, "the first program: where an earlier run was interrupted")
	flag.IntVar(&c.Programs, "n", 2000, "how many programs")
	flag.IntVar(&c.Size, "batch", 100, "programs that are checked, built and run together")
	flag.IntVar(&c.Workers, "j", runtime.NumCPU(), "batches at the same time")
	flag.DurationVar(&c.Budget, "budget", time.Second, "for checking a function; what takes longer is unknown")
	flag.IntVar(&c.Effort.Rounds, "rounds", 40, "calls of each function by itself")
	flag.IntVar(&c.Shrink, "shrink", 40, "rounds of shrinking each program that fails")
	flag.StringVar(&c.Dir, "dir", "", "where to write programs that fail")
	unknowns := flag.Int("unknowns", 20, "how many reasons why functions are unknown to print")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	figures, err := c.Run(ctx)
	fmt.Println(figures)
	figures.Unknowns(os.Stdout, *unknowns)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzing:", err)
		os.Exit(2)
	}
	if len(figures.Failures) > 0 {
		os.Exit(1)
	}
}
