package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/internal/houdini"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// inferFlags are the flags of calvin infer.
type inferFlags struct {
	set *pflag.FlagSet

	dir, form, color, tags, solver, contracts string

	write, prove, tests bool
	workers             int
	budget              time.Duration
}

// inferCommand is calvin infer.
func inferCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "infer [flags] [packages]",
		Short: "propose annotations, as a diff",
		Example: `  calvin infer ./...        show annotations that the code suggests
  calvin infer -w ./bank    write them into the files
  calvin infer -contracts example.com/lib   a first draft of contracts of another package`,
		ValidArgsFunction: completePackages,
	}
	f := newInferFlags(cmd.Flags())
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, _ []string) int { return runInfer(ctx, env, f) })
	completeFlags(cmd, f.choices())
	p.help[cmd] = help{
		groups: []flagGroup{
			{"what to look at", []string{"contracts", "tests", "tags", "C"}},
			{"what to do with it", []string{"w", "prove", "f", "color"}},
			{"how to prove", []string{"solver", "budget", "j"}},
		},
		codes: `  0  every proposal is proved, or there is none
  1  an access disagrees with a proposal, which is likely to be a bug
  2  the command line, a package or an annotation is in error
  3  some proposal is not proved`,
	}
	return cmd
}

func newInferFlags(s *pflag.FlagSet) *inferFlags {
	f := &inferFlags{set: s}
	s.DurationVar(&f.budget, "budget", 10*time.Second, "time for each verification of a function; 0 for no limit")
	s.StringVar(&f.color, "color", "auto", "auto, always or never; auto respects NO_COLOR")
	s.StringVar(&f.contracts, "contracts", "", "write a first draft of a contract file for a `package` of another module, from its source; with -w into the directory calvin of the module")
	s.StringVar(&f.dir, "C", "", "change to `dir` first")
	s.StringVar(&f.form, "f", "text", "form of the output: text or json")
	s.IntVar(&f.workers, "j", runtime.GOMAXPROCS(0), "how many functions to check at the same time")
	s.BoolVar(&f.prove, "prove", true, "leave out proposals that the verifier refutes; -prove=false shows all proposals")
	s.StringVar(&f.solver, "solver", prover.LibZ3, "libz3, z3 or cvc5")
	s.BoolVar(&f.tests, "tests", false, "also run the tests, each under up to 200 schedules, and use the locks held then as evidence")
	s.StringVar(&f.tags, "tags", "", "build tags, separated by commas")
	s.BoolVar(&f.write, "w", false, "write the annotations into the files; without -w, show them as a diff")
	return f
}

// choices are the flags with a set of values.
func (f *inferFlags) choices() []choice {
	return []choice{
		{"f", f.form, []string{"text", "json"}},
		{"color", f.color, []string{"auto", "always", "never"}},
		{"solver", f.solver, []string{prover.LibZ3, prover.Z3, prover.CVC5}},
	}
}

func (f *inferFlags) options(env *environment, dir string) (houdini.Options, error) {
	for _, c := range f.choices() {
		if err := c.check(); err != nil {
			return houdini.Options{}, err
		}
	}
	if f.workers < 1 || f.budget < 0 {
		return houdini.Options{}, fmt.Errorf("-j is at least 1, and -budget is not negative")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return houdini.Options{}, fmt.Errorf("-C: %s is not a directory", f.dir)
	}
	checks := verify.AllChecks
	checks.Panics = false // no guard depends on it
	opts := houdini.Options{
		Load: load.Config{Dir: dir, Tags: f.tags}, Patterns: f.set.Args(), Static: !f.prove,
		Check: verify.Options{
			Checks: checks, Workers: f.workers, Budget: f.budget, Cache: env.openCache(),
			Prover: prover.Options{Solver: f.solver, Workers: f.workers},
		},
	}
	if f.tests {
		opts.Tests = &houdini.Exploration{Executions: 200, Time: 10 * time.Second}
	}
	return opts, nil
}

