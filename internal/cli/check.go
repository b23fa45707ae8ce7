package cli

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/changed"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// howToBegin is said where no package has an annotation, and none are to be inferred.
const howToBegin = `calvin: none of these packages has an annotation, so there is nothing to check.
To begin, say which lock guards a field:

	type Counter struct {
		mu sync.Mutex
		//calvin:guarded_by mu
		n int
	}

Without -infer=false, such packages are checked under the annotations that their code suggests.
`

func runCheck(ctx context.Context, env *environment, f *checkFlags) int {
	dir, err := absoluteDir(f.dir)
	if err != nil {
		return env.fail(err)
	}
	opts, err := f.options(dir)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	beside, err := newBeside(f.html, f.json, dir, env.args)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	defer beside.drop()
	if !f.noCache && f.dump == "" { // what is dumped has to be made
		opts.Cache = env.openCache()
	}
	var bared []string // directories that have no annotation any more
	if f.diff == "" && f.set.Changed("diff") {
		return beside.problems(env, f.form, errors.New("-diff needs a revision: -diff=HEAD, say"))
	}
	if f.diff != "" {
		change, err := changed.Since(ctx, dir, f.diff)
		if err != nil {
			return beside.problems(env, f.form, fmt.Errorf("-diff: %w", err))
		}
		opts.Choose = since(change)
		if bared, err = change.Bared(); err != nil {
			return beside.problems(env, f.form, fmt.Errorf("-diff: %w", err))
		}
	}
	bar := newProgress(env.stderr)
	var result *verify.Result
	begun, err := untilInterrupted(ctx, func(begins func()) error {
		opts.Progress = func(done, total int) {
			begins()
			bar.show(done, total)
		}
		return env.solving(&opts.Prover.Solver, f.set.Changed("solver"), func() (err error) {
			result, err = verify.Run(ctx, opts)
			bar.clear()
			return err
		})
	})
	if ctx.Err() != nil && (err != nil || !begun) {
		beside.problems(env, f.form, errors.New("interrupted before anything was checked"))
		return exitUnknown
	}
	if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
		err = fmt.Errorf("%w; calvin explore needs none", err)
	}
	if err != nil {
		return beside.problems(env, f.form, err)
	}
	for _, pos := range result.Unread {
		pos.Filename = report.Relative(dir, pos.Filename)
		fmt.Fprintf(env.stderr, "%s: annotations in test files are read with -tests\n", pos)
	}
	for _, bare := range bared {
		fmt.Fprintf(env.stderr, "calvin: the changes since %s removed the last annotation of %s\n", f.diff, within(dir, bare))
	}
	if f.diff != "" && result.Checked > 0 && len(result.Functions) == 0 && len(result.Findings) == 0 {
		fmt.Fprintf(env.stderr, "calvin: the changes since %s concern no function\n", f.diff)
	}
	if f.run != "" && result.Checked > 0 && len(result.Functions) == 0 {
		fmt.Fprintf(env.stderr, "calvin: no function matches -run=%s\n", f.run)
	}
	if result.Checked == 0 && len(result.Findings) == 0 {
		fmt.Fprint(env.stderr, howToBegin)
	}
	if err := render(beside.with(f.renderer(env.stdout, dir)), result); err != nil {
		return env.fail(err)
	}
	if err := beside.write(); err != nil {
		return env.fail(err)
	}
	if f.stats {
		result.Stats.Write(env.stderr)
	}
	return exitCode(result)
}

// within is a directory as a user in dir writes it.
func within(dir, sub string) string {
	if sub == dir {
		return "the package here"
	}
	return "./" + report.Relative(dir, sub)
}

// since chooses the functions that a change may concern.
func since(c *changed.Change) func([]*packages.Package, map[string]*annot.Package) func(*desugar.Function) bool {
	return func(pkgs []*packages.Package, annots map[string]*annot.Package) func(*desugar.Function) bool {
		chosen := changed.Functions(pkgs, annots, c)
		return func(fn *desugar.Function) bool {
			return chosen == nil || fn.ForInterface() || chosen[fn.Package+"."+changed.Name(fn.Name)]
		}
	}
}

// render writes the findings, then what became of each function and of each type, then the counts.
func render(r report.Renderer, result *verify.Result) error {
	for _, d := range result.Findings {
		if err := r.Diagnostic(d); err != nil {
			return err
		}
	}
	for _, f := range result.Functions {
		if err := r.Function(f); err != nil {
			return err
		}
	}
	for _, t := range result.Types {
		if err := r.Type(t); err != nil {
			return err
		}
	}
	return r.Summary(result.Summary)
}

func exitCode(result *verify.Result) int {
	worst := map[report.Verdict]bool{}
	for _, d := range result.Findings {
		worst[d.Verdict] = true
	}
	switch s := result.Summary; {
	case worst[report.IllFormed]:
		return exitUsage
	case worst[report.Refuted] || s.Failed > 0:
		return exitFailed
	case worst[report.Undecided] || s.Unknown > 0:
		return exitUnknown
	}
	return exitVerified
}

// problems writes what keeps packages from being loaded, one a line, as the compiler does; and in the form for tools, if there is one.
func (e *environment) problems(form, dir string, err error) int {
	notes := problemsOf(err)
	if list := (*load.Error)(nil); errors.As(err, &list) {
		for _, p := range list.Problems {
			p.Position.Filename = report.Relative(dir, p.Position.Filename)
			fmt.Fprintln(e.stderr, p)
		}
	} else {
		fmt.Fprintf(e.stderr, "calvin: %v\n", err)
	}
	var r report.FailureRenderer
	if review := forms[form]; review != nil {
		r, _ = review(e.stdout, report.ReviewOptions{Dir: repository(dir), Version: version(), Source: sourceOf}).(report.FailureRenderer)
	} else if form == "json" {
		r = report.NewJSON(e.stdout, dir)
	}
	if r != nil {
		if err := r.Failure(notes); err != nil {
			return e.fail(err)
		}
	}
	return exitUsage
}

// problemsOf are the problems in an error, of packages that cannot be loaded each with its place.
func problemsOf(err error) []ir.Note {
	list := (*load.Error)(nil)
	if !errors.As(err, &list) {
		return []ir.Note{{Text: err.Error()}}
	}
	var notes []ir.Note
	for _, p := range list.Problems {
		notes = append(notes, ir.Note{Span: ir.Span{Start: p.Position}, Text: p.Msg})
	}
	return notes
}

// untilInterrupted runs what calls begins where something has come of it. Until then it is not waited for if the context ends: what is
// found out about a program before its functions are checked takes seconds, heeds no context, and is of no use to whoever interrupts
// it. It reports whether it has been waited for.
func untilInterrupted(ctx context.Context, run func(begins func()) error) (waited bool, err error) {
	var begun atomic.Bool
	done := make(chan error, 1)
	go func() { done <- run(func() { begun.Store(true) }) }()
	select {
	case err := <-done:
		return true, err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return true, err
	case <-time.After(afterInterrupt):
	}
	if begun.Load() {
		return true, <-done
	}
	return false, nil
}

// afterInterrupt is how long a run that is interrupted has to say what it knows.
const afterInterrupt = 300 * time.Millisecond
