// Command fuzz compares what calvin check says of random programs with what they do: docs/evaluation/fuzzing.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"syscall"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz"
)

func main() {
	c := fuzz.Campaign{Log: os.Stdout}
	flag.Uint64Var(&c.Seed, "seed", 1, "what programs are drawn from")
	flag.IntVar(&c.From, "from", 0, "the first program: where an earlier run was interrupted")
	flag.IntVar(&c.Programs, "n", 2000, "how many programs")
	flag.IntVar(&c.Size, "batch", 300, "programs that are checked, built and run together")
	flag.IntVar(&c.Workers, "j", runtime.NumCPU(), "batches at the same time")
	flag.DurationVar(&c.Budget, "budget", 250*time.Millisecond, "processor time for checking a function; what takes longer is unknown")
	flag.IntVar(&c.RLimit, "rlimit", 100_000, "the solver's work for each goal")
	flag.IntVar(&c.Effort.Rounds, "rounds", 40, "calls of each function by itself")
	flag.IntVar(&c.Explore, "explore", 10, "programs of each batch that are explored")
	flag.IntVar(&c.Shrink, "shrink", 40, "rounds of shrinking each program that fails")
	flag.StringVar(&c.Dir, "dir", "", "where to write programs that fail")
	own := flag.String("figures", "", "where to write figures, as JSON, and to print none")
	match := flag.String("match", "", "a regular expression: run only programs of which the text matches")
	unknowns := flag.Int("unknowns", 20, "how many reasons why functions are unknown to print")
	profile := flag.String("profile", "", "where to write a profile of the processor's time")
	show := flag.Bool("print", false, "print the programs, as they are checked, and do no more")
	flag.Parse()
	if *match != "" {
		var err error
		if c.Match, err = regexp.Compile(*match); err != nil {
			fmt.Fprintln(os.Stderr, "fuzz:", err)
			os.Exit(2)
		}
	}
	if *show {
		text, err := c.Source("p")
		os.Stdout.Write(text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "fuzz:", err)
			os.Exit(2)
		}
		return
	}
	if *profile != "" {
		stop, err := profiled(*profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "fuzz:", err)
			os.Exit(2)
		}
		defer stop()
	}
	// Other work on the machine decides on nothing.
	c.Clock = func() time.Duration { return processors(syscall.RUSAGE_SELF) / time.Duration(max(1, c.Workers)) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	debug.SetGCPercent(gcPercent)
	run := whole
	if c.Match == nil && c.Programs > part {
		run = inParts
	}
	figures, err := run(ctx, &c)
	if figures == nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	if *own != "" {
		err = errors.Join(err, writeFigures(*own, figures))
	} else {
		fmt.Println(figures)
		fmt.Printf("processors: %.1f s checking, %.1f s building and running\n", figures.Self.Seconds(), figures.Children.Seconds())
		figures.Unknowns(os.Stdout, *unknowns)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	if len(figures.Failures) > 0 {
		os.Exit(1)
	}
}

// gcPercent lets the heap grow to 250 MB before garbage is collected, which otherwise takes an eighth of the time.
const gcPercent = 1000

// processors is the time that this process, or those that it has started, have had of all processors.
func processors(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// profiled begins a profile. What it returns ends it.
func profiled(name string) (stop func(), err error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}
