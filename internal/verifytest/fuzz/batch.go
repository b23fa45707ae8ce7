package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// A Batch is programs that share a package: they are checked, built and run together. A program's number is its place.
type Batch struct {
	Programs []*program.Program
	Verdicts map[string]report.FunctionResult // by the functions' names
	Findings []*report.Diagnostic
	Believe  func(function string) bool // if not nil: functions that count as verified whatever is said of them
	Budget   time.Duration              // of Clock for each function; what takes longer is unknown
	Clock    func() time.Duration       // nil: the wall clock
	RLimit   int                        // the solver's work for each goal
	Far      bool                       // what is not proved of near instances is tried with all
	library  *Library
	dir      string
	literals map[string][]report.FunctionResult // by the function in which they stand, those inside of others too
}

// NewBatch makes a directory for the programs. Close removes it.
func NewBatch(library *Library, programs []*program.Program) (*Batch, error) {
	dir, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		return nil, err
	}
	b := &Batch{Programs: programs, Budget: time.Second, RLimit: 100_000, library: library, dir: dir}
	return b, b.write("go.mod", []byte("module fuzz\n\ngo 1.26\n"))
}

// Close removes what was written.
func (b *Batch) Close() error { return os.RemoveAll(b.dir) }

func (b *Batch) write(name string, text []byte) error {
	name = filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// Check asks calvin about all functions, with little work for each: what is unknown then is left out.
func (b *Batch) Check(ctx context.Context) error {
	pkgs, texts, err := b.load()
	if err != nil {
		return err
	}
	result, err := verify.Run(ctx, verify.Options{
		Load:     load.Config{Overlay: texts},
		Packages: pkgs,
		Checks:   verify.AllChecks,
		Panics:   true,
		Prover:   prover.Options{RLimit: b.RLimit, Timeout: patience, Workers: 1, First: true},
		Workers:  1,
		Budget:   b.Budget,
		Clock:    b.Clock,
		Faults:   b.dir,
		Near:     !b.Far,
	})
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	b.Findings = result.Findings
	var ill []error
	for _, d := range result.Findings {
		if d.Verdict == report.IllFormed {
			ill = append(ill, fmt.Errorf("%s:%d: %s", d.Start.Filename, d.Start.Line, d.Message))
		}
	}
	if len(ill) > 0 {
		return fmt.Errorf("ill-formed annotations: %w", errors.Join(ill...))
	}
	b.Verdicts = map[string]report.FunctionResult{}
	b.literals = map[string][]report.FunctionResult{}
	for _, f := range result.Functions {
		b.Verdicts[f.Function] = f
		if of, _, isLiteral := strings.Cut(f.Function, "$"); isLiteral {
			b.literals[of] = append(b.literals[of], f)
		}
	}
	return nil
}

// load type-checks the programs, and returns their texts by file.
func (b *Batch) load() ([]*packages.Package, map[string][]byte, error) {
	var paths []string
	files := map[string][]byte{}
	for from := 0; from < len(b.Programs); from += group {
		var texts []string
		for n := from; n < min(from+group, len(b.Programs)); n++ {
			texts = append(texts, b.Programs[n].AtHome(fmt.Sprint(n)))
		}
		name := fmt.Sprintf("checked%d", from/group)
		src, err := program.File(name, texts...)
		if err != nil {
			return nil, nil, err
		}
		paths = append(paths, "fuzz/"+name)
		files[fileOf("fuzz/"+name)] = src
		for n := from; n < min(from+group, len(b.Programs)); n++ {
			text, user := b.Programs[n].Abroad(fmt.Sprint(n), name), fmt.Sprintf("user%d", n)
			if text == "" {
				continue
			}
			if src, err = program.File(user, text); err != nil {
				return nil, nil, err
			}
			paths = append(paths, "fuzz/"+user)
			files[fileOf("fuzz/"+user)] = src
		}
	}
	pkgs, err := b.library.check(paths, files)
	return pkgs, files, err
}

// group is how many programs share a package when they are checked: an annotation that cannot be proved to be sound by
// itself casts doubt on all of a package.
const group = 4

// verified reports whether the function, its literals and all that it reaches are verified.
func (b *Batch) verified(n int, f *program.Func) bool {
	number := fmt.Sprint(n)
	for _, name := range append([]string{f.FullName(number)}, b.Programs[n].Reaches(f, number)...) {
		if b.Believe != nil && b.Believe(name) {
			continue
		}
		if v, ok := b.Verdicts[name]; !ok || v.Verdict != report.Verified {
			return false
		}
		for _, lit := range b.literals[name] {
			if lit.Verdict != report.Verified {
				return false
			}
		}
	}
	return true
}

// assumed lists what is assumed of the functions that may be behind the failure: it may be that this is false.
func (b *Batch) assumed(f Failure) []string {
	var all []string
	number := fmt.Sprint(f.Program)
	for _, fn := range b.Programs[f.Program].Funcs {
		if f.Function != "" && !strings.Contains(f.Function, fn.Name) && f.Function != fn.FullName(number) {
			continue
		}
		for _, name := range append([]string{fn.FullName(number)}, b.Programs[f.Program].Reaches(fn, number)...) {
			if v := b.Verdicts[name]; v.Verdict == report.Verified {
				for _, a := range v.Assumptions {
					all = append(all, a.Text)
				}
			}
		}
	}
	// What a helper that is passed a function believes of it is checked where the helper is called: it has no contract.
	// So is what is believed of options: all that a program has are functions of its own.
	all = slices.DeleteFunc(all, func(a string) bool {
		return strings.HasPrefix(a, "function value f ") || strings.HasPrefix(a, "function value z ") || strings.HasPrefix(a, "method apply of interface opt") ||
			strings.HasPrefix(a, "container/list.New ")
	})
	// Behind every Locker of a program is one of these.
	all = slices.DeleteFunc(all, func(a string) bool { return strings.HasSuffix(a, "is a pointer to a sync.Mutex or a sync.RWMutex") })
	if f.Kind == "panic" {
		all = slices.DeleteFunc(all, func(a string) bool { return !excuses(a, f.Detail) })
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// excuses reports whether a panic may come of an assumption: one that names the package of the function that panicked, or one
// about the values of an atomic.Value, which are said by the variable's name.
func excuses(assumption, detail string) bool {
	return strings.Contains(assumption, panicking(detail)) ||
		strings.HasSuffix(assumption, "have one type") && strings.HasPrefix(detail, "sync/atomic.(*Value).")
}

// panicking is the package of the function that panicked, with a dot: what is assumed of others is no excuse.
func panicking(detail string) string {
	function, _, _ := strings.Cut(detail, ": ")
	slash := strings.LastIndex(function, "/") + 1
	pkg, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + pkg + "."
}
