// Package cmd_test holds the architecture: which package may import which.
package cmd_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/calvin-go/calvin"

// arrows lists what each package of the pipeline may import of ours. The commands, below cmd, may import everything;
// nothing imports them but each other.
var arrows = map[string][]string{
	"cache":   {},
	"ir":      {},
	"annot":   {},
	"load":    {},
	"infer":   {"annot"},
	"library": {},
	"desugar": {"annot", "ir", "library"},
	"reduce":  {"ir"},
	"vcgen":   {"ir"},
	"prover":  {"cache", "ir", "vcgen"},
	"report":  {"annot", "ir", "vcgen"},

	"library/generate": {"library"},

	"report/page": {"ir", "report", "vcgen"},

	"explore":            {"explore/fusion", "explore/instrument", "explore/rt", "explore/slice", "explore/strategy", "explore/worker"},
	"explore/evaluate":   {"annot"},
	"explore/fusion":     {"explore/rt", "explore/strategy", "prover"},
	"explore/border":     {},
	"explore/instrument": {"annot", "explore/border", "explore/evaluate", "library", "load"},
	"explore/rt":         {"explore/border"},
	"explore/slice":      {"explore/rt", "explore/strategy"},
	"explore/strategy":   {"explore/rt"},
	"explore/worker":     {"explore/rt", "explore/strategy"},

	"explore/internal/trace":     {"explore/rt"},
	"explore/internal/chess":     {"explore/rt", "explore/strategy"},
	"explore/internal/golden":    {"explore/rt", "explore/strategy"},
	"explore/coverage":           {"explore/internal/chess"},
	"explore/tracecounts":        {"explore/internal/golden", "explore/strategy"},
	"explore/internal/divide":    {"explore/rt", "explore/strategy"},
	"explore/speed":              {"explore", "explore/instrument", "explore/worker"},
	"explore/reduction":          {"explore", "explore/instrument", "explore/strategy", "explore/worker"},
	"explore/buildcost":          {"explore", "explore/instrument"},
	"explore/modules":            {"explore/internal/fetch"},
	"explore/builds":             {"explore/instrument", "explore/internal/fetch"},
	"explore/internal/fetch":     {},
	"explore/internal/nasty":     {},
	"explore/internal/asserting": {"explore/rt", "explore/strategy"},
	"explore/internal/written":   {},
	"explore/internal/random":    {"explore/internal/trace", "explore/rt", "explore/strategy"},

	"internal/tools/fileorder": {},
}

func TestImportsFollowThePipeline(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != ".." && (name == "testdata" || path == filepath.Join("..", "examples") || name[0] == '.' || name[0] == '_') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		pkg, err := filepath.Rel("..", filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg = filepath.ToSlash(pkg)
		seen[pkg] = true
		check(t, pkg, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range arrows {
		if !seen[pkg] {
			t.Errorf("there is no package %s", pkg)
		}
	}
}

func check(t *testing.T, pkg, path string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	allowed, known := arrows[pkg]
	command := strings.HasPrefix(pkg, "cmd/")
	if !known && !command {
		t.Errorf("%s: package %s has no place in the pipeline", path, pkg)
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if imported == "C" {
			t.Errorf("%s: cgo is not to be used", path)
		}
		ours, ok := strings.CutPrefix(imported, module+"/")
		if ok && !command && !slices.Contains(allowed, ours) {
			t.Errorf("%s: %s must not import %s", path, pkg, ours)
		}
	}
}
