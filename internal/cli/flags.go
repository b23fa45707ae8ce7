package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// checkFlags are the flags of calvin check.
type checkFlags struct {
	set *pflag.FlagSet

	form, run, solver, checks, dump, trace, color, tags, dir, diff, html, json, contracts string

	timeout, budget, limit      time.Duration
	rlimit, workers             int
	panics, stats, all, noCache bool
	types, infer, assumptions   bool
	tests, thorough             bool
}

// checkCommand is calvin check.
func checkCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [flags] [packages]",
		Short: "verify packages, annotated or not",
		Long: `Proves of each function that it keeps the annotations, for every schedule and every input, or shows an execution that breaks them.

A package without annotations is checked under those that its code suggests.`,
		Example: `  calvin check ./...                     all packages of the module
  calvin check -run Transfer ./bank      some functions of one
  calvin check -diff origin/main ./...   what a change may concern
  calvin check -f sarif ./... >out.sarif for code scanning`,
		ValidArgsFunction: completePackages,
	}
	f := newCheckFlags(cmd.Flags())
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, _ []string) int { return runCheck(ctx, env, f) })
	completeFlags(cmd, f.choices())
	p.help[cmd] = help{
		groups: []flagGroup{
			{"what to check", []string{"run", "diff", "checks", "panics", "infer", "all", "contracts", "tests", "tags", "C"}},
			{"what to print", []string{"f", "trace", "types", "assumptions", "color", "html", "json", "stats", "dump"}},
			{"how to prove", []string{"limit", "thorough", "budget", "timeout", "rlimit", "solver", "j", "no-cache"}},
		},
		codes: `  0  everything is verified
  1  something does not hold
  2  the command line, a package or an annotation is in error
  3  nothing failed, but something is unknown`,
	}
	return cmd
}

func newCheckFlags(s *pflag.FlagSet) *checkFlags {
	f := &checkFlags{set: s}
	s.BoolVar(&f.all, "all", false, "check packages without annotations as they are, and infer nothing for them")
	s.BoolVar(&f.assumptions, "assumptions", false, "list every assumption, however many there are")
	s.DurationVar(&f.budget, "budget", 5*time.Minute, "time for all goals of a function together; 0 for no limit; if it is not given, 10s in packages whose annotations are inferred")
	s.StringVar(&f.checks, "checks", strings.Join(verify.CheckNames(), ","), "what to check; calvin assumes everything else, and the report says so")
	s.StringVar(&f.contracts, "contracts", "", "read the contracts of functions of other packages from the files in `dir`; if it is not given, from the directory calvin of the module")
	s.StringVar(&f.color, "color", "auto", "auto, always or never; auto respects NO_COLOR")
	s.StringVar(&f.diff, "diff", "", "check only the functions that the changes since a git `revision` may affect")
	s.StringVar(&f.dir, "C", "", "change to `dir` first")
	s.StringVar(&f.dump, "dump", "", "write the intermediate forms of each function to `dir`")
	s.StringVar(&f.form, "f", "text", "form of the output: text, json, sarif, github or rdjson")
	s.StringVar(&f.html, "html", "", htmlUsage)
	s.StringVar(&f.json, "json", "", jsonUsage)
	s.IntVar(&f.workers, "j", runtime.GOMAXPROCS(0), "how many functions to check at the same time")
	s.BoolVar(&f.infer, "infer", true, "check what has no annotations under those that the code suggests; -infer=false leaves packages without annotations alone")
	s.BoolVar(&f.noCache, "no-cache", false, "prove everything again, and store nothing")
	s.BoolVar(&f.panics, "panics", true, "prove of every function that no run-time panic happens; -panics=false of none; if it is not given, where a contract or //calvin:panics asks")
	s.DurationVar(&f.limit, "limit", runLimit, "time for a run over packages whose annotations are inferred: functions for which there is none left are put off, and the next run goes on; 0 for no limit, which -budget and -diff have too if it is not given")
	s.IntVar(&f.rlimit, "rlimit", 0, "work for a goal, in the solver's units, the same on every machine; 0 for the solver's default")
	s.StringVar(&f.run, "run", "", "check only the functions whose names match `regexp`")
	s.StringVar(&f.solver, "solver", prover.LibZ3, "libz3, z3, cvc5, or all to compare them")
	s.BoolVar(&f.stats, "stats", false, "print how long each stage and each function took")
	s.BoolVar(&f.thorough, "thorough", false, "check every function, however long the run takes: -limit 0")
	s.BoolVar(&f.types, "types", false, "also write of each type whether it is safe for concurrent use, or its callers synchronise")
	s.BoolVar(&f.tests, "tests", false, "also check the test files of the packages, and read the annotations there")
	s.StringVar(&f.tags, "tags", "", "build tags, separated by commas")
	s.DurationVar(&f.timeout, "timeout", 0, "time limit of a goal; 0 for the solver's default")
	s.StringVar(&f.trace, "trace", "short", "steps of a counterexample: short or full")
	return f
}

