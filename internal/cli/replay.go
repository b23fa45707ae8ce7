package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/explore"
)

// replayFlags are the flags of calvin replay.
type replayFlags struct {
	dir, form, color, html string
	count                  int
}

// replayCommand is calvin replay.
func replayCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "replay [flags] TRACE",
		Short:             "run one recorded schedule again",
		Example:           "  calvin replay calvin-traces/m_TestTransfer.trace",
		Args:              arguments(1, 1, "one TRACE"),
		ValidArgsFunction: completeTraces,
	}
	var f replayFlags
	s := cmd.Flags()
	s.StringVar(&f.dir, "C", "", "change to `dir` first")
	s.IntVar(&f.count, "count", 1, "how many times to run the schedule, each in a process of its own")
	s.StringVar(&f.form, "f", "text", "form of the output: text or json")
	s.StringVar(&f.color, "color", "auto", "auto, always or never; auto respects NO_COLOR")
	s.StringVar(&f.html, "html", "", htmlUsage)
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, args []string) int { return runReplay(ctx, env, f, args[0]) })
	completeFlags(cmd, f.choices())
	p.help[cmd] = help{codes: `  0  the bug does not happen again
  1  it does
  2  the trace or the package is in error
  3  it happens in some of the runs, or the run cannot be controlled`}
	return cmd
}

// choices are the flags with a set of values.
func (f *replayFlags) choices() []choice {
	return []choice{{"f", f.form, []string{"text", "json"}}, {"color", f.color, []string{"auto", "always", "never"}}}
}

// runReplay runs the schedule of a trace again.
func runReplay(ctx context.Context, env *environment, f replayFlags, file string) int {
	for _, c := range f.choices() {
		if err := c.check(); err != nil {
			return env.fail(err)
		}
	}
	if f.count < 1 {
		return env.fail(fmt.Errorf("-count is at least 1, not %d", f.count))
	}
	dir, err := absoluteDir(f.dir)
	if err != nil {
		return env.fail(err)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	trace, err := explore.ReadTrace(file)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	beside, err := newBeside(f.html, "", dir, env.args)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	defer beside.drop()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	began := time.Now()
	result, happened, err := explore.Replay(ctx, dir, trace, f.count)
	if err != nil {
		return env.problems(f.form, dir, err)
	}
	for _, file := range result.Changed {
		fmt.Fprintf(env.stderr, "calvin: changed since the trace was written: %s\n", file)
	}
	if result.Verdict == explore.Buggy {
		result.Findings[0].Trace = file
	}
	code, err := renderTests(beside.withTests(testRenderer(f.form, f.color, true, env, dir)), dir, []explore.TestResult{*result}, time.Since(began))
	if err == nil {
		err = beside.write()
	}
	if err != nil {
		return env.fail(err)
	}
	if f.count > 1 {
		fmt.Fprintf(env.stderr, "calvin: the %s happened in %d of %d runs\n", trace.Kind, happened, f.count)
	}
	switch {
	case happened > 0 && happened < f.count:
		return exitUnknown
	case result.Verdict == explore.Incomplete: // one execution, and no bug in it
		return exitVerified
	}
	return code
}
