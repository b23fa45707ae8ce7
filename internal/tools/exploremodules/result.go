package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
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
	Clock       string `json:"clock"`
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