func runInfer(ctx context.Context, env *environment, f *inferFlags) int {
	dir, err := absoluteDir(f.dir)
	if err != nil {
		return env.fail(err)
	}
	if f.set.Changed("contracts") {
		return draftContracts(ctx, env, f, dir)
	}
	opts, err := f.options(env, dir)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	bar := newProgress(env.stderr)
	opts.Check.Progress = bar.show
	if opts.Tests != nil {
		opts.Tests.Progress = func(p explore.Progress) { bar.line("%s", progressOf(p)) }
	}
	begun := time.Now()
	var result *houdini.Result
	err = env.solving(&opts.Check.Prover.Solver, f.set.Changed("solver"), func() (err error) {
		result, err = houdini.Run(ctx, opts)
		bar.clear()
		return err
	})
	if ctx.Err() != nil {
		env.problems(f.form, dir, errors.New("interrupted before anything was proved"))
		return exitUnknown
	}
	if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
		err = fmt.Errorf("%w; without a solver, calvin infer -prove=false shows what is not proved", err)
	}
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	text := report.NewText(env.stdout, textOptions(env.stdout, f.color, dir))
	if len(result.Malformed) > 0 {
		var r report.Renderer = text
		if f.form == "json" {
			r = report.NewJSON(env.stdout, dir)
		}
		for _, d := range result.Malformed {
			if err := r.Diagnostic(d); err != nil {
				return env.fail(err)
			}
		}
		return exitUsage
	}
	if f.write {
		if err := writeFiles(result.Files); err != nil {
			return env.fail(err)
		}
	}
	var r report.ProposalRenderer = text
	if f.form == "json" {
		r = report.NewJSON(env.stdout, dir)
	}
	code, err := f.show(env, r, dir, result, time.Since(begun))
	if err != nil {
		return env.fail(err)
	}
	return code
}

// show writes the proposals, the changes if they are not made, and the summary.
func (f *inferFlags) show(env *environment, r report.ProposalRenderer, dir string, result *houdini.Result, took time.Duration) (int, error) {
	all := proposals(result)
	summary := report.ProposalSummary{Seconds: took.Seconds()}
	for _, p := range all {
		summary.Add(p)
		if err := r.Proposal(p); err != nil {
			return 0, err
		}
	}
	if f.form == "text" {
		if err := f.changes(env.stdout, dir, result.Files); err != nil {
			return 0, err
		}
	}
	if err := r.ProposalSummary(summary); err != nil {
		return 0, err
	}
	switch {
	case summary.Against > 0:
		return exitFailed, nil
	case summary.Proved < summary.Proposed:
		return exitUnknown, nil
	}
	return exitVerified, nil
}

// changes shows what the annotations change in files, or names the files that they were written to.
func (f *inferFlags) changes(w io.Writer, dir string, files map[string]houdini.Change) error {
	var written []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		short := filepath.ToSlash(report.Relative(dir, name))
		if written = append(written, short); f.write {
			continue
		}
		if _, err := w.Write(diff.Diff("a/"+short, files[name].Before, "b/"+short, files[name].After)); err != nil {
			return err
		}
	}
	if !f.write || len(written) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "written to %s\n", strings.Join(written, ", "))
	return err
}

// proposals are all that were made, in order of position.
func proposals(result *houdini.Result) []*report.Proposal {
	var all []*report.Proposal
	for _, k := range result.Kept {
		status := report.Unproved
		if k.Proved {
			status = report.Proved
		}
		all = append(all, verify.ProposalOf(k.Proposal, status, k.Reason))
	}
	for _, d := range result.Dropped {
		all = append(all, verify.ProposalOf(d.Proposal, report.Rejected, d.Reason))
	}
	slices.SortStableFunc(all, func(a, b *report.Proposal) int {
		return cmp.Or(cmp.Compare(a.Position.Filename, b.Position.Filename), cmp.Compare(a.Position.Offset, b.Position.Offset),
			slices.Compare(a.Directives, b.Directives))
	})
	return all
}

// writeFiles changes files, keeping their permissions.
func writeFiles(files map[string]houdini.Change) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("-w: %w", err)
		}
		if err := os.WriteFile(name, files[name].After, info.Mode().Perm()); err != nil {
			return fmt.Errorf("-w: %w", err)
		}
	}
	return nil
}
