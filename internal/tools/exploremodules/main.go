// Command exploremodules runs the tests of modules from the Go module proxy under calvin explore: in go the modules of a list, with
// their versions; out comes a page of tables: what became of the tests of each module, what was found, and why tests were
// not explored.
//
//	go run ./internal/tools/exploremodules [-time 60s] -out DIR [word ...]
//
// The modules are downloaded by the go command and copied to DIR, where the results of each package are kept too: a run that
// was interrupted goes on after the last package, and the traces of bugs can be replayed there. Words limit the run to the
// modules whose paths contain one. With -page nothing is run, and the page is that of all results there are; it says of
// each module which budget its tests had.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/modproxy"
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
		fmt.Fprintln(os.Stderr, "exploremodules:", err)
		os.Exit(1)
	}
}

// run explores the modules that the words select, what has no results yet, and prints the page.
func run(ctx context.Context, dir string, budget time.Duration, page bool, words []string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	list := modproxy.Matching(modules, func(m module) string { return m.path }, words)
	if len(list) == 0 {
		return fmt.Errorf("no module has a path with %s", strings.Join(words, " or "))
	}
	var results []result
	for _, m := range list {
		s := store{filepath.Join(dir, escaped(m.path+"@"+m.version))}
		r, err := s.read()
		if err == nil && !page && (r == nil || r.Partial || r.Budget != budget) {
			if r == nil || r.Budget != budget {
				r = &result{Module: m.path, Version: m.version, Budget: budget, Partial: true}
			}
			err = explored(ctx, dir, s, m, r)
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

// explored fetches a module, unless r has results of some of its packages, and explores the tests of the others.
func explored(ctx context.Context, dir string, s store, m module, r *result) error {
	calvin := filepath.Join(dir, "calvin")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", calvin, "./cmd/calvin").CombinedOutput(); err != nil {
		return fmt.Errorf("build calvin: %w\n%s", err, out)
	}
	src := filepath.Join(s.dir, "src")
	if len(r.Packages) == 0 {
		if err := modproxy.Copy(ctx, m.path, m.version, src); err != nil {
			return err
		}
	}
	packages, err := tested(ctx, m, src)
	if err != nil {
		return err
	}
	e := &explorer{calvin, src, m.instrument, r.Budget}
	var all []pkg
	for _, path := range packages {
		i := slices.IndexFunc(r.Packages, func(p pkg) bool { return p.Path == path })
		if i >= 0 {
			all = append(all, r.Packages[i])
			continue
		}
		began := time.Now()
		p, err := e.pkg(ctx, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s %s: %s (%.0f s)\n", m.path, path, p.counts(), time.Since(began).Seconds())
		all = append(all, *p)
		r.Packages = append(r.Packages, *p)
		if err := s.write(r); err != nil {
			return err
		}
	}
	r.Packages, r.Partial = all, false
	return s.write(r)
}
