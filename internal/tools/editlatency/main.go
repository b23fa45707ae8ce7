//go:build unix

// Command editlatency measures how long an editor waits for `calvin lsp`, with two versions of calvin in turns: the
// same files, the same edits and the same requests, over the same protocol.
//
//	go run ./internal/tools/editlatency -before FILE [-now FILE] [-pairs N] [-edits N] [-run REGEXP] [-o FILE]
//
// In each pair each version serves once, with a cache of its own that is empty at first; which is the first of the two
// changes from pair to pair. The table has the medians of all that was measured of a version, and the median of the
// ratios of the pairs. Without -now it builds the calvin of the working directory. With -o the tables go to a file.
// Those of docs/evaluation/surfaces.md are in latency.md of command surfaces, which puts them there.
//
//	module.go   the modules that are edited
//	editor.go   an editor without a screen
//	measure.go  what is measured while a version serves
//	pair.go     pairs, medians and the table
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "editlatency:", err)
		os.Exit(1)
	}
}

// A plan is what the arguments say.
type plan struct {
	before, now  string // executables
	pairs, edits int
	match        *regexp.Regexp // of modules
}

// run does what the arguments say.
func run(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("editlatency", flag.ContinueOnError)
	flags.SetOutput(progress)
	var p plan
	flags.StringVar(&p.before, "before", "", "the executable of an older calvin")
	flags.StringVar(&p.now, "now", "", "the executable of the other calvin; without it one is built")
	flags.IntVar(&p.pairs, "pairs", 5, "how often each version serves each module")
	flags.IntVar(&p.edits, "edits", 12, "how many functions are changed without a save, and how many with one")
	only := flags.String("run", "", "measure only modules whose names match `regexp`")
	section := flags.String("o", "", "write the tables to this `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if p.match, err = regexp.Compile(*only); err != nil {
		return err
	}
	if p.before == "" || flags.NArg() > 0 || p.pairs < 1 || p.edits < 1 || p.edits > maxEdits {
		return fmt.Errorf("takes flags only: -before names an older calvin, -pairs is at least 1, -edits from 1 to %d", maxEdits)
	}
	dir, err := os.MkdirTemp("", "editlatency-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if p.now == "" {
		p.now = filepath.Join(dir, "calvin")
		if text, err := exec.CommandContext(ctx, "go", "build", "-o", p.now, "./cmd/calvin").CombinedOutput(); err != nil {
			return fmt.Errorf("build calvin: %w\n%s", err, text)
		}
	}
	for _, file := range []*string{&p.before, &p.now} {
		if *file, err = filepath.Abs(*file); err != nil {
			return err
		}
	}
	if *section == "" {
		return p.measure(ctx, dir, out, progress)
	}
	f, err := os.Create(*section)
	if err != nil {
		return err
	}
	return errors.Join(p.measure(ctx, dir, f, progress), f.Close())
}
