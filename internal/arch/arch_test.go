// Package arch_test holds the architecture: which package may import which, and that what maintainers run is listed.
package arch_test

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

const (
	module = "github.com/calvin-go/calvin"
	root   = "../.." // of the module, from here
)

// arrows lists what each package may import of ours; all arrows point one way. The pipeline and the explorer come first: they know
// nothing of internal/, whose features are made of them. A command is made of features. Maintainers' tools are not listed: they may
// import what they like, and nothing imports them.
var arrows = map[string][]string{
	"cache":        {},
	"ir":           {},
	"annot":        {},
	"load":         {},
	"infer":        {"annot", "desugar/addressed", "desugar/appendonly", "desugar/beforeclose", "desugar/functiontables", "desugar/liveness", "desugar/sequential", "desugar/startup", "infer/memory", "library"},
	"infer/memory": {"annot"},
	"library":      {},
	"desugar":      {"annot", "desugar/addressed", "desugar/analysis", "desugar/digest", "desugar/emit", "desugar/eval", "desugar/heap", "desugar/sequential", "ir", "library"},
	"reduce":       {"ir"},
	"vcgen":        {"ir"},
	"prover":       {"cache", "ir", "prover/memory", "prover/warmpool", "prover/threads", "vcgen"},
	"report":       {"annot", "ir", "vcgen"},

	"desugar/analysis":        {"annot", "desugar/addressed", "desugar/appendonly", "desugar/beforeclose", "desugar/functiontables", "desugar/liveness", "desugar/sequential", "desugar/startup", "desugar/unsafestrings", "ir", "library"},
	"desugar/addressed":       {},
	"desugar/appendonly":      {},
	"desugar/beforeclose":     {},
	"desugar/sequential":      {"library"},
	"desugar/singlethreaded":  {"library"},
	"desugar/startup":         {"desugar/addressed", "library"},
	"desugar/functiontables":  {},
	"desugar/digest":          {"desugar/analysis"},
	"desugar/elementpointers": {},
	"desugar/scalars":         {},
	"desugar/emit":            {"annot", "desugar/analysis", "desugar/eval", "desugar/gostatements", "desugar/heap", "desugar/scalars", "ir"},
	"desugar/eval":            {"annot", "desugar/analysis", "desugar/heap", "ir"},
	"desugar/gostatements":    {},
	"desugar/inlining":        {},
	"desugar/liveness":        {},
	"desugar/unsafestrings":   {},
	"desugar/heap":            {"annot", "desugar/analysis", "ir"},

	"prover/memory":   {},
	"prover/warmpool": {},
	"prover/threads":  {},

	"report/index": {"report/page"},
	"report/page":  {"ir", "report", "vcgen"},

	"explore":            {"explore/fusion", "explore/instrument", "explore/rt", "explore/slice", "explore/strategy", "explore/worker"},
	"explore/evaluate":   {"annot"},
	"explore/fusion":     {"explore/rt", "explore/strategy", "prover"},
	"explore/border":     {},
	"explore/instrument": {"annot", "explore/border", "explore/evaluate", "library", "load"},
	"explore/rt":         {"explore/border"},
	"explore/simnet":     {"explore/rt"},
	"explore/slice":      {"explore/rt", "explore/strategy"},
	"explore/strategy":   {"explore/rt"},
	"explore/worker":     {"explore/rt", "explore/strategy"},

	"analyzer":             {"annot", "cache", "desugar", "internal/verify", "ir", "load", "prover", "report"},
	"analyzer/golangci":    {"analyzer"},
	"internal/browsertest": {},
	"internal/changed":     {"annot"},
	"internal/cli": {
		"annot", "cache", "desugar", "explore", "explore/instrument", "explore/rt", "explore/strategy", "explore/worker", "infer",
		"internal/changed", "internal/houdini", "internal/lsp", "internal/verify", "ir", "load", "prover", "report", "report/index", "report/page",
	},
	"internal/workers": {},
	"internal/gctune":  {},
	"internal/houdini": {
		"annot", "desugar", "explore", "explore/instrument", "explore/worker", "infer", "internal/verify", "load", "report",
	},
	"internal/lsp":       {"annot", "desugar", "infer", "internal/lsp/rpc", "internal/verify", "ir", "load", "report", "report/page"},
	"internal/lsp/rpc":   {},
	"internal/lockorder": {"annot", "desugar/analysis", "infer/memory"},
	"internal/modproxy":  {"load"},
	"internal/pages":     {},
	"internal/quickfix":  {"ir", "report"},
	"internal/summary":   {"cache", "load"},
	"internal/thorough":  {},
	"internal/verify": {
		"annot", "cache", "desugar", "desugar/digest", "desugar/elementpointers", "desugar/gostatements", "desugar/inlining", "desugar/scalars", "desugar/singlethreaded", "desugar/unsafestrings", "infer", "internal/workers", "internal/lockorder", "internal/quickfix", "internal/summary", "ir", "library", "load", "prover",
		"reduce",
		"report", "vcgen",
	},

	"internal/exploretest/asserting": {"explore/rt", "explore/strategy"},
	"internal/exploretest/chess":     {"explore/rt", "explore/strategy"},
	"internal/exploretest/divide":    {"explore/rt", "explore/strategy"},
	"internal/exploretest/golden":    {"explore/rt", "explore/strategy"},
	"internal/exploretest/nasty":     {},
	"internal/exploretest/random":    {"explore/rt", "explore/strategy", "internal/exploretest/trace"},
	"internal/exploretest/trace":     {"explore/rt"},
	"internal/exploretest/written":   {},

	"internal/verifytest/fuzz": {
		"explore", "explore/instrument", "explore/worker", "internal/workers", "internal/verify", "internal/verifytest/fuzz/program", "load", "prover", "report",
	},
	"internal/verifytest/fuzz/program": {},
	"internal/verifytest/gen":          {},
	"internal/verifytest/loaded":       {"annot", "desugar/analysis", "load"},
	"internal/verifytest/marks":        {"internal/verify", "report"},
	"internal/verifytest/mutant":       {"internal/workers", "internal/verify", "load", "report"},
	"internal/verifytest/weakening": {
		"annot", "desugar", "internal/verify", "internal/verifytest/marks", "internal/verifytest/mutant", "internal/verifytest/weakening/hook",
		"ir", "load", "prover", "reduce", "report", "vcgen",
	},
	"internal/verifytest/weakening/hook": {"ir"},

	"cmd/calvin":     {"internal/cli", "internal/gctune"},
	"cmd/calvin-vet": {"analyzer", "prover"},
}

