package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/gctune"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/internal/verifytest/marks"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
)

// groups are the directories with packages; of those that are inferred nobody asks whether they panic.
var groups = []struct {
	dir   string
	infer bool
}{
	{"testdata/examples", false}, {"testdata/idioms", false}, {"testdata/bad/wrong", false}, {"testdata/bad/unasked", true},
}

// long lists the packages that take long, which are left out.
const long = "testdata/long.txt"

// limit is the time for a goal: a solver as WebAssembly takes several times as long, and its limit of work comes first where it can.
const limit = time.Minute

// Results are what one solver says.
type results struct {
	Version string
	Wrong   []string // of the formulas of prover.Examine
	// Unanswered are those of these formulas to which it gives no answer.
	Unanswered []string
	Refused    string // what prover.New says against it
	Packages   int
	Verdicts   map[string]string // by function and its place
	Reasons    map[string]string // why functions are not verified
	Seconds    float64
}

// alone finds out what the solver says, and prints it.
func (p plan) alone(ctx context.Context, out io.Writer) error {
	restore := gctune.Delay()
	defer restore()
	r := &results{Verdicts: map[string]string{}, Reasons: map[string]string{}}
	opts := solverOptions(p.one)
	e, err := prover.Examine(ctx, opts)
	if err != nil {
		return err
	}
	r.Wrong, r.Unanswered = e.Wrong, e.Unanswered
	pr, err := prover.New(opts)
	if err != nil {
		r.Version, r.Refused = filepath.Base(filepath.Dir(p.one)), reason(err)
		return json.NewEncoder(out).Encode(r)
	}
	r.Version, err = pr.Version(ctx)
	if err := errors.Join(err, pr.Close()); err != nil {
		return err
	}
	if !p.examine {
		if err := p.check(ctx, opts, r); err != nil {
			return err
		}
	}
	return json.NewEncoder(out).Encode(r)
}

// reason is what is said against a solver, without how to install another.
func reason(err error) string {
	if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
		return missing.Reason()
	}
	return err.Error()
}

// solverOptions says how to ask the solver at a path.
func solverOptions(name string) prover.Options {
	o := prover.Options{Solver: prover.LibZ3, Workers: 2, Timeout: limit}
	switch base := filepath.Base(name); {
	case name == installed:
	case strings.Contains(base, ".so") || strings.HasSuffix(base, ".dylib"):
		o.Path = map[string]string{prover.LibZ3: name}
	default:
		o.Solver, o.Path = prover.Z3, map[string]string{prover.Z3: name}
	}
	return o
}

// check checks the packages.
func (p plan) check(ctx context.Context, solver prover.Options, r *results) error {
	text, err := os.ReadFile(long)
	if err != nil {
		return err
	}
	left := strings.Fields(string(text))
	match := regexp.MustCompile(p.match)
	n := 0
	for _, g := range groups {
		loaded, err := load.Load(ctx, load.Config{Dir: g.dir}, "./...")
		if err != nil {
			return err
		}
		for _, one := range loaded {
			dir := path.Join(g.dir, filepath.Base(filepath.Dir(one.GoFiles[0])))
			if slices.Contains(left, dir) || !match.MatchString(dir) {
				continue
			}
			if n++; n%p.every != 0 {
				continue
			}
			if err := r.add(ctx, optionsFor(g.dir, g.infer, one, loaded), solver); err != nil {
				return fmt.Errorf("%s: %w", dir, err)
			}
		}
	}
	return nil
}

// optionsFor says how to check a package: as the tests of testdata do.
func optionsFor(dir string, infer bool, p *packages.Package, loaded []*packages.Package) verify.Options {
	opts := verify.Options{Packages: []*packages.Package{p}, Infer: infer}
	below, err := filepath.Rel(dir, relative(p))
	if err != nil {
		below = p.Name
	}
	byName := func(contracts string) {
		opts.Packages, opts.Load, opts.Patterns, opts.Contracts = nil, load.Config{Dir: dir}, []string{"./" + filepath.ToSlash(below)}, contracts
	}
	for _, imported := range p.Imports {
		if slices.Contains(loaded, imported) {
			byName("")
		}
	}
	if contracts := filepath.Join(below, marks.Contracts); isDir(filepath.Join(dir, contracts)) {
		byName(contracts)
	}
	return opts
}

// relative is the directory of a package, below the working directory.
func relative(p *packages.Package) string {
	dir := filepath.Dir(p.GoFiles[0])
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, dir); err == nil {
			return rel
		}
	}
	return dir
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// add checks one package.
func (r *results) add(ctx context.Context, opts verify.Options, solver prover.Options) error {
	begun := time.Now()
	opts.Checks, opts.Workers, opts.Prover = verify.AllChecks, 2, solver
	// What is found after another finding must not depend on the time that a solver takes.
	opts.Clock = func() time.Duration { return time.Since(begun) / 8 }
	result, err := verify.Run(ctx, opts)
	if err != nil {
		return err
	}
	r.Packages++
	r.Seconds += time.Since(begun).Seconds()
	for _, f := range result.Functions {
		name := fmt.Sprintf("%s.%s at line %d", path.Base(f.Package), f.Function, f.Start.Line)
		r.Verdicts[name] = string(f.Verdict)
		r.Reasons[name] = f.Reason
	}
	return nil
}
