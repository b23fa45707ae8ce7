// Command modules runs the tests of modules from the Go module proxy under calvin explore: in go the modules of a list, with
// their versions; out comes a page of tables: what became of the tests of each module, what was found, and why tests were
// not explored.
//
//	go run ./explore/modules [-time 60s] -out DIR [word ...]
//
// The modules are downloaded by the go command and copied to DIR, where the results of each package are kept too, as lines of
// JSON: a run that was interrupted goes on where it stopped, and the traces of bugs can be replayed there. Words limit the
// run to the modules whose paths contain one. Results of other versions or budgets are not mixed: the page says of each
// module which budget its tests had.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	budget := flag.Duration("time", 60*time.Second, "most time for a test")
	out := flag.String("out", "", "keep sources, results and traces in `dir`")
	page := flag.Bool("page", false, "run nothing; print the page of the results that are there, whatever budget they had")
	flag.Parse()
	if *out == "" || *budget <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, *budget, *page, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

// run explores the modules that the words select, those that have no results yet, and prints the page.
func run(ctx context.Context, dir string, budget time.Duration, page bool, words []string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	var results []result
	for _, m := range selected(words) {
		s := store{filepath.Join(dir, escaped(m.path+"@"+m.version))}
		r, err := s.read()
		if err == nil && !page && (r == nil || r.Budget != budget) {
			r, err = explored(ctx, dir, s, m, budget)
		}
		if err != nil {
			return fmt.Errorf("%s@%s: %w", m.path, m.version, err)
		}
		if r != nil {
			results = append(results, *r)
		}
	}
	fmt.Print(markdown(results))
	return nil
}

// explored fetches a module and explores its tests.
func explored(ctx context.Context, dir string, s store, m module, budget time.Duration) (*result, error) {
	calvin := filepath.Join(dir, "calvin")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", calvin, "./cmd/calvin").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build calvin: %w\n%s", err, out)
	}
	src := filepath.Join(s.dir, "src")
	if err := fetch(ctx, m, src); err != nil {
		return nil, err
	}
	packages, err := tested(ctx, m, src)
	if err != nil {
		return nil, err
	}
	r := &result{Module: m.path, Version: m.version, Budget: budget}
	e := &explorer{calvin, src, m.instrument, budget}
	for _, pkg := range packages {
		began := time.Now()
		p, err := e.pkg(ctx, pkg)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s %s: %s (%.0f s)\n", m.path, pkg, p.counts(), time.Since(began).Seconds())
		r.Packages = append(r.Packages, *p)
	}
	return r, s.write(r)
}