// above are the folders of what is made of the pipeline, which nothing in the pipeline may import.
var above = []string{"analyzer", "cmd", "internal"}

// isTool reports whether a package is a maintainers' tool.
func isTool(pkg string) bool { return strings.HasPrefix(pkg, "internal/tools/") }

// top is the first element of a package's path.
func top(pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

func TestPipelineKnowsNothingOfFeatures(t *testing.T) {
	for pkg, allowed := range arrows {
		for _, ours := range allowed {
			if slices.Contains(above, top(ours)) && !slices.Contains(above, top(pkg)) {
				t.Errorf("%s is of the pipeline and must not import %s", pkg, ours)
			}
			if isTool(ours) || top(ours) == "cmd" {
				t.Errorf("%s must not import the command %s", pkg, ours)
			}
		}
	}
}

// TestArrowsPointOneWay holds of the list what the compiler holds of the code.
func TestArrowsPointOneWay(t *testing.T) {
	done := map[string]bool{}
	var visit func(pkg string, path []string)
	visit = func(pkg string, path []string) {
		if i := slices.Index(path, pkg); i >= 0 {
			t.Fatalf("the arrows go in a circle: %s", strings.Join(append(path[i:], pkg), " -> "))
		}
		if done[pkg] {
			return
		}
		for _, ours := range arrows[pkg] {
			visit(ours, append(path, pkg))
		}
		done[pkg] = true
	}
	for pkg := range arrows {
		visit(pkg, nil)
	}
}

func TestImportsFollowTheArrows(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (name == "testdata" || path == filepath.Join(root, "examples") || name[0] == '.' || name[0] == '_') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		pkg, err := filepath.Rel(root, filepath.Dir(path))
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
	tool := isTool(pkg)
	if !known && !tool {
		t.Errorf("%s: package %s has no place in the architecture", path, pkg)
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
		if ok && !tool && !slices.Contains(allowed, ours) {
			t.Errorf("%s: %s must not import %s", path, pkg, ours)
		}
		if ok && isTool(ours) {
			t.Errorf("%s: nothing may import the tool %s", path, ours)
		}
	}
}
