// Command mutate makes mutants of verified packages, has each verified, and prints how many are killed. It exits with 1 if one
// survives that is not listed as equivalent, or if the lists are out of date.
//
//	go run ./internal/tools/mutate            # the table, of testdata/examples
//	go run ./internal/tools/mutate -dir examples/latch -lists examples/latch/testdata
//	go run ./internal/tools/mutate -v         # every mutant
//	go run ./internal/tools/mutate -run REGEXP
//	go run ./internal/tools/mutate -update    # rewrite killed.golden
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/mutant"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := bufio.NewWriter(os.Stdout)
	err := run(ctx, os.Args[1:], out, os.Stderr)
	err = errors.Join(err, out.Flush())
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(progress)
	dir := flags.String("dir", "testdata/examples", "mutate the packages below this `directory`")
	kept := flags.String("lists", "testdata/mutate", "the `directory` of the lists of killed and of equivalent mutants")
	match := flags.String("run", "", "run only the mutants whose name or position matches `regexp`")
	sample := flags.Uint("sample", 1, "run about one in `n`")
	update := flags.Bool("update", false, "rewrite the golden list of killed mutants")
	verbose := flags.Bool("v", false, "list every mutant")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	pattern, err := regexp.Compile(*match)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	all := *match == "" && *sample <= 1
	if *update && !all {
		return errors.New("-update needs all mutants")
	}
	lists, err := mutant.ReadLists(*kept)
	if err != nil {
		return err
	}
	sources, err := mutant.Load(ctx, *dir)
	if err != nil {
		return err
	}
	cases := mutant.Cases(sources, func(m *mutant.Mutant) bool {
		return m.Sampled(uint32(*sample)) && (pattern.MatchString(m.ID()) || pattern.MatchString(m.Position()))
	})
	start, done := time.Now(), 0
	results, err := mutant.Run(ctx, cases, mutant.Verify, func(mutant.Result) {
		done++
		fmt.Fprintf(progress, "\r%d of %d mutants, %s ", done, len(cases), time.Since(start).Round(time.Second))
	})
	fmt.Fprintln(progress)
	if err != nil {
		return err
	}
	if *verbose {
		for _, r := range results {
			list(out, r, lists)
		}
	}
	if *update {
		lists.SetKilled(results)
		if err := lists.WriteKilled(); err != nil {
			return err
		}
	}
	if err := mutant.WriteTable(out, mutant.Tally(results, lists)); err != nil {
		return err
	}
	return errors.Join(lists.Compare(results, sources)...)
}

// list writes one mutant: where, what, the line before and after, what is expected and what became of it.
func list(out io.Writer, r mutant.Result, lists *mutant.Lists) {
	expected := "killed"
	if lists.Equivalent[r.ID()] != "" {
		expected = "equivalent"
	}
	outcome := r.Outcome.String()
	switch r.Outcome {
	case mutant.Killed:
		outcome += fmt.Sprintf(" at %s:%d by %s: %s", r.First.Function, r.First.Line, r.First.Code, r.First.Message)
	case mutant.Stillborn:
		outcome += fmt.Sprintf(": %v", r.Err)
	}
	fmt.Fprintf(out, "%s: %s\n\t- %s\n\t+ %s\n\texpected: %s; %s\n", r.Position(), r.Operator, r.OldLine, r.NewLine,
		expected, outcome)
}
