package cli

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// exploreFlags are the flags of calvin explore.
type exploreFlags struct {
	set *pflag.FlagSet

	form, run, strategy, pred, trace, color, tags, dir, instrument, visible, clock, leaks, races, html, json string

	bound, max, mem, workers, findings int
	time                               time.Duration
	seed                               uint64
	minimize                           *bool // nil: as the strategy has it
	annotations, verbose               bool
}

// exploreCommand is calvin explore.
func exploreCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explore [flags] [packages]",
		Short: "run tests under every schedule that matters",
		Long: `Runs ordinary Go tests, each under every schedule that matters, and reports races, deadlocks, leaks, panics and failures with the
schedule that leads to them.`,
		Example: `  calvin explore ./...                         all tests of the module
  calvin explore -run TestTransfer ./bank      one test
  calvin explore -time 5m -findings 3 ./bank   longer, and further bugs
  calvin explore -annotations ./bank           also what annotations say`,
		ValidArgsFunction: completePackages,
	}
	f := newExploreFlags(cmd.Flags())
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, _ []string) int { return runExplore(ctx, env, f) })
	completeFlags(cmd, f.choices())
	p.help[cmd] = help{
		groups: []flagGroup{
			{"what to explore", []string{"run", "annotations", "instrument", "tags", "C"}},
			{"what counts as a bug", []string{"races", "leaks", "findings"}},
			{"how to search", []string{"strategy", "bound", "pred", "visible", "clock", "seed", "minimize"}},
			{"when to stop", []string{"time", "max", "mem", "p"}},
			{"what to print", []string{"f", "v", "trace", "color", "html", "json"}},
		},
		codes: `  0  no test has a bug in any schedule within the bound
  1  a test has one
  2  the command line or a package is in error
  3  no bug was found, but a budget ended the search, or a test cannot be explored`,
	}
	return cmd
}

func newExploreFlags(s *pflag.FlagSet) *exploreFlags {
	f := &exploreFlags{set: s}
	s.BoolVar(&f.annotations, "annotations", false, "evaluate the annotations while the tests run; a violation is a bug")
	s.IntVar(&f.bound, "bound", -1, "limit on the preemptions in a schedule, for strategies with a bound; -1 for the strategy's default")
	s.StringVar(&f.dir, "C", "", "change to `dir` first")
	s.StringVar(&f.clock, "clock", "idle", "when timers fire: idle (when nothing else can run) or any (at any time, in the order of their deadlines)")
	s.StringVar(&f.color, "color", "auto", "auto, always or never; auto respects NO_COLOR")
	s.StringVar(&f.form, "f", "text", "form of the output: text or json; for code review sarif or github")
	s.IntVar(&f.findings, "findings", 1, "how many bugs with different causes to look for in each test; if more than one, each test gets one process")
	s.StringVar(&f.html, "html", "", htmlUsage)
	s.StringVar(&f.json, "json", "", jsonUsage)
	s.StringVar(&f.instrument, "instrument", "", "also instrument the packages that match these `patterns`, separated by commas, beside those of the main module and those that read the clock")
	s.StringVar(&f.leaks, "leaks", "report", "goroutines that wait for ever after the test: report or ignore")
	s.IntVar(&f.max, "max", 0, "limit on the executions of a test; 0 for no limit")
	s.BoolFunc("minimize", "make the schedule of a bug smaller: the fewest preemptions, then the fewest steps and switches; -strategy=auto does so unless -minimize=false", func(v string) error {
		b, err := strconv.ParseBool(v)
		f.minimize = &b
		return err
	})
	s.IntVar(&f.workers, "p", runtime.GOMAXPROCS(0), "how many processes to run at the same time")
	s.IntVar(&f.mem, "mem", 0, "memory limit of a process in `MB`; 0 for half of the machine's memory, divided by -p")
	s.StringVar(&f.pred, "pred", "all", "`parts` of -strategy=pred, separated by commas: slice, peek, prune; or all, or none")
	s.StringVar(&f.races, "races", "report", "data races: report or ignore; ignore shows what follows from them, and implies -visible=all")
	s.StringVar(&f.run, "run", "", "explore only the tests whose names match `regexp`")
	s.Uint64Var(&f.seed, "seed", 1, "the seed of random choices and random values")
	s.StringVar(&f.strategy, "strategy", worker.DefaultStrategy, "how to search: "+strings.Join(strategyNames(), ", "))
	s.StringVar(&f.tags, "tags", "", "build tags, separated by commas")
	s.DurationVar(&f.time, "time", 30*time.Second, "time limit of a test; 0 for no limit")
	s.StringVar(&f.trace, "trace", "calvin-traces", "write the schedules of bugs to `dir`; empty to write none")
	s.BoolVar(&f.verbose, "v", false, "a line for each test, also for the many that have one schedule and no bug")
	s.StringVar(&f.visible, "visible", "sync", "where goroutines may be switched: sync (at synchronisation; accesses to memory are checked for races) or all (at accesses too)")
	return f
}

