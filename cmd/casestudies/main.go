// Casestudies checks the packages below examples and writes docs/case-studies.md: how large each is, how much of it are
// annotations, and what its proof costs.
//
//	go run ./cmd/casestudies
//
// It fails if a function is not verified.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/load"
)

func main() {
	dir := flag.String("dir", "examples", "the directory of the packages")
	out := flag.String("o", "docs/case-studies.md", "the page to write")
	flag.Parse()
	if err := run(*dir, *out); err != nil {
		fmt.Fprintf(os.Stderr, "casestudies: %v\n", err)
		os.Exit(1)
	}
}

func run(dir, out string) error {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return err
	}
	var all []*study
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "internal" { // what their tests share
			continue
		}
		s, err := measure(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		all = append(all, s)
		fmt.Fprintf(os.Stderr, "%s: %.1f s\n", s.name, s.wall.Seconds())
	}
	return os.WriteFile(out, page(all), 0o644)
}

// A study is one package and what its proof costs.
type study struct {
	name                       string
	code, annotation, contract int // lines; contract counts those of the annotations that say what a step does
	functions, goals           int
	wall, solver               time.Duration
}

// measure checks the package in dir.
func measure(dir string) (*study, error) {
	s := &study{name: filepath.Base(dir)}
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
		s.count(src)
	}
	begun := time.Now()
	result, err := verify.Run(context.Background(), verify.Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"."}, Checks: verify.AllChecks, Workers: runtime.GOMAXPROCS(0),
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

// effects are the annotations that say what a step does, beyond that it is one.
var effects = [][]byte{[]byte("//calvin:when"), []byte("//calvin:modifies"), []byte("//calvin:ensures")}

// count counts the lines of a file that are annotations, and those that are neither blank nor comments.
func (s *study) count(src []byte) {
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(line, []byte("//calvin:")):
			s.annotation++
			if slices.ContainsFunc(effects, func(verb []byte) bool { return bytes.HasPrefix(line, verb) }) {
				s.contract++
			}
		case len(line) > 0 && !bytes.HasPrefix(line, []byte("//")):
			s.code++
		}
	}
}

func page(all []*study) []byte {
	var b bytes.Buffer
	b.WriteString(`# Case studies

Written by ` + "`go run ./cmd/casestudies`" + `. Each package in ` + "`examples`" + ` has tests of its own. Lines of code are those that are neither
blank nor comments. Of the annotations, contracts are the lines that say what a step does (when, modifies, ensures); the
others say who may touch what, what types promise, and which functions are one step or several: they are those counted for
100 lines of code. Wall time is of one run without a cache, with a worker for each processor; solver time is the sum over the
workers.

| package | lines of code | annotations | contracts | others for 100 lines | functions | goals | wall | solver |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	var sum study
	row := func(s *study) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %.1f s | %.1f s |\n", s.name, s.code, s.annotation,
			s.contract, 100*(s.annotation-s.contract)/s.code, s.functions, s.goals, s.wall.Seconds(), s.solver.Seconds())
	}
	for _, s := range all {
		row(s)
		sum.code, sum.annotation = sum.code+s.code, sum.annotation+s.annotation
		sum.contract += s.contract
		sum.functions, sum.goals = sum.functions+s.functions, sum.goals+s.goals
		sum.wall, sum.solver = sum.wall+s.wall, sum.solver+s.solver
	}
	sum.name = "all"
	row(&sum)
	if peak := peakMemory(); peak > 0 {
		fmt.Fprintf(&b, "\nPeak memory, the solver's included: %d MB.\n", peak>>10)
	}
	return b.Bytes()
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
