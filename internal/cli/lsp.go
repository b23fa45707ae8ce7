package cli

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/lsp"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

// lspFlags are the flags of calvin lsp.
type lspFlags struct {
	delay, budget time.Duration
	workers       int
	solver        string
}

// lspCommand is calvin lsp.
func lspCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "serve an editor: a language server on standard input and output",
		Long:  "A language server. docs/editors.md says how editors start it.",
		Args:  arguments(0, 0, "no arguments"),
	}
	var f lspFlags
	s := cmd.Flags()
	s.DurationVar(&f.delay, "delay", 100*time.Millisecond, "time after a change before a package is checked")
	s.IntVar(&f.workers, "j", runtime.GOMAXPROCS(0), "how many functions to check at the same time")
	s.StringVar(&f.solver, "solver", prover.LibZ3, "libz3, z3 or cvc5")
	s.DurationVar(&f.budget, "budget", time.Minute, "time for all goals of a function together; 0 for no limit")
	s.Bool("stdio", true, "use standard input and output; there is no other way")
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, _ []string) int {
		f.solver = env.standIn(f.solver, s.Changed("solver"))
		return runLSP(ctx, env, f)
	})
	completeFlags(cmd, f.choices())
	return cmd
}

// choices are the flags with a set of values.
func (f *lspFlags) choices() []choice {
	return []choice{{"solver", f.solver, []string{prover.LibZ3, prover.Z3, prover.CVC5}}}
}

// garbage is how much of it a server may leave, in per cent of what is in use. With 100 a change in a file of 270
// functions takes up to half as long again as where the collector hardly runs. With 400 a server for a small file comes
// to 210 MB, of which most is Z3's.
const garbage = 200

// runLSP serves an editor over standard input and output.
func runLSP(ctx context.Context, env *environment, f lspFlags) int {
	for _, c := range f.choices() {
		if err := c.check(); err != nil {
			return env.fail(err)
		}
	}
	if f.workers < 1 || f.delay < 0 || f.budget < 0 {
		return env.fail(errors.New("-j is at least 1, and -delay and -budget are not negative"))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	err := lsp.Serve(ctx, lsp.Config{
		Version: version(),
		NewPage: func(dir string, source func(string) string) *page.Page {
			return page.New(page.Options{Dir: dir, Command: []string{"calvin", "lsp"}, Roots: roots(), Version: version(), Source: source})
		},
		Explore: func(ctx context.Context, how lsp.Exploration) ([]*report.TestResult, error) {
			return exploreFor(ctx, how, f.workers)
		},
		Delay: f.delay,
		Quiet: 500 * time.Millisecond,
		Log:   env.stderr,
		Rest:  prover.FreeMemory,
		Check: verify.Options{
			Checks: verify.AllChecks, Workers: f.workers, Budget: f.budget, Cache: env.openCache(),
			Prover: prover.Options{Solver: f.solver, Workers: f.workers},
		},
	}, env.stdin, env.stdout)
	if err != nil {
		return env.fail(err)
	}
	return exitVerified
}

// exploreFor explores tests as an editor asks for it, with the defaults of calvin explore.
func exploreFor(ctx context.Context, how lsp.Exploration, workers int) ([]*report.TestResult, error) {
	opts := explore.Options{
		Config:  instrument.Config{Dir: how.Dir, Tags: how.Tags, Env: how.Env, Patterns: []string{"."}, Annotations: how.Annotations},
		Run:     how.Run,
		Workers: workers,
		Job: worker.Job{
			Strategy: worker.DefaultStrategy, Findings: 1, Bound: -1, Time: how.Time, Seed: 1, Samples: 1, Minimize: true, Memory: explore.Memory(workers),
		},
		Progress: func(p explore.Progress) {
			if how.Progress != nil {
				how.Progress(progressOf(p))
			}
		},
	}
	var err error
	if opts.Job.Parts, err = predParts("all"); err != nil {
		return nil, err
	}
	result, err := explore.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	var tests []*report.TestResult
	for i := range result.Tests {
		tests = append(tests, testResult(&result.Tests[i], how.Dir))
	}
	withCause(tests)
	return tests, nil
}

// Serves reports whether a command line, without the name of the program, starts a server: it runs as long as an editor does.
func Serves(args []string) bool { return len(args) > 0 && args[0] == "lsp" }
