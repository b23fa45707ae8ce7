// Command ordinary checks modules from the Go module proxy as a newcomer would: without an annotation, with the flags as they are. In go
// the modules of a pinned list; out comes docs/evaluation/ordinary.md, or docs/evaluation/assumptions.md.
//
//	go run ./internal/tools/ordinary [-time 2m] [-budget TIME] [-calvin FILE] [-page] [-o FILE] -out DIR [word ...]
//	go run ./internal/tools/ordinary -assumptions [-o FILE] [-before DIR] -out DIR [word ...]
//
// The modules are downloaded by the go command and copied to DIR, where what calvin says of each is kept: a run that was interrupted goes
// on after the last module. Words limit the run to the modules whose paths contain one. With -page nothing is run, and the page is
// that of all results there are. The file triage has what was found out about findings, by hand.
//
// With -assumptions nothing is run, and the page is docs/evaluation/assumptions.md: what the checks in DIR assume,
// beside those of an earlier calvin in another directory, and what is known of the functions of others that the modules
// call. An earlier calvin is run with -calvin.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/calvin-go/calvin/internal/modproxy"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, modproxy.Ordinary, os.Args[1:], os.Stderr))
}

// command does what the arguments say, and returns the exit code.
func command(ctx context.Context, modules []modproxy.OrdinaryModule, args []string, stderr io.Writer) int {
	r := runner{modules: modules, triage: triageText, stderr: stderr}
	flags := flag.NewFlagSet("ordinary", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.DurationVar(&r.limit, "time", 2*time.Minute, "most time for a module")
	flags.BoolVar(&r.only, "page", false, "run nothing; write the page of the results that are there, whatever time they had")
	out := flags.String("out", "", "keep sources and results in `dir`")
	file := flags.String("o", "", "the `file` of the page")
	flags.DurationVar(&r.budget, "budget", 10*time.Second, "most time for a function; that it is said has calvin check put off none")
	flags.StringVar(&r.calvin, "calvin", "", "check with this `file` instead of building calvin")
	flags.BoolVar(&r.assumptions, "assumptions", false, "run nothing; write the page of what is assumed")
	flags.StringVar(&r.before, "before", "", "the `dir` with the results of an earlier calvin, for -assumptions")
	if flags.Parse(args) != nil {
		return 2
	}
	if *out == "" || r.limit <= 0 || r.before != "" && !r.assumptions {
		flags.Usage()
		return 2
	}
	if r.only = r.only || r.assumptions; *file == "" {
		*file = "docs/evaluation/ordinary.md"
		if r.assumptions {
			*file = "docs/evaluation/assumptions.md"
		}
	}
	if err := r.run(ctx, *out, *file, flags.Args()); err != nil {
		fmt.Fprintln(stderr, "ordinary:", err)
		return 1
	}
	return 0
}

// A runner checks modules and writes the page.
type runner struct {
	modules []modproxy.OrdinaryModule
	limit   time.Duration
	only    bool // the page, of what there is
	triage  string
	stderr  io.Writer

	calvin      string // the binary; empty if it is to be built
	budget      time.Duration
	assumptions bool   // the page of these
	before      string // the directory of earlier results
}

// run checks the modules that the words select and that have no results with this time limit, and writes the page.
func (r runner) run(ctx context.Context, dir, file string, words []string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	list := modproxy.Matching(r.modules, func(m modproxy.OrdinaryModule) string { return m.Path }, words)
	if len(list) == 0 {
		return fmt.Errorf("no module has such a path")
	}
	calvin := filepath.Join(dir, "calvin")
	if r.calvin != "" {
		if calvin, err = filepath.Abs(r.calvin); err != nil {
			return err
		}
	} else if !r.only {
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", calvin, "./cmd/calvin").CombinedOutput(); err != nil {
			return fmt.Errorf("build calvin: %w\n%s", err, out)
		}
	}
	var results []*result
	for _, m := range list {
		s := storeOf(dir, m)
		res, err := s.read()
		if err == nil && !r.only && (res == nil || res.Limit != r.limit) {
			res, err = r.checked(ctx, calvin, s, m)
		}
		if err == nil && res != nil && res.Failure == nil {
			err = s.complete(ctx, res)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.Named(), err)
		}
		if res != nil {
			res.module = m
			results = append(results, res)
		}
	}
	if len(results) == 0 {
		return fmt.Errorf("there are no results")
	}
	if r.assumptions {
		return r.assumed(ctx, dir, file, results)
	}
	p, err := newPage(results, r.triage)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, p.text(), 0o644); err != nil {
		return err
	}
	return p.faults()
}