// choices are the flags with a set of values.
func (f *exploreFlags) choices() []choice {
	return []choice{
		{"f", f.form, []string{"text", "json", "sarif", "github"}},
		{"color", f.color, []string{"auto", "always", "never"}},
		{"strategy", f.strategy, strategyNames()},
		{"clock", f.clock, []string{"idle", "any"}},
		{"leaks", f.leaks, []string{"report", "ignore"}},
		{"races", f.races, []string{"report", "ignore"}},
		{"visible", f.visible, []string{"sync", "all"}},
	}
}

// predParts reads the parts of pred that are switched on.
func predParts(list string) (p strategy.Parts, err error) {
	switch list {
	case "all":
		return strategy.AllParts, nil
	case "none":
		return strategy.Parts{}, nil
	}
	parts := map[string]*bool{"slice": &p.Slice, "peek": &p.Peek, "prune": &p.Prune}
	for _, name := range strings.Split(list, ",") {
		part, ok := parts[name]
		if !ok {
			return p, choice{"pred", list, []string{"all", "none", "a list of slice, peek and prune"}}.check()
		}
		*part = true
	}
	return p, nil
}

func strategyNames() []string { return slices.Sorted(maps.Keys(worker.Strategies)) }

// choice is a flag with a set of values.
type choice struct {
	flag, value string
	of          []string
}

// check returns an error if the value is none of the set.
func (c choice) check() error {
	if slices.Contains(c.of, c.value) {
		return nil
	}
	last := len(c.of) - 1
	if last == 0 {
		return fmt.Errorf("-%s is %s, not %q", c.flag, c.of[0], c.value)
	}
	return fmt.Errorf("-%s is %s or %s, not %q", c.flag, strings.Join(c.of[:last], ", "), c.of[last], c.value)
}

