package desugar

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verifytest/loaded"
	"github.com/calvin-go/calvin/ir"
)

var update = flag.Bool("update", false, "rewrite golden files")

// build loads packages and prepares them.
func build(t *testing.T, dir string, patterns ...string) (*Program, []*packages.Package) {
	t.Helper()
	pkgs, annots := loaded.Annotated(t, dir, patterns...)
	p, err := Build(pkgs, annots, Others{})
	if err != nil {
		t.Fatal(err)
	}
	return p, pkgs
}

// TestBodies translates the functions of testdata/bodies and compares the result with a golden file a package.
func TestBodies(t *testing.T) {
	dirs, err := filepath.Glob("testdata/bodies/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			p, pkgs := build(t, dir, ".")
			var out strings.Builder
			for _, fn := range p.Functions(pkgs[0].PkgPath) {
				f, err := p.Translate(t.Context(), fn)
				if err != nil {
					t.Fatal(err)
				}
				if err := ir.CheckFunc(f); err != nil {
					t.Errorf("%s: %v", fn.Name, err)
				}
				out.WriteString(f.String() + "\n")
			}
			abs, err := filepath.Abs(dir)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(out.String(), abs+string(filepath.Separator), "")
			compare(t, filepath.Join(dir, "bodies.golden"), got)
		})
	}
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and look at the difference\n%s", golden, got)
	}
}
