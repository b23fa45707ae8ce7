package quickfix_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/quickfix"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func run(t *testing.T, overlay map[string][]byte) *verify.Result {
	t.Helper()
	result, err := verify.Run(t.Context(), verify.Options{
		Load: load.Config{Overlay: overlay}, Patterns: []string{"./testdata/fixes"}, Checks: verify.AllChecks, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestFixes looks at what is suggested for functions that lack a lock, in each form of the output, and verifies them with
// it.
func TestFixes(t *testing.T) {
	result := run(t, nil)
	dir, err := filepath.Abs("testdata/fixes")
	if err != nil {
		t.Fatal(err)
	}
	var text, lines bytes.Buffer
	for _, d := range result.Findings {
		short := &report.Diagnostic{ // without what depends on the solver
			Code: d.Code, Verdict: d.Verdict, Span: d.Span, Message: d.Message, Package: d.Package, Function: d.Function, Fixes: d.Fixes,
		}
		fmt.Fprintf(&text, "%s\n", d.Function)
		for _, r := range []report.Renderer{
			report.NewText(&text, report.TextOptions{Dir: dir}), report.NewJSON(&lines, dir),
		} {
			if err := r.Diagnostic(short); err != nil {
				t.Fatal(err)
			}
		}
		if len(d.Fixes) > 2 {
			t.Errorf("%s: %d fixes", d.Start, len(d.Fixes))
		}
	}
	golden(t, "fixes.text.golden", text.Bytes())
	golden(t, "fixes.json.golden", lines.Bytes())

	file := filepath.Join(dir, "fixes.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edits, fixed := firstEdits(result.Findings)
	after := quickfix.Apply(string(src), edits)
	golden(t, "fixes.go.golden", []byte(after))
	if formatted, err := format.Source([]byte(after)); err != nil || string(formatted) != after {
		t.Errorf("the fixed file is not formatted: %v", err)
	}
	verified := map[string]bool{}
	for _, f := range run(t, map[string][]byte{file: []byte(after)}).Functions {
		verified[f.Function] = f.Verdict == report.Verified
	}
	for _, name := range fixed {
		if !verified[name] {
			t.Errorf("%s is not verified with its fix", name)
		}
	}
	if len(fixed) < 20 {
		t.Errorf("only %d functions are fixed", len(fixed))
	}
}

// firstEdits collects the edits of the first fixes, and the functions that they are for.
func firstEdits(findings []*report.Diagnostic) (edits []report.Edit, functions []string) {
	seen := map[string]bool{}
	for _, d := range findings {
		if len(d.Fixes) == 0 || len(d.Fixes[0].Edits) == 0 {
			continue
		}
		functions = append(functions, d.Function)
		if key := fmt.Sprint(d.Fixes[0].Edits); !seen[key] { // two findings may have one fix
			seen[key] = true
			edits = append(edits, d.Fixes[0].Edits...)
		}
	}
	slices.SortStableFunc(edits, func(a, b report.Edit) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	slices.Sort(functions)
	return edits, slices.Compact(functions)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
