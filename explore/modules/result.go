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
	"path/filepath"
	"strings"
	"time"
)

// A result is what became of the tests of a module.
type result struct {
	Module, Version string
	Budget          time.Duration
	Partial         bool `json:",omitempty"` // packages are missing
	Packages        []pkg
}

// A pkg is what became of the tests of a package.
type pkg struct {
	Path  string
	Error string `json:",omitempty"` // why there are none: the package, or what calvin makes of it, cannot be built
	Notes string `json:",omitempty"` // what calvin says beside its results
	Tests []test
	// Again are the tests that leak, explored once more without regard to leaks: what else there is shows only so.
	Again []test `json:",omitempty"`
}

// A test is what the page needs of a line of calvin explore -f json; see report/schema.json.
type test struct {
	Kind         string   `json:"kind"`
	Test         string   `json:"test"`
	Verdict      string   `json:"verdict"`
	Bug          *bug     `json:"bug,omitempty"`
	Executions   int      `json:"executions"`
	Truncated    int      `json:"truncated"`
	Bound        int      `json:"bound"`
	Seconds      float64  `json:"seconds"`
	Reason       string   `json:"reason,omitempty"`
	OutOfControl []string `json:"out_of_control,omitempty"`
}

// A bug is what was found of a test.
type bug struct {
	Kind        string `json:"kind"`
	Message     string `json:"message"`
	Position    string `json:"position"`
	Preemptions int    `json:"preemptions"`
	Trace       string `json:"trace"`
}

// counts says how many tests have each verdict.
func (p *pkg) counts() string {
	if p.Error != "" {
		return p.Error
	}
	c := count(p.Tests)
	return fmt.Sprintf("%d tests, %d ok, %d with a bug, %d incomplete, %d not explored", c.tests, c.ok, c.bugs,
		c.bounded+c.part, c.failed)
}

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

// A store keeps the result of a module in a directory.
type store struct{ dir string }

func (s store) file() string { return filepath.Join(s.dir, "result.json") }

// read returns nil if there is no result.
func (s store) read() (*result, error) {
	data, err := os.ReadFile(s.file())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	r := &result{}
	if err == nil {
		err = json.Unmarshal(data, r)
	}
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return r, nil
}

func (s store) write(r *result) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err == nil {
		err = os.WriteFile(s.file(), append(data, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	return nil
}

// escaped is a module and its version as the name of a directory.
func escaped(s string) string { return strings.ReplaceAll(s, "/", "_") }
