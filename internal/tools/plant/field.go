package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/report"
)

// A field is a package in which errors are planted, and what calvin says of it as it is.
type field struct {
	dir, cache string // of the module
	pattern    string
	before     *modproxy.Check // nil: the package is left out
}

// named is the directory of a module.
func (r *runner) named(m modproxy.OrdinaryModule) string {
	return filepath.Join(r.dir, strings.ReplaceAll(m.Named(), "/", "_"))
}

// source makes a copy of a module in which errors are planted.
func (r *runner) source(ctx context.Context, m modproxy.OrdinaryModule) (string, error) {
	src, dir := filepath.Join(r.named(m), "src"), filepath.Join(r.named(m), "planted")
	if _, err := os.Stat(src); err != nil {
		if err := modproxy.Copy(ctx, m.Path, m.Version, src); err != nil {
			return "", err
		}
	}
	err := os.RemoveAll(dir)
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(src))
	}
	if err != nil {
		return "", fmt.Errorf("copy %s: %w", m.Path, err)
	}
	return dir, nil
}

// field checks a package as it is, twice: the second time counts, as then all that can be cached is.
func (r *runner) field(ctx context.Context, p *plant) (*field, error) {
	key := p.Module + " " + p.Package
	if f := r.fields[key]; f != nil {
		return f, nil
	}
	var m modproxy.OrdinaryModule
	for _, of := range r.modules {
		if of.Path == p.Module {
			m = of
		}
	}
	f := &field{dir: filepath.Join(r.named(m), "planted"), cache: filepath.Join(r.named(m), "cache"), pattern: "./" + filepath.ToSlash(p.Dir)}
	r.fields[key] = f
	var out []byte
	for range 2 {
		began := time.Now()
		var err error
		out, err = modproxy.RunCheck(ctx, r.calvin, f.dir, f.cache, 3*r.limit, "-budget", r.budget.String(), f.pattern)
		if failure, ok := errors.AsType[*modproxy.Failure](err); ok && failure.TimedOut {
			return f, nil
		}
		if err != nil {
			return nil, err
		}
		took := time.Since(began)
		fmt.Fprintf(r.stderr, "%s as it is: %.0f s\n", key, took.Seconds())
		if took <= r.most {
			break
		}
		if out = nil; took > 4*r.most {
			return f, nil
		}
	}
	if out == nil {
		return f, nil
	}
	var err error
	f.before, err = modproxy.DecodeCheck(bytes.NewReader(out))
	return f, err
}

// outcome plants an error, checks the package, and takes the error out again.
func (r *runner) outcome(ctx context.Context, p *plant) (o *outcome, err error) {
	o = &outcome{ID: p.id(), Kind: p.Kind, Module: p.Module, Package: p.Package, Function: p.Function, File: p.File, Line: p.Line}
	f, err := r.field(ctx, p)
	if err != nil {
		return nil, err
	}
	if f.before == nil {
		o.Outcome = leftOut
		return o, nil
	}
	file := filepath.Join(f.dir, p.File)
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.WriteFile(file, src, 0o644)) }()
	if err := os.WriteFile(file, p.applied(src), 0o644); err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "build", f.pattern)
	build.Dir, build.Env = f.dir, append(os.Environ(), "GOWORK=off")
	if _, err := build.CombinedOutput(); err != nil {
		o.Outcome = uncompiled
		return o, ctx.Err()
	}
	for range 2 { // as before the plant, the second check counts if some function comes to its limit
		began := time.Now()
		out, err := modproxy.RunCheck(ctx, r.calvin, f.dir, f.cache, r.limit, "-budget", r.budget.String(), f.pattern)
		o.Seconds = time.Since(began).Seconds()
		if failure, ok := errors.AsType[*modproxy.Failure](err); ok && failure.TimedOut {
			o.Outcome = unfinished
			return o, nil
		}
		if err != nil {
			return nil, err
		}
		after, err := modproxy.DecodeCheck(bytes.NewReader(out))
		if err != nil {
			return nil, err
		}
		o.compare(p, f.before, after)
		if o.Outcome != undecided || o.Verdict != string(report.Unknown) {
			break
		}
	}
	return o, nil
}
