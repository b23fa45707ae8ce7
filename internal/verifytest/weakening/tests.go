package weakening

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/weakening/hook"
)

// testPackages are those whose tests look at translations and verdicts without packages that have marks.
var testPackages = []string{"desugar", "reduce", "internal/verify"}

// A test is one test function, in a build with all sites.
type test struct {
	binary, dir, name string
	sites             map[int]bool
	cost              time.Duration
}

// RunTests holds the mutants that the log has as survivors against the tests of packages, and adds what comes of it to
// the log. Dir is for the binaries.
func RunTests(ctx context.Context, sites []*Site, overlay, dir string, opts Options) error {
	results, err := ReadResults(opts.Log)
	if err != nil {
		return err
	}
	var left []*Site
	for _, s := range sites {
		if r := results[s.ID()]; r != nil && (r.Outcome == Survived || r.Outcome == Unpassed) && opts.wants(s) {
			left = append(left, s)
		}
	}
	if len(left) == 0 {
		return nil
	}
	tests, err := buildTests(ctx, overlay, dir, opts.Root, opts.Progress)
	if err != nil {
		return err
	}
	log, err := os.OpenFile(opts.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	for i, s := range left {
		fmt.Fprintf(opts.Progress, "\r%d of %d survivors against tests ", i, len(left))
		r, err := s.against(ctx, tests)
		if err != nil {
			return err
		}
		if r != nil {
			if err := write(log, *r); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(opts.Progress)
	return nil
}

// against runs the tests that pass the site, until one fails; nil if none does.
func (s *Site) against(ctx context.Context, tests []*test) (*Result, error) {
	for _, t := range tests {
		if !t.sites[s.N] {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, max(patience, 10*t.cost))
		out, err := t.command(ctx, hook.EnvDrop+"="+strconv.Itoa(s.N)).CombinedOutput()
		late := ctx.Err()
		cancel()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) && late == nil {
			return nil, err
		}
		if err != nil {
			return &Result{ID: s.ID(), Outcome: Noticed, By: t.name, How: brief(firstLine(out))}, nil
		}
	}
	return nil, nil
}

func firstLine(out []byte) string {
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") {
			return line
		}
	}
	return ""
}

func (t *test) command(ctx context.Context, env ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, t.binary, "-test.run", "^"+t.name+"$", "-test.failfast")
	c.Dir = t.dir
	c.Env = append(os.Environ(), env...)
	return c
}

// buildTests builds the tests, and runs each to see which sites it passes and how long it takes; the fastest come first.
func buildTests(ctx context.Context, overlay, dir, root string, progress io.Writer) ([]*test, error) {
	var all []*test
	for _, pkg := range testPackages {
		binary := filepath.Join(dir, strings.ReplaceAll(pkg, "/", "_")+".test")
		build := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", binary, "./"+pkg)
		build.Dir, build.Stderr = root, progress
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("build the tests of %s with all sites: %w", pkg, err)
		}
		list := exec.CommandContext(ctx, binary, "-test.list", "^Test")
		list.Dir = filepath.Join(root, pkg)
		names, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("list the tests of %s: %w", pkg, err)
		}
		for name := range strings.Lines(string(names)) {
			t := &test{binary: binary, dir: filepath.Join(root, pkg), name: strings.TrimSpace(name)}
			fmt.Fprintf(progress, "\r%d tests ", len(all))
			if err := t.profile(ctx, filepath.Join(dir, "record")); err != nil {
				return nil, fmt.Errorf("%s of %s fails without any mutant: %w", t.name, pkg, err)
			}
			if len(t.sites) > 0 {
				all = append(all, t)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *test) int { return int(a.cost - b.cost) })
	return all, nil
}

// profile runs a test for the sites that it passes.
func (t *test) profile(ctx context.Context, record string) error {
	os.Remove(record)
	start := time.Now()
	if out, err := t.command(ctx, hook.EnvRecord+"="+record).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, brief(firstLine(out)))
	}
	t.cost, t.sites = time.Since(start), map[int]bool{}
	text, err := os.ReadFile(record)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			t.sites[n] = true
		}
	}
	return nil
}
