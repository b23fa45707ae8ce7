package mutant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// Verify is the Verifier that calvin check is, with its usual limits but those of time. The package is a module of its own, which the go
// command is asked about once, not for each mutant: no mutant imports anything else.
func Verify(ctx context.Context, s *Source, m *Mutant) ([]Finding, error) {
	pkgs, config, err := s.module.load(ctx, s, m)
	if err != nil {
		return nil, err
	}
	opts := verify.Options{
		Load:     config,
		Packages: pkgs,
		Checks:   verify.AllChecks,
		Panics:   true,
		Workers:  1,
		// Which finding is the first must not depend on how fast the machine is.
		Clock: func() time.Duration { return 0 },
	}
	if affected := s.Affected(m); affected != nil {
		opts.Run = onlyFunctions(affected)
	}
	result, err := verify.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	all, err := findings(result)
	if err == nil && len(all) == 0 && len(result.Functions) == 0 {
		return nil, s.nothing(m)
	}
	return all, err
}

// nothing returns why no function of the mutant was checked.
func (s *Source) nothing(m *Mutant) error {
	for _, f := range s.files {
		text := f.text
		if f == m.file {
			text = m.text()
		}
		if strings.Contains(text, prefix) {
			return errors.New("no function was checked")
		}
	}
	return &IllFormed{errors.New("no annotation is left")}
}

// A module is a package alone, as the go command lists it.
type module struct {
	mu      sync.Mutex // guards what follows
	dir     string     // where its files were; all contents are overlaid
	listing *load.Listing
}

// load returns the type-checked packages with a mutant in place of the original. What they import is shared with those of other mutants,
// which nothing changes.
func (l *module) load(ctx context.Context, s *Source, m *Mutant) ([]*packages.Package, load.Config, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listing == nil {
		if err := l.list(ctx, s); err != nil {
			return nil, load.Config{}, err
		}
	}
	overlay := map[string][]byte{}
	for _, f := range s.files {
		text := f.text
		if f == m.file {
			text = m.text()
		}
		overlay[filepath.Join(l.dir, f.name)] = []byte(text)
	}
	l.listing.Overlay(overlay)
	pkgs, err := l.listing.Load(ctx)
	return pkgs, load.Config{Dir: l.dir, Overlay: overlay}, err
}

// list writes the original to a module, and asks the go command about it.
func (l *module) list(ctx context.Context, s *Source) error {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	files := map[string]string{"go.mod": fmt.Sprintf("module example.com/%s\n\ngo %s\n", s.Name, s.goVersion())}
	for _, f := range s.files {
		files[f.name] = f.text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	listing, err := load.List(ctx, load.Config{Dir: dir, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off")})
	if err != nil {
		return err
	}
	if err := listing.Know(); err != nil {
		return err
	}
	l.dir, l.listing = dir, listing
	return nil
}

// onlyFunctions matches the functions, the function literals in them, and the checks of methods against interfaces, which
// are functions as well: "(*T).M as I.M".
func onlyFunctions(names []string) *regexp.Regexp {
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, regexp.QuoteMeta(n))
	}
	return regexp.MustCompile(`^(` + strings.Join(quoted, "|") + `)((\$\d+)*| as .+)$`)
}

// findings returns what keeps the package from being verified, in order of position.
func findings(result *verify.Result) ([]Finding, error) {
	var all []Finding
	for _, d := range result.Findings {
		if d.Verdict == report.IllFormed {
			return nil, &IllFormed{errors.New(d.Message)}
		}
		all = append(all, Finding{d.Function, d.Start.Line, d.Code, d.Message})
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code))
	})
	for _, f := range result.Functions {
		if f.Verdict != report.Verified && len(all) == 0 {
			all = append(all, Finding{f.Function, f.Start.Line, string(f.Verdict), f.Reason})
		}
	}
	return all, nil
}
