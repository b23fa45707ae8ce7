// Command weaken drops one obligation, refusal, havoc or frame condition of the verifier at a time, and prints how many of these
// mutants some test notices. It exits with 1 if one survives that is not listed with a reason, or if the list is out of date.
//
//	go run ./internal/tools/weaken                # all
//	go run ./internal/tools/weaken -run REGEXP    # those of which the ID or the position matches
//	go run ./internal/tools/weaken -listed        # those on the list of survivors
//	go run ./internal/tools/weaken -sites         # list the sites, and run nothing
//	go run ./internal/tools/weaken -log FILE      # keep the results, and begin where FILE ends
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"

	"github.com/calvin-go/calvin/internal/verifytest/weakening"
	"github.com/calvin-go/calvin/internal/verifytest/weakening/hook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(exit.ExitCode())
	case err != nil && !errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(os.Stderr, "weaken:", err)
		os.Exit(1)
	}
}

type options struct {
	weakening.Options
	sites   bool
	tests   bool
	listed  bool
	verbose bool
}

func parse(args []string, progress io.Writer) (*options, error) {
	o := &options{}
	o.Progress = progress
	flags := flag.NewFlagSet("weaken", flag.ContinueOnError)
	flags.SetOutput(progress)
	match := flags.String("run", "", "run only the mutants whose ID or position matches `regexp`")
	units := flags.String("units", "", "hold mutants only against packages whose name matches `regexp`: wrong/copies")
	flags.StringVar(&o.Root, "root", ".", "the `directory` of calvin's sources")
	flags.StringVar(&o.Log, "log", "", "the `file` of results; mutants that it has are not run again")
	flags.BoolVar(&o.sites, "sites", false, "list the sites")
	flags.BoolVar(&o.listed, "listed", false, "run only those that are listed as survivors")
	flags.BoolVar(&o.tests, "tests", false, "hold what survives against the tests of desugar, reduce and internal/verify too")
	flags.BoolVar(&o.Thorough, "thorough", false, "give goals of mutants all the work that others get")
	flags.IntVar(&o.Trials, "trials", 0, "hold a mutant against at most `n` declarations; 0 for all")
	flags.BoolVar(&o.verbose, "v", false, "list every mutant")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	var err error
	if o.Sites, err = regexp.Compile(*match); err != nil {
		return nil, fmt.Errorf("-run: %w", err)
	}
	if o.Units, err = regexp.Compile(*units); err != nil {
		return nil, fmt.Errorf("-units: %w", err)
	}
	o.Root, err = filepath.Abs(o.Root)
	return o, err
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	o, err := parse(args, progress)
	if err != nil {
		return err
	}
	var sites []*weakening.Site
	if dir := weakening.Instrumented(); dir != "" {
		sites, err = weakening.ReadSites(dir)
	} else {
		sites, err = weakening.Find(ctx, o.Root)
	}
	if err != nil {
		return err
	}
	if o.sites {
		for _, s := range sites {
			fmt.Fprintf(out, "%s: %s\n", s.Position(), s.ID())
		}
		return nil
	}
	survivors, err := weakening.ReadSurvivors(filepath.Join(o.Root, "testdata", "weaken"), sites)
	if err != nil {
		return err
	}
	if o.listed {
		o.Only = map[string]bool{}
		for id := range survivors.Reasons {
			o.Only[id] = true
		}
	}
	if weakening.Instrumented() != "" {
		return weakening.Run(ctx, sites, o.Options)
	}
	dir, err := os.MkdirTemp("", "weaken")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if o.Log == "" {
		o.Log = filepath.Join(dir, "log")
	}
	overlay, err := weakening.WriteOverlay(sites, dir)
	if err != nil {
		return err
	}
	if err := again(ctx, overlay, dir, append(args, "-log", o.Log), progress); err != nil {
		return err
	}
	if o.tests {
		if err := weakening.RunTests(ctx, sites, overlay, dir, o.Options); err != nil {
			return err
		}
	}
	results, err := weakening.ReadResults(o.Log)
	if err != nil {
		return err
	}
	if o.verbose {
		for _, s := range sites {
			if r := results[s.ID()]; r != nil {
				fmt.Fprintf(out, "%s: %s\n\t%s %s: %s\n", s.Position(), s.ID(), r.Outcome, r.By, r.How)
			}
		}
	}
	if err := weakening.WriteTable(out, sites, results, survivors); err != nil {
		return err
	}
	return errors.Join(weakening.Compare(sites, results, survivors)...)
}

// again runs this command in a build with all sites, as often as a mutant gets stuck.
func again(ctx context.Context, overlay, dir string, args []string, progress io.Writer) error {
	binary := filepath.Join(dir, "weakened")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", overlay, "-o", binary, "./internal/tools/weaken")
	build.Stdout, build.Stderr = progress, progress
	if err := build.Run(); err != nil {
		return fmt.Errorf("build with all sites: %w", err)
	}
	for {
		inner := exec.CommandContext(ctx, binary, args...)
		inner.Env = append(os.Environ(), hook.EnvInside+"="+dir)
		inner.Stdout, inner.Stderr = progress, progress
		err := inner.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != weakening.Stuck {
			return err
		}
	}
}
