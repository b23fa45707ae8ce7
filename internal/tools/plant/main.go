// Command plant plants errors in modules from the Go module proxy, one at a time, and says whether calvin check finds them: a lock that is
// dropped, an access that is moved out of its critical section, and so on. In go the modules of docs/evaluation/ordinary.md; out
// comes docs/evaluation/planted.md.
//
//	go run ./internal/tools/plant [-n 300] [-seed 1] [-time 1m] [-most 20s] [-budget 10s] [-for 0] [-page] [-o FILE] -out DIR [word ...]
//
// The places where an error can be planted are found by reading the code, and some are drawn by the seed, from all kinds of errors and all
// modules alike. DIR may be that of command ordinary: it has sources and caches. What becomes of each plant is kept there, in
// plants.jsonl: a run that was interrupted goes on after the last. The file misses says by hand why some are not found.
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
	r := runner{modules: modules, misses: missesText, stderr: stderr}
	flags := flag.NewFlagSet("plant", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&r.n, "n", 300, "how many errors to plant")
	flags.Uint64Var(&r.seed, "seed", 1, "draws the places")
	flags.DurationVar(&r.limit, "time", time.Minute, "most time for a check")
	flags.DurationVar(&r.most, "most", 20*time.Second, "leave out packages whose check takes longer than this, without a plant, with what is cached")
	flags.DurationVar(&r.budget, "budget", 10*time.Second, "most time for a function; more than the default of calvin makes up for what else the machine does")
	flags.DurationVar(&r.during, "for", 0, "plant nothing more after this time; 0: go on to the last")
	flags.BoolVar(&r.only, "page", false, "run nothing; write the page of the results that are there")
	out := flags.String("out", "", "keep sources and results in `dir`")
	file := flags.String("o", "docs/evaluation/planted.md", "the `file` of the page")
	if flags.Parse(args) != nil {
		return 2
	}
	if *out == "" || r.n <= 0 || r.limit <= 0 {
		flags.Usage()
		return 2
	}
	if err := r.run(ctx, *out, *file, flags.Args()); err != nil {
		fmt.Fprintln(stderr, "plant:", err)
		return 1
	}
	return 0
}

// A runner plants errors and writes the page.
type runner struct {
	modules             []modproxy.OrdinaryModule
	n                   int
	seed                uint64
	limit, most, during time.Duration
	budget              time.Duration // for a function
	only                bool          // the page, of what there is
	misses              string
	stderr              io.Writer

	dir, calvin string
	fields      map[string]*field // by module and package
}

// run plants what has no result yet in the modules that the words select, and writes the page.
func (r *runner) run(ctx context.Context, dir, file string, words []string) error {
	var err error
	if r.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	list := modproxy.Matching(r.modules, func(m modproxy.OrdinaryModule) string { return m.Path }, words)
	if len(list) == 0 {
		return fmt.Errorf("no module has such a path")
	}
	results, err := openOutcomes(filepath.Join(r.dir, "plants.jsonl"))
	if err != nil {
		return err
	}
	defer results.close()
	if !r.only {
		r.calvin = filepath.Join(r.dir, "calvin")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", r.calvin, "./cmd/calvin").CombinedOutput(); err != nil {
			return fmt.Errorf("build calvin: %w\n%s", err, out)
		}
		if err := r.plant(ctx, list, results); err != nil {
			return err
		}
	}
	p, err := newPage(list, results.all, r.misses)
	if err != nil {
		return err
	}
	p.budget = r.budget
	return os.WriteFile(file, p.text(), 0o644)
}

// plant draws places and plants errors there.
func (r *runner) plant(ctx context.Context, list []modproxy.OrdinaryModule, results *outcomes) error {
	r.fields = map[string]*field{}
	var all []*plant
	for _, m := range list {
		dir, err := r.source(ctx, m)
		if err != nil {
			return err
		}
		plants, err := plantsOf(ctx, m.Path, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Named(), err)
		}
		all = append(all, plants...)
	}
	began, counted := time.Now(), 0
	for _, p := range drawn(all, r.seed) {
		if counted == r.n || r.during > 0 && time.Since(began) > r.during {
			break
		}
		o, known := results.of(p)
		if !known {
			var err error
			if o, err = r.outcome(ctx, p); err != nil {
				return fmt.Errorf("%s: %w", p.id(), err)
			}
			fmt.Fprintf(r.stderr, "%d: %s: %s (%.0f s)\n", counted+1, p.id(), o.Outcome, o.Seconds)
			if err := results.add(o); err != nil {
				return err
			}
		}
		if o.counts() {
			counted++
		}
	}
	return nil
}
