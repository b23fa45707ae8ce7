package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/explore/instrument"
)

// A site is where packages are built.
type site struct {
	source, rewritten string // directories
	env               []string
}

// A built package is one as the go command lists it.
type built struct {
	ImportPath, ForTest, Export string
	Name                        string
	Error                       *struct{ Err string }
	DepsErrors                  []*struct{ Err string }
}

// check rewrites the packages that patterns match, and type-checks what comes out.
func (s site) check(ctx context.Context, r *result, patterns []string) (*result, error) {
	if err := s.clear(); err != nil {
		return nil, err
	}
	list, err := instrument.Recheck(ctx, instrument.Config{Dir: s.source, Env: s.env, Patterns: patterns}, os.DirFS("explore"), s.rewritten)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		switch {
		case p.Broken:
			r.broken = append(r.broken, p.Path)
		case p.Refused != "":
			r.refused = append(r.refused, refusal{p.Path, p.Refused})
		case len(p.Errors) > 0:
			r.failed = append(r.failed, failure{p.Path, strings.Join(p.Errors, "\n")})
		default:
			r.built++
		}
	}
	return r, nil
}

// clear makes an empty place for rewritten files.
func (s site) clear() error {
	if err := os.RemoveAll(s.rewritten); err != nil {
		return fmt.Errorf("remove what was rewritten before: %w", err)
	}
	if err := os.MkdirAll(s.rewritten, 0o755); err != nil {
		return fmt.Errorf("make a place for rewritten files: %w", err)
	}
	return nil
}

// compile rewrites the packages that patterns match, and has the compiler look at them.
func (s site) compile(ctx context.Context, r *result, patterns []string) (*result, error) {
	good, err := s.buildable(ctx, r, patterns)
	if err != nil || len(good) == 0 {
		return r, err
	}
	if err := s.clear(); err != nil {
		return nil, err
	}
	c := instrument.Config{Dir: s.source, Env: s.env, Patterns: good}
	b, err := instrument.Instrument(ctx, c, os.DirFS("explore"), s.rewritten)
	if err != nil {
		return nil, err
	}
	for _, t := range b.Tests {
		if t.Refused != "" {
			r.refused = append(r.refused, refusal{t.Path, t.Refused})
			good = slices.DeleteFunc(good, func(path string) bool { return path == t.Path })
		}
	}
	list, said, err := listed(b.Go(ctx, c, "list", append([]string{"-e", "-test", "-export", "-p=1", listFormat}, good...)...))
	if err != nil {
		return nil, err
	}
	failed := failures(list)
	for _, path := range good {
		if failed[path] {
			r.failed = append(r.failed, failure{path, about(said, path)})
		} else {
			r.built++
		}
	}
	return r, nil
}

// listFormat asks for what a built package has.
const listFormat = "-json=ImportPath,ForTest,Export,Name,Error,DepsErrors"

// buildable lists the packages that build as they are, with their tests.
func (s site) buildable(ctx context.Context, r *result, patterns []string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e", "-test", "-export", "-p=1", listFormat}, patterns...)...)
	cmd.Dir, cmd.Env = s.source, s.env
	list, _, err := listed(cmd)
	if err != nil {
		return nil, err
	}
	failed := failures(list)
	var out []string
	for _, p := range list {
		switch {
		case p.ForTest != "" || strings.HasSuffix(p.ImportPath, ".test"):
		case failed[p.ImportPath]:
			r.broken = append(r.broken, p.ImportPath)
		default:
			out = append(out, p.ImportPath)
		}
	}
	return out, nil
}

// failures are the packages that do not build, or their tests do not.
func failures(list []built) map[string]bool {
	out := map[string]bool{}
	for _, p := range list {
		path, _, _ := strings.Cut(p.ImportPath, " ")
		if p.ForTest != "" {
			path = p.ForTest
		}
		path = strings.TrimSuffix(path, ".test")
		if p.Error != nil || len(p.DepsErrors) > 0 || p.Export == "" && p.ImportPath != "unsafe" {
			out[path] = true
		}
	}
	return out
}

// listed runs go list, and returns what the compiler says besides.
func listed(cmd *exec.Cmd) ([]built, string, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return nil, "", fmt.Errorf("go list: %w", err)
	}
	var out []built
	for dec := json.NewDecoder(&stdout); ; {
		var p built
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, "", fmt.Errorf("go list: %w\n%s", err, stderr.String())
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, "", fmt.Errorf("go list finds no packages: %s", stderr.String())
	}
	return out, stderr.String(), nil
}

// about is what the compiler said of a package.
func about(said, path string) string {
	var out []string
	own := false
	for _, line := range strings.Split(said, "\n") {
		if name, ok := strings.CutPrefix(line, "# "); ok {
			name, _, _ = strings.Cut(name, " ")
			own = strings.TrimSuffix(name, "_test") == path
			continue
		}
		if own && line != "" && len(out) < 5 {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