// choices are the flags with a set of values.
func (f *checkFlags) choices() []choice {
	return []choice{
		{"f", f.form, []string{"text", "json", "sarif", "github", "rdjson"}},
		{"trace", f.trace, []string{"short", "full"}},
		{"color", f.color, []string{"auto", "always", "never"}},
		{"solver", f.solver, []string{prover.LibZ3, prover.Z3, prover.CVC5, prover.All}},
	}
}

// quickBudget is the time for a function that nobody has asked to be proved: the first run over a module is to end soon.
const quickBudget = 10 * time.Second

// runLimit is the time for all of them.
const runLimit = time.Minute

// total is the time for a run. Who says how long a function may take, or asks what a change does, expects an answer for each function.
func (f *checkFlags) total() (time.Duration, error) {
	given := f.set.Changed("limit")
	switch {
	case f.limit < 0:
		return 0, errors.New("-limit is not negative")
	case f.thorough && given && f.limit > 0:
		return 0, errors.New("-thorough has no limit, so -limit does not go with it")
	case f.thorough, !given && (f.set.Changed("budget") || f.diff != ""):
		return 0, nil
	}
	return f.limit, nil
}

// absoluteDir is the directory that a flag -C names.
func absoluteDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("-C: %w", err)
	}
	return abs, nil
}

// options checks the flags and turns them into options.
func (f *checkFlags) options(dir string) (verify.Options, error) {
	for _, c := range f.choices() {
		if err := c.check(); err != nil {
			return verify.Options{}, err
		}
	}
	if f.workers < 1 {
		return verify.Options{}, fmt.Errorf("-j is at least 1, not %d", f.workers)
	}
	if f.timeout < 0 || f.rlimit < 0 || f.budget < 0 {
		return verify.Options{}, fmt.Errorf("-timeout, -budget and -rlimit are not negative")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return verify.Options{}, fmt.Errorf("-C: %s is not a directory", f.dir)
	}
	checks, err := verify.ParseChecks(f.checks)
	if err != nil {
		return verify.Options{}, fmt.Errorf("-checks: %w", err)
	}
	if !f.panics {
		checks.Panics = false
	}
	limit, err := f.total()
	if err != nil {
		return verify.Options{}, err
	}
	opts := verify.Options{
		Load:     load.Config{Dir: dir, Tags: f.tags, Tests: f.tests},
		Patterns: f.set.Args(), Contracts: f.contracts,
		All:     f.all,
		Infer:   f.infer && !f.all,
		Quick:   quickBudget,
		Limit:   limit,
		Checks:  checks,
		Prover:  prover.Options{Solver: f.solver, RLimit: f.rlimit, Timeout: f.timeout, Workers: f.workers},
		Workers: f.workers,
		Budget:  f.budget,
		Dump:    f.dump,
	}
	f.set.Visit(func(set *pflag.Flag) {
		switch set.Name {
		case "panics", "checks":
			opts.Panics = checks.Panics
		case "budget":
			opts.Quick = 0
		}
	})
	if f.run != "" {
		if opts.Run, err = regexp.Compile(f.run); err != nil {
			return verify.Options{}, fmt.Errorf("-run: %w", err)
		}
	}
	return opts, nil
}

// forms are the output forms for code review.
var forms = map[string]func(io.Writer, report.ReviewOptions) report.Renderer{
	"sarif":  func(w io.Writer, o report.ReviewOptions) report.Renderer { return report.NewSARIF(w, o) },
	"github": func(w io.Writer, o report.ReviewOptions) report.Renderer { return report.NewGitHub(w, o) },
	"rdjson": func(w io.Writer, o report.ReviewOptions) report.Renderer { return report.NewRDJSON(w, o) },
}

func (f *checkFlags) renderer(w io.Writer, dir string) report.Renderer {
	if form := forms[f.form]; form != nil {
		return form(w, report.ReviewOptions{Dir: repository(dir), Version: version(), Source: sourceOf})
	}
	if f.form == "json" {
		return report.NewJSON(w, dir)
	}
	opts := textOptions(w, f.color, dir)
	opts.FullTrace, opts.Types, opts.Assumptions = f.trace == "full", f.types, f.assumptions
	return report.NewText(w, opts)
}

// textOptions are how the form for people looks on an output: coloured on a terminal, and fitted to its width.
// Elsewhere it has a width only if COLUMNS names one.
func textOptions(w io.Writer, color, dir string) report.TextOptions {
	unknown := 0
	if isTerminal(w) {
		unknown = 80
	}
	return report.TextOptions{
		Dir: dir, Width: columnsOf(w, unknown), Source: sourceOf,
		Color: color == "always" || color == "auto" && os.Getenv("NO_COLOR") == "" && isTerminal(w),
	}
}

// repository is the root of the repository that dir is in, by which code review names files; dir if it is in none.
func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
