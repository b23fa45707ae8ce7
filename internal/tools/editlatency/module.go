//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A module is what is edited: packages, each of which imports one or two before it, and the file of one of them that is open.
type module struct {
	name               string
	packages, counters int // how many, and how many types each of them has
	open               int // the package that is open
}

// modules are those of the inspection of which docs/evaluation/surfaces.md speaks.
var modules = []module{
	{"one package, 45 functions", 1, 9, 0},
	{"one package, 270 functions", 1, 54, 0},
	{"60 packages, 2,100 functions, the one on top", 60, 7, 59},
	{"60 packages, 2,100 functions, the one at the bottom", 60, 7, 0},
}

// each is how many functions a type has.
const each = 5

// maxEdits is how many functions of each module can be changed without a save, and as many with one.
const maxEdits = 17

// file is the file of a package, in the module's directory.
func (m module) file(n int) string { return path.Join(fmt.Sprintf("p%d", n), "p.go") }

// write lays the module out.
func (m module) write(dir string) error {
	files := map[string]string{"go.mod": "module m\n\ngo 1.26\n"}
	for n := range m.packages {
		files[m.file(n)] = m.source(n)
	}
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, []byte(text), 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// source is the text of a package. Its types have a lock, two variables that it guards, and an invariant; all functions are verified.
func (m module) source(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\nimport (\n\t\"sync\"\n", n)
	for _, before := range m.imports(n) {
		fmt.Fprintf(&b, "\n\t\"m/p%d\"", before)
	}
	b.WriteString("\n)\n")
	for c := range m.counters {
		fmt.Fprintf(&b, "\n// A Counter%d counts.\n//\n//calvin:invariant calls >= 0\ntype Counter%[1]d struct {\n\tmu sync.Mutex\n\t//calvin:guarded_by mu\n\tn int\n\t//calvin:guarded_by mu\n\tcalls int\n}\n", c)
		for f := range each {
			fmt.Fprintf(&b, "\n// Add%[2]d adds.\n//\n//calvin:atomic\n//calvin:modifies c.n\n//calvin:ensures  c.n == old(c.n)+k\nfunc (c *Counter%[1]d) Add%[2]d(k int) {\n"+
				"\tc.mu.Lock()\n\tc.n += k\n\tc.mu.Unlock()\n}\n", c, c*each+f)
		}
	}
	for _, before := range m.imports(n) {
		fmt.Fprintf(&b, "\n// Use%[1]d uses a counter of another package.\nfunc Use%[1]d(c *p%[1]d.Counter0) { c.Add0(1) }\n", before)
	}
	return b.String()
}

// imports are the packages that one imports.
func (m module) imports(n int) []int {
	switch {
	case n == 0:
		return nil
	case n%3 == 2:
		return []int{n - 2, n - 1}
	}
	return []int{n - 1}
}

// The lines that an edit comments out, and in again. The file keeps its lines.
const (
	held   = "\tc.mu.Lock()\n\tc.n += k\n\tc.mu.Unlock()\n"
	unheld = "\t// c.mu.Lock()\n\tc.n += k\n\t// c.mu.Unlock()\n"
)

// broken is a text in which a function takes its lock no more, with the lines of that function, from 0.
func broken(text string, function int) (edited string, first, last int, err error) {
	head := fmt.Sprintf(") Add%d(k int) {\n", function)
	before, after, ok := strings.Cut(text, head)
	if !ok || !strings.HasPrefix(after, held) {
		return "", 0, 0, fmt.Errorf("the file has no function Add%d that takes its lock", function)
	}
	first = strings.Count(before, "\n")
	return before + head + unheld + after[len(held):], first, first + strings.Count(held, "\n") + 1, nil
}