// options checks the flags and turns them into options.
func (f *exploreFlags) options(dir string) (explore.Options, error) {
	for _, c := range f.choices() {
		if err := c.check(); err != nil {
			return explore.Options{}, err
		}
	}
	if f.annotations && (worker.FailuresOnly[f.strategy] || worker.Asking[f.strategy]) {
		return explore.Options{}, fmt.Errorf("-annotations needs a strategy that leaves out no schedule: not -strategy=%s, which leaves out what cannot fail", f.strategy)
	}
	if f.workers < 1 {
		return explore.Options{}, fmt.Errorf("-p is at least 1, not %d", f.workers)
	}
	if f.max < 0 || f.time < 0 || f.mem < 0 {
		return explore.Options{}, errors.New("-max, -mem and -time are not negative")
	}
	if f.bound < -1 {
		return explore.Options{}, fmt.Errorf("-bound is at least 0, or -1 for the strategy's default, not %d", f.bound)
	}
	if f.instrument != "" && slices.ContainsFunc(strings.Split(f.instrument, ","), func(p string) bool { return strings.TrimSpace(p) == "" }) {
		return explore.Options{}, fmt.Errorf("-instrument is a list of patterns separated by commas, not %q", f.instrument)
	}
	if f.races == "ignore" && f.visible == "sync" && f.set.Changed("visible") {
		return explore.Options{}, errors.New("-races=ignore needs -visible=all, which it implies: not -visible=sync")
	}
	if f.findings < 1 {
		return explore.Options{}, fmt.Errorf("-findings is at least 1, not %d", f.findings)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return explore.Options{}, fmt.Errorf("-C: %s is not a directory", f.dir)
	}
	opts := explore.Options{
		Config:  instrument.Config{Dir: dir, Tags: f.tags, Patterns: f.set.Args(), Annotations: f.annotations},
		Workers: f.workers,
		Job: worker.Job{
			Strategy: f.strategy, Findings: f.findings, Bound: f.bound, Max: f.max, Time: f.time, Seed: f.seed, Samples: f.seed,
			ClockAny: f.clock == "any", VisibleAll: f.visible == "all" || f.races == "ignore", IgnoreLeaks: f.leaks == "ignore",
			IgnoreRaces: f.races == "ignore",
		},
	}
	if opts.Job.Memory = uint64(f.mem) << 20; f.mem == 0 {
		opts.Job.Memory = explore.Memory(f.workers)
	}
	var err error
	if opts.Job.Parts, err = predParts(f.pred); err != nil {
		return explore.Options{}, err
	}
	opts.Job.Minimize = f.strategy == worker.DefaultStrategy
	if f.minimize != nil {
		opts.Job.Minimize = *f.minimize
	}
	if f.instrument != "" {
		opts.Config.Instrument = strings.Split(f.instrument, ",")
	}
	if f.trace != "" {
		opts.TraceDir = f.trace
		if !filepath.IsAbs(f.trace) {
			opts.TraceDir = filepath.Join(dir, f.trace)
		}
	}
	if f.run != "" {
		re, err := regexp.Compile(f.run)
		if err != nil {
			return explore.Options{}, fmt.Errorf("-run: %w", err)
		}
		opts.Run = re
	}
	return opts, nil
}

func runExplore(ctx context.Context, env *environment, f *exploreFlags) int {
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
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	bar := newProgress(env.stderr)
	opts.Progress = func(p explore.Progress) { bar.line("%s", progressOf(p)) }
	began := time.Now()
	result, err := explore.Run(ctx, opts)
	bar.clear()
	switch {
	case ctx.Err() != nil && err != nil:
		beside.problems(env, f.form, errors.New("interrupted before a test was explored"))
		return exitUnknown
	case ctx.Err() != nil:
		fmt.Fprintln(env.stderr, "calvin: interrupted; these are the results so far")
	case err != nil:
		return f.illFormed(env, beside, dir, err)
	}
	if len(result.Tests) == 0 {
		fmt.Fprintln(env.stderr, "calvin: there are no tests to explore")
	}
	for _, n := range result.Notes {
		n.Position.Filename = report.Relative(dir, n.Position.Filename)
		fmt.Fprintf(env.stderr, "%s: %s\n", n.Position, n.Text)
	}
	code, err := renderTests(beside.withTests(testRenderer(f.form, f.color, f.verbose, env, dir)), dir, result.Tests, time.Since(began))
	if err == nil {
		err = beside.write()
	}
	if err != nil {
		return env.fail(err)
	}
	return code
}

// illFormed writes annotations that are in error, as check does, or what else keeps the packages from being explored.
func (f *exploreFlags) illFormed(env *environment, beside *beside, dir string, err error) int {
	var list *instrument.IllFormedError
	if !errors.As(err, &list) {
		return beside.problems(env, f.form, err)
	}
	var r report.Renderer = report.NewText(env.stdout, textOptions(env.stdout, f.color, dir))
	review := forms[f.form]
	switch {
	case f.form == "json":
		r = report.NewJSON(env.stdout, dir)
	case review != nil:
		r = review(env.stdout, report.ReviewOptions{Dir: repository(dir), Version: version(), Source: sourceOf})
	}
	var problems []ir.Note
	for _, e := range list.List {
		d := report.FromAnnotation(e.Package, list.Fset, e.Error)
		problems = append(problems, ir.Note{Span: d.Span, Text: d.Message})
		if err := r.Diagnostic(d); err != nil {
			return env.fail(err)
		}
	}
	if err := beside.failure(problems); err != nil {
		return env.fail(err)
	}
	if review != nil { // these have an end
		if err := r.Summary(report.Summary{Findings: len(list.List)}); err != nil {
			return env.fail(err)
		}
	}
	return exitUsage
}

