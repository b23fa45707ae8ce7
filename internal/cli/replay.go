package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/calvin-go/calvin/explore"
)

// runReplay runs the schedule of a trace again.
func runReplay(ctx context.Context, env *environment, args []string) int {
	fs := flag.NewFlagSet("calvin replay", flag.ContinueOnError)
	dirFlag := fs.String("C", "", "change to `dir` first")
	count := fs.Int("count", 1, "how many times to run the schedule, each in a process of its own")
	form := fs.String("f", "text", "form of the output: text or json")
	color := fs.String("color", "auto", "auto, always or never; auto respects NO_COLOR")
	htmlFlag := fs.String("html", "", htmlUsage)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: calvin replay [flags] TRACE\n\n")
		fs.PrintDefaults()
		fmt.Fprintf(fs.Output(), "\nexit code: 1 the bug happens again; 0 it does not; 2 the trace or the package is in error; 3 it\n"+
			"happens in some of the runs, or the run cannot be controlled\n")
	}
	if done, code := env.parse(fs, args); done {
		return code
	}
	if fs.NArg() != 1 {
		fs.Usage()
		return exitUsage
	}
	for _, c := range []choice{{"f", *form, []string{"text", "json"}}, {"color", *color, []string{"auto", "always", "never"}}} {
		if err := c.check(); err != nil {
			return env.fail(err)
		}
	}
	if *count < 1 {
		return env.fail(fmt.Errorf("-count is at least 1, not %d", *count))
	}
	dir, err := absoluteDir(*dirFlag)
	if err != nil {
		return env.fail(err)
	}
	file := fs.Arg(0)
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	trace, err := explore.ReadTrace(file)
	if err != nil {
		return env.fail(err)
	}
	html, err := newPageFile(*htmlFlag, dir, "replay", args)
	if err != nil {
		return env.fail(err)
	}
	defer html.drop()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	began := time.Now()
	result, happened, err := explore.Replay(ctx, dir, trace, *count)
	if err != nil {
		return env.problems(dir, err)
	}
	for _, file := range result.Changed {
		fmt.Fprintf(env.stderr, "calvin: changed since the trace was written: %s\n", file)
	}
	if result.Verdict == explore.Buggy {
		result.Findings[0].Trace = file
	}
	code, err := renderTests(html.withTests(testRenderer(*form, *color, env, dir)), dir, []explore.TestResult{*result}, time.Since(began))
	if err == nil {
		err = html.write()
	}
	if err != nil {
		return env.fail(err)
	}
	if *count > 1 {
		fmt.Fprintf(env.stderr, "calvin: the %s happened in %d of %d runs\n", trace.Kind, happened, *count)
	}
	switch {
	case happened > 0 && happened < *count:
		return exitUnknown
	case result.Verdict == explore.Incomplete: // one execution, and no bug in it
		return exitVerified
	}
	return code
}
