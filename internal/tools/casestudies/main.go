// Command casestudies checks the packages below examples and writes docs/evaluation/case-studies.md: how large each is, how much of it are
// annotations, and what its proof costs.
//
//	go run ./internal/tools/casestudies
//
// It fails if a function is not verified. With -run it measures some packages only, and prints the page.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/gctune"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

func main() {
	dir := flag.String("dir", "examples", "the directory of the packages")
	out := flag.String("o", "docs/evaluation/case-studies.md", "the page to write")
	only := flag.String("run", "", "measure only the packages whose names match, and print what is found")
	verbose := flag.Bool("v", false, "print the annotations that are left at level a")
	flag.Parse()
	restore := gctune.Delay() // as the command does whose work is measured
	err := run(*dir, *out, *only, *verbose)
	restore()
	if err != nil {
		fmt.Fprintf(os.Stderr, "casestudies: %v\n", err)
		os.Exit(1)
	}
}

func run(dir, out, only string, verbose bool) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	names, err := packages(dir)
	if err != nil {
		return err
	}
	var all []*study
	for _, name := range names {
		if !match.MatchString(name) {
			continue
		}
		s, err := measure(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		s.name = name
		all = append(all, s)
		fmt.Fprintf(os.Stderr, "%s: %.1f s\n", s.name, s.wall.Seconds())
	}
	peak := peakMemory()
	for _, s := range all {
		if s.again() {
			continue
		}
		least, err := atLevelA(s.files)
		if err != nil {
			return err
		}
		s.least = least.lines
		fmt.Fprintf(os.Stderr, "%s: %d lines at level a\n", s.name, s.least)
		if verbose {
			least.annotations(os.Stderr)
		}
	}
	if only != "" {
		_, err := os.Stdout.Write(page(all, peak))
		return err
	}
	return os.WriteFile(out, page(all, peak), 0o644)
}

// contracts is where packages are once more, with contracts that say what they do whatever they are made of.
const contracts = "contracts"

// packages returns the folders of dir that are packages, and those in contracts, sorted.
func packages(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		switch {
		case !e.IsDir() || e.Name() == "internal": // internal is what their tests share
		case e.Name() == contracts:
			inside, err := packages(filepath.Join(dir, contracts))
			if err != nil {
				return nil, err
			}
			for _, name := range inside {
				names = append(names, contracts+"/"+name)
			}
		default:
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// again reports whether the package is that of another study once more, with contracts that say more than level a.
func (s *study) again() bool { return strings.HasPrefix(s.name, contracts+"/") }

// A study is one package and what its proof costs.
type study struct {
	name                    string
	files                   map[string][]byte
	code, annotation, least int // lines; least counts the annotations that level a needs
	functions, goals        int
	wall, solver            time.Duration
}

// measure checks the package in dir.
func measure(dir string) (*study, error) {
	s := &study{files: map[string][]byte{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		s.files[filepath.Base(f)] = src
		s.count(src)
	}
	begun := time.Now()
	result, err := verify.Run(context.Background(), verify.Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"."}, Checks: verify.AllChecks, Panics: true, Workers: runtime.GOMAXPROCS(0),
	})
	if err != nil {
		return nil, err
	}
	s.wall, s.solver = time.Since(begun), result.Stats.Solver()
	s.functions = len(result.Functions)
	for _, f := range result.Functions {
		s.goals += f.Goals
	}
	if sum := result.Summary; sum.Verified != s.functions || len(result.Findings) > 0 {
		return nil, fmt.Errorf("%s: %d of %d functions are verified", dir, sum.Verified, s.functions)
	}
	return s, nil
}

// count counts the lines of a file that are annotations, and those that are neither blank nor comments.
func (s *study) count(src []byte) {
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(line, []byte(tool)):
			s.annotation++
		case len(line) > 0 && !bytes.HasPrefix(line, []byte("//")):
			s.code++
		}
	}
}

func page(all []*study, peak int) []byte {
	var b bytes.Buffer
	b.WriteString(`# Case studies

Written by ` + "`go run ./internal/tools/casestudies`" + `. Each package in ` + "`examples`" + ` has tests of its own.
Lines of code are those that are neither blank nor comments. Annotations are all lines of them. Level (a) counts those
that it takes to prove two things: no access is a race or against its predicate, and every function with a contract is
one step or so many. The command leaves out what steps do (when, modifies, ensures), the contracts of functions that are
not exported, the locks that these ask for, what types promise, invariants of loops, and ghosts. It does so as far as the rest is verified without
them, and counts what remains. A function that is one step may look at things before it acts. Then one line stays that
names the step and what it changes, as ` + "`atomic`" + ` alone would ask for more. The packages in ` + "`examples/contracts`" + ` are some
of the others once more, with contracts that say what each operation does to a sequence of values or a set of keys. What
these take at level (a) is in the row of the package of the same name. For annotations of 100 lines, the last row is
about the packages that have a figure there. Wall time is of one run without a cache, with a worker for each processor;
solver time is the sum over the workers.

| package | lines of code | annotations | level (a) | for 100 lines | functions | goals | wall | solver |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	sum := study{name: "all"}
	measured := 0 // lines of code of the packages with a figure at level a
	for _, s := range all {
		code := 0
		if !s.again() {
			code = s.code
		}
		b.WriteString(s.row(code))
		measured += code
		sum.code, sum.annotation = sum.code+s.code, sum.annotation+s.annotation
		sum.least += s.least
		sum.functions, sum.goals = sum.functions+s.functions, sum.goals+s.goals
		sum.wall, sum.solver = sum.wall+s.wall, sum.solver+s.solver
	}
	b.WriteString(sum.row(measured))
	if peak > 0 {
		fmt.Fprintf(&b, "\nPeak memory, the solver's included: %d MB.\n", peak>>10)
	}
	return b.Bytes()
}

// row is a line of the table. The annotations that level a needs are for so many lines of code, or none were counted.
func (s *study) row(measured int) string {
	least, density := "–", "–"
	if measured > 0 {
		least, density = strconv.Itoa(s.least), strconv.Itoa((100*s.least+measured/2)/measured)
	}
	return fmt.Sprintf("| %s | %d | %d | %s | %s | %d | %d | %.1f s | %.1f s |\n", s.name, s.code, s.annotation,
		least, density, s.functions, s.goals, s.wall.Seconds(), s.solver.Seconds())
}

// peakMemory is the greatest size that the process has had, in kilobytes; 0 where the system does not tell.
func peakMemory() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.Atoi(strings.Fields(rest)[0])
			if err == nil {
				return n
			}
		}
	}
	return 0
}