// progressOf is a line for people who wait.
func progressOf(p explore.Progress) string {
	s := fmt.Sprintf("%d of %d tests", p.Done, p.Total)
	if p.Bugs > 0 {
		s += fmt.Sprintf(", %d with a bug", p.Bugs)
	}
	s += fmt.Sprintf("; %s: %s executions, %s a second", p.Test, report.Thousands(p.Executions), report.Thousands(int(p.Rate)))
	if p.Share > 0 {
		s += fmt.Sprintf(", about %.1f%% of all", 100*p.Share)
	}
	if p.Bound >= 0 {
		s += fmt.Sprintf(", all with %d preemptions", p.Bound)
	}
	return s
}

func testRenderer(form, color string, verbose bool, env *environment, dir string) report.TestRenderer {
	review := report.ReviewOptions{Dir: repository(dir), Version: version(), Source: sourceOf}
	switch form {
	case "json":
		return report.NewJSON(env.stdout, dir)
	case "sarif":
		return report.NewSARIF(env.stdout, review)
	case "github":
		return report.NewGitHub(env.stdout, review)
	}
	opts := textOptions(env.stdout, color, dir)
	opts.Tests = verbose
	return report.NewText(env.stdout, opts)
}

// renderTests writes the results and returns the exit code.
func renderTests(r report.TestRenderer, dir string, tests []explore.TestResult, took time.Duration) (int, error) {
	summary := report.TestSummary{Seconds: took.Seconds()}
	var results []*report.TestResult
	for i := range tests {
		results = append(results, testResult(&tests[i], dir))
	}
	withCause(results)
	for _, t := range results {
		summary.Add(t)
		if err := r.Test(t); err != nil {
			return 0, err
		}
	}
	if err := r.TestSummary(summary); err != nil {
		return 0, err
	}
	switch {
	case summary.Bugs > 0:
		return exitFailed, nil
	case summary.Incomplete+summary.Errors > 0:
		return exitUnknown, nil
	}
	return exitVerified, nil
}

func testResult(t *explore.TestResult, dir string) *report.TestResult {
	m := &t.Result
	prefix := dir + string(filepath.Separator)
	out := &report.TestResult{
		Package: t.Package, Test: t.Test, Verdict: report.TestVerdict(t.Verdict), Strategy: t.Strategy,
		Timed: m.Timed, ClockAny: t.ClockAny, Executions: m.Executions, Redundant: m.Redundant, Truncated: m.Truncated, Events: m.Events,
		Complete: t.Verdict != explore.Error && t.Verdict != explore.Skipped && (m.Exhausted || m.Bound >= 0) && len(m.OutOfControl) == 0, Bound: m.Bound, Seconds: m.Seconds,
		NoFailure: t.NoFailure, FailuresOnly: worker.FailuresOnly[t.Strategy], Reason: strings.ReplaceAll(t.Reason, prefix, ""),
	}
	if a := t.AnyTime; a != nil {
		out.AnyTime = &report.AnyTime{Executions: a.Executions, Complete: a.Complete}
	}
	out.Kept, out.Believed, out.RealClock = m.Kept, m.Believed, t.Clocks
	for _, w := range m.Sampled {
		if w.Function != "" {
			out.Values = append(out.Values, w.Function)
		} else {
			out.Maps = append(out.Maps, fmt.Sprintf("%s:%d", strings.TrimPrefix(w.Map.File, prefix), w.Map.Line))
		}
	}
	slices.Sort(out.Values)
	slices.Sort(out.Maps)
	out.Values, out.Maps = slices.Compact(out.Values), slices.Compact(out.Maps)
	for _, s := range m.OutOfControl {
		out.OutOfControl = append(out.OutOfControl, strings.ReplaceAll(s, prefix, ""))
	}
	if t.Verdict == explore.Buggy {
		for i := range m.Bugs {
			f := &t.Findings[i]
			b := bugOf(&m.Bugs[i], f.Trace)
			b.ClockAny = f.ClockAny
			b.Cause, b.First, b.Untraced = strings.ReplaceAll(f.Cause, prefix, ""), f.First, strings.ReplaceAll(f.Untraced, prefix, "")
			relative(b, prefix)
			if i == 0 {
				out.Bug = b
			} else {
				out.More = append(out.More, b)
			}
		}
	}
	return out
}

