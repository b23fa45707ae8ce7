package singlethreaded

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// TestStandard holds the packages against their source: none starts a goroutine, but where laterCalled says so, and in
// package runtime, whose goroutines call nobody's functions but those that it is given to call later.
func TestStandard(t *testing.T) {
	for path := range standard {
		if path == "runtime" {
			continue
		}
		p, err := build.Import(path, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.GoFiles {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				ast.Inspect(d, func(n ast.Node) bool {
					if g, ok := n.(*ast.GoStmt); ok && !(path == "time" && d.(*ast.FuncDecl).Name.Name == "goFunc") {
						t.Errorf("%s starts a goroutine at %s", path, fset.Position(g.Pos()))
					}
					return true
				})
			}
		}
	}
}
