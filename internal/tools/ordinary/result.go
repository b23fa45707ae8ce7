package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/modproxy"
)

// A result is what became of a module.
type result struct {
	Limit   time.Duration
	Seconds float64
	Failure *modproxy.Failure `json:",omitempty"` // there is nothing else

	module modproxy.OrdinaryModule
	check  *modproxy.Check
	shared map[string]bool // the positions of the functions that touch shared state
}

// A store keeps the source of a module, and what becomes of it, in a directory.
type store struct{ dir string }

func storeOf(dir string, m modproxy.OrdinaryModule) store {
	return store{filepath.Join(dir, strings.ReplaceAll(m.Named(), "/", "_"))}
}

func (s store) src() string   { return filepath.Join(s.dir, "src") }
func (s store) file() string  { return filepath.Join(s.dir, "result.json") }
func (s store) lines() string { return filepath.Join(s.dir, "check.json") }

// checked fetches a module, checks it with an empty cache, and keeps what comes of it.
func (r runner) checked(ctx context.Context, calvin string, s store, m modproxy.OrdinaryModule) (*result, error) {
	if _, err := os.Stat(s.src()); err != nil {
		if err := modproxy.Copy(ctx, m.Path, m.Version, s.src()); err != nil {
			return nil, err
		}
	}
	cache := filepath.Join(s.dir, "cache")
	if err := os.RemoveAll(cache); err != nil {
		return nil, fmt.Errorf("empty the cache: %w", err)
	}
	began := time.Now()
	args := []string{"./..."}
	if r.budget > 0 {
		args = slices.Insert(args, 0, "-budget", r.budget.String())
	}
	out, err := modproxy.RunCheck(ctx, calvin, s.src(), cache, r.limit, args...)
	res := &result{Limit: r.limit, Seconds: time.Since(began).Seconds()}
	if failure, ok := errors.AsType[*modproxy.Failure](err); ok {
		res.Failure, err = failure, nil
	}
	if err != nil {
		return nil, err
	}
	said := "checked"
	if res.Failure != nil {
		said = res.Failure.Error()
	}
	fmt.Fprintf(r.stderr, "%s: %s (%.0f s)\n", m.Named(), said, res.Seconds)
	return res, s.write(res, out)
}

// read returns nil if there is no result.
func (s store) read() (*result, error) {
	data, err := os.ReadFile(s.file())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	res := &result{}
	if err == nil {
		err = json.Unmarshal(data, res)
	}
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return res, nil
}

func (s store) write(res *result, lines []byte) error {
	data, err := json.MarshalIndent(res, "", "\t")
	if err == nil {
		err = os.WriteFile(s.lines(), lines, 0o644)
	}
	if err == nil { // last: what has no result is checked again
		err = os.WriteFile(s.file(), append(data, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	return nil
}

// complete reads what calvin said, and finds the functions that touch shared state in the source.
func (s store) complete(ctx context.Context, res *result) error {
	lines, err := os.ReadFile(s.lines())
	if err != nil {
		return fmt.Errorf("read results: %w", err)
	}
	if res.check, err = modproxy.DecodeCheck(bytes.NewReader(lines)); err != nil {
		return err
	}
	res.shared, err = sharing(ctx, s.src(), res.check)
	return err
}