// withCause lists for each cause of a bug the tests that have it; those of other packages with their path.
func withCause(results []*report.TestResult) {
	type first struct {
		bug *report.Bug
		pkg string
	}
	byCause := map[string]first{}
	for _, t := range results {
		if t.Bug == nil {
			continue
		}
		for _, b := range append([]*report.Bug{t.Bug}, t.More...) {
			f, ok := byCause[b.Cause]
			if !ok || b.First == "" {
				f = first{b, t.Package}
				byCause[b.Cause] = f
			}
			name := t.Test
			if t.Package != f.pkg {
				name = t.Package + "." + t.Test
			}
			if n := len(f.bug.Tests); n == 0 || f.bug.Tests[n-1] != name {
				f.bug.Tests = append(f.bug.Tests, name)
			}
		}
	}
}

func bugOf(b *worker.Bug, trace string) *report.Bug {
	out := &report.Bug{
		Kind: string(b.Kind), Message: b.Message, Position: positionOf(b.Position), Goroutines: b.Goroutines,
		Preemptions: b.Preemptions, Trace: trace, Stack: b.Stack, Goroutine: b.Goroutine, Died: b.Died,
	}
	if b.Other.File != "" {
		what := "the other access: "
		if b.Kind == rt.Annotation {
			what = "the annotation: "
		}
		out.Related = append(out.Related, report.BugNote{Position: positionOf(b.Other), Text: what + b.Other.What})
	}
	for _, s := range b.Stuck {
		text := fmt.Sprintf("G%d waits in %s", s.Goroutine, s.Place.What)
		if s.Detail != "" {
			text += ": " + s.Detail
		}
		if b.Kind == rt.Leak && s.Started.File != "" {
			text += fmt.Sprintf("; started at %s:%d", s.Started.File, s.Started.Line)
			if s.Started.Col > 0 {
				text += fmt.Sprintf(":%d", s.Started.Col)
			}
		}
		out.Related = append(out.Related, report.BugNote{Position: positionOf(s.Place), Text: text, Goroutine: s.Goroutine, Object: s.Object, Why: s.Detail})
	}
	for _, s := range b.Steps {
		step := report.BugStep{Goroutine: s.Goroutine, Position: positionOf(s.Place), Text: stepText(s), Object: s.Object, Starts: s.Starts}
		for _, a := range s.After {
			step.After = append(step.After, report.BugStatus(a))
		}
		out.Steps = append(out.Steps, step)
	}
	for _, l := range b.Links {
		out.Links = append(out.Links, report.BugLink(l))
	}
	return out
}

// stepText is the operation in the words of the source, which do not say so of a read. What happens inside a context is placed
// where that was made, and the end of what WaitGroup.Go starts where that is called: so it says too what happens.
func stepText(s worker.Step) string {
	switch {
	case s.Place.What == "":
		return s.Op
	case s.Op == rt.OpRead.String():
		return s.Op + " " + s.Place.What
	case strings.HasPrefix(s.Place.What, "context."), s.Op == rt.OpWGDone.String() && strings.Contains(s.Place.What, ".Go("):
		return s.Op + ": " + s.Place.What
	}
	return s.Place.What
}

// relative writes paths in the words of a bug, and that of its trace, relative to the directory that prefix names.
func relative(b *report.Bug, prefix string) {
	b.Message = strings.ReplaceAll(b.Message, prefix, "")
	for i := range b.Related {
		n := &b.Related[i]
		n.Text, n.Why = strings.ReplaceAll(n.Text, prefix, ""), strings.ReplaceAll(n.Why, prefix, "")
	}
	b.Trace = strings.TrimPrefix(b.Trace, prefix)
}

func positionOf(p worker.Place) token.Position {
	return token.Position{Filename: p.File, Line: p.Line, Column: p.Col}
}
