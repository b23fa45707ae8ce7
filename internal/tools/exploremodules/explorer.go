package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// An explorer runs calvin explore on the packages of a module.
type explorer struct {
	calvin, src string
	instrument  []string
	budget      time.Duration
}

// pkg explores the tests of a package, and those that leak once more without regard to leaks.
func (e *explorer) pkg(ctx context.Context, path string) (*pkg, error) {
	p := &pkg{Path: path}
	var err error
	if p.Tests, p.Notes, err = e.run(ctx, path); err != nil {
		if broken, ok := errors.AsType[*packageError](err); ok {
			p.Error = broken.text
			return p, nil
		}
		return nil, err
	}
	var leaking []string
	for _, t := range p.Tests {
		if t.Bug != nil && t.Bug.Kind == "leak" {
			leaking = append(leaking, t.Test)
		}
	}
	if len(leaking) > 0 {
		p.Again, _, err = e.run(ctx, path, "-leaks", "ignore", "-run", "^("+strings.Join(leaking, "|")+")$")
	}
	return p, err
}

// A packageError is of a package that cannot be built, as it is or instrumented.
type packageError struct{ text string }

func (e *packageError) Error() string { return e.text }

// run runs calvin explore in one process. Its notes are what it says beside the results.
func (e *explorer) run(ctx context.Context, path string, flags ...string) (tests []test, notes string, err error) {
	args := append([]string{"explore", "-f", "json", "-p", "1", "-time", e.budget.String()}, flags...)
	if len(e.instrument) > 0 {
		args = append(args, "-instrument", strings.Join(e.instrument, ","))
	}
	cmd := exec.CommandContext(ctx, e.calvin, append(args, path)...)
	cmd.Dir, cmd.Env = e.src, alone()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	notes = strings.TrimSpace(stderr.String())
	if ctx.Err() != nil {
		return nil, "", ctx.Err() // what was found until then is not what the budget would have found
	}
	code, ok := exitCode(err)
	switch {
	case !ok:
		return nil, "", fmt.Errorf("run calvin: %w\n%s", err, notes)
	case code == 2:
		return nil, "", &packageError{notes}
	}
	if tests, err = decode(&stdout); err != nil {
		return nil, "", fmt.Errorf("calvin explore %s: %w\n%s", path, err, notes)
	}
	return tests, notes, nil
}

// exitCode is that of a command that came to its end by itself.
func exitCode(err error) (code int, ok bool) {
	exit, failed := errors.AsType[*exec.ExitError](err)
	if err != nil && !failed {
		return 0, false
	}
	if failed {
		code = exit.ExitCode()
	}
	return code, code >= 0
}

// decode reads the lines of tests up to the summary, without which they are not all.
func decode(r io.Reader) ([]test, error) {
	lines := json.NewDecoder(r)
	var out []test
	for {
		var t test
		if err := lines.Decode(&t); err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
		if t.Kind == "explored" {
			return out, nil
		}
		out = append(out, t)
	}
}
