package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verifytest/gen"
	"github.com/calvin-go/calvin/load"
)

// TestConditionsAlone: what is asked of a function is the same, letter by letter, whatever owns slices and maps elsewhere.
func TestConditionsAlone(t *testing.T) {
	thorough.Not(t)
	few, many := conditionsOf(t, 2), conditionsOf(t, 5)
	ofFunctions := 0
	for name, text := range few {
		if strings.HasPrefix(name, "Table0.") {
			ofFunctions++
		}
		if many[name] != text {
			t.Errorf("%s has %d bytes with 2 packages and %d with 5", name, len(text), len(many[name]))
		}
	}
	if ofFunctions < 2*gen.Unit { // for each function those of both checks
		t.Errorf("the conditions of the functions are %d files", ofFunctions)
	}
}

// conditionsOf returns the conditions of the functions of one type and of its package's annotations, by file, when the
// package is checked with so many packages.
func conditionsOf(t *testing.T, packages int) map[string]string {
	t.Helper()
	dir, dump := t.TempDir(), t.TempDir()
	write := into(t, dir)
	write("go.mod", "module generated\n\ngo 1.26\n")
	var paths []string
	for i := range packages {
		name := fmt.Sprintf("p%d", i)
		src, err := gen.Owners(name, 2*gen.Unit)
		if err != nil {
			t.Fatal(err)
		}
		write(name+"/p.go", string(src))
		paths = append(paths, "generated/"+name)
	}
	write("main.go", string(gen.Importer(paths)))
	_, err := Run(t.Context(), Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, Checks: AllChecks, Panics: true, Workers: 2, Dump: dump, Faults: t.TempDir(),
		Run: regexp.MustCompile(`^\(\*Table0\)`),
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dump, "generated", "p0", "*.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	conditions := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		conditions[filepath.Base(f)] = strings.ReplaceAll(string(text), dir, "")
	}
	return conditions
}
