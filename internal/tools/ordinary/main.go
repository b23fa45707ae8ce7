// Command ordinary checks modules from the Go module proxy as a newcomer would: without an annotation, with the flags as they are. In go
// the modules of a pinned list; out comes docs/evaluation/ordinary.md.
//
//	go run ./internal/tools/ordinary [-time 2m] [-page] [-o FILE] -out DIR [word ...]
//
// The modules are downloaded by the go command and copied to DIR, where what calvin says of each is kept: a run that was interrupted goes
// on after the last module. Words limit the run to the modules whose paths contain one. With -page nothing is run, and the page is
// that of all results there are. The file triage has what was found out about findings, by hand.
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
	file := flags.String("o", "docs/evaluation/ordinary.md", "the `file` of the page")
	if flags.Parse(args) != nil {
		return 2
	}
	if *out == "" || r.limit <= 0 {
		flags.Usage()
		return 2
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
	if !r.only {
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
	p, err := newPage(results, r.triage)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, p.text(), 0o644); err != nil {
		return err
	}
	return p.faults()
}
