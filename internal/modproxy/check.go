package modproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Check is what calvin check -f json says of packages. Its fields are those of report/schema.json that are of interest.
type Check struct {
	Findings  []Finding
	Functions []Function
	Types     []Type
	Inferred  int // annotations that no source has
}

// A Finding is one diagnostic. Also has further ones with the same cause.
type Finding struct {
	Code, Verdict, Position, Message string
	Package, Function                string
	Related                          []Note
	Clause                           *Note
	Trace                            []struct{ Position string }
	Also                             []struct{ Position, Message, Function string }
}

// A Note is a place that belongs to a finding.
type Note struct{ Position, Text string }

// A Function is what became of one.
type Function struct {
	Package, Function, Position string
	Verdict, Reason             string
	Seconds                     float64
	Assumptions                 []Note
}

// A Type is how goroutines may share its objects. Plain: nothing in it synchronises. Guards are those in other objects.
type Type struct {
	Package, Type string
	Plain         bool
	Guards        []string
}

// A Failure is a run of calvin that did not come to its results.
type Failure struct {
	TimedOut bool
	Exit     int
	Said     string // on standard error
}

func (f *Failure) Error() string {
	if f.TimedOut {
		return "not finished within the time limit"
	}
	return fmt.Sprintf("exit code %d: %s", f.Exit, f.Said)
}

// RunCheck runs calvin check in dir with the cache in a directory, and returns what it prints. A run that has no results is a *Failure.
func RunCheck(ctx context.Context, calvin, dir, cache string, limit time.Duration, args ...string) (out []byte, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, calvin, append([]string{"check", "-f", "json"}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "CALVIN_CACHE="+cache)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second // an interrupt ends it well before; a hang is killed
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if limited.Err() != nil {
		return nil, &Failure{TimedOut: true}
	}
	exit, failed := errors.AsType[*exec.ExitError](err)
	if err != nil && !failed {
		return nil, fmt.Errorf("run calvin: %w", err)
	}
	if failed && exit.ExitCode() != 1 && exit.ExitCode() != 3 {
		return nil, &Failure{Exit: exit.ExitCode(), Said: strings.TrimSpace(stderr.String())}
	}
	return stdout.Bytes(), nil
}

// DecodeCheck reads the lines of calvin check -f json up to the summary, without which they are not all.
func DecodeCheck(r io.Reader) (*Check, error) {
	c := &Check{}
	lines := json.NewDecoder(r)
	for {
		var raw json.RawMessage
		var line struct {
			Kind     string
			Inferred int
		}
		if err := lines.Decode(&raw); err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
		err := json.Unmarshal(raw, &line)
		switch line.Kind {
		case "diagnostic":
			c.Findings, err = appended(c.Findings, raw)
		case "function":
			c.Functions, err = appended(c.Functions, raw)
		case "type":
			c.Types, err = appended(c.Types, raw)
		case "summary":
			c.Inferred = line.Inferred
			return c, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
	}
}

func appended[T any](list []T, line []byte) ([]T, error) {
	var t T
	err := json.Unmarshal(line, &t)
	return append(list, t), err
}
