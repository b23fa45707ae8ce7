package gen

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestPackage(t *testing.T) { compiles(t, Package) }

func TestOwners(t *testing.T) { compiles(t, Owners) }

func compiles(t *testing.T, generate func(string, int) ([]byte, error)) {
	t.Helper()
	for _, n := range []int{5, 50, 100} {
		src, err := generate("p", n)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		funcs := 0
		for _, d := range f.Decls {
			if _, ok := d.(*ast.FuncDecl); ok {
				funcs++
			}
		}
		if funcs != n {
			t.Errorf("Package(%d) has %d functions", n, funcs)
		}
		conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
		if _, err := conf.Check("p", fset, []*ast.File{f}, nil); err != nil {
			t.Errorf("Package(%d) does not compile: %v", n, err)
		}
		if formatted, err := format.Source(src); err != nil || !bytes.Equal(formatted, src) {
			t.Errorf("Package(%d) is not formatted (%v)", n, err)
		}
	}
}

func TestPackageSize(t *testing.T) {
	for _, n := range []int{-5, 0, 7} {
		if _, err := Package("p", n); err == nil {
			t.Errorf("Package(%d) succeeds", n)
		}
	}
}
