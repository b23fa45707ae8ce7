package singlethreaded

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
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

// TestElsewhere has packages that others import, of which only the files are at hand.
func TestElsewhere(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"plain", "package lib\nfunc F() {}", true},
		{"lock", "package lib\nimport \"sync\"\nvar mu sync.Mutex\nvar c = make(chan int)\nfunc F(f func()) { mu.Lock(); f(); mu.Unlock() }", true},
		{"starts", "package lib\nfunc F(f func()) { go f() }", false},
		{"wait group", "package lib\nimport \"sync\"\nvar wg sync.WaitGroup\nfunc F(f func()) { wg.Go(f) }", false},
		{"timer", "package lib\nimport \"time\"\nfunc F(f func()) { time.AfterFunc(1, f) }", false},
		{"dot", "package lib\nimport . \"time\"\nfunc F(f func()) { AfterFunc(1, f) }", false},
		{"server", "package lib\nimport \"net/http\"\nfunc F(h http.Handler) { http.ListenAndServe(``, h) }", false},
		{"imports one that starts", "package lib\nimport \"starts\"\nfunc F(f func()) { starts.F(f) }", false},
		{"imports one that is not found", "package lib\nimport \"nowhere\"\nfunc F(f func()) { nowhere.F(f) }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"lib.go": test.text, "starts.go": "package starts\nfunc F(f func()) { go f() }"}
			source := Source{
				Package: func(path string) *packages.Package {
					if files[path+".go"] == "" {
						return nil
					}
					return &packages.Package{PkgPath: path, CompiledGoFiles: []string{path + ".go"}}
				},
				Read: func(name string) ([]byte, error) { return []byte(files[name]), nil },
			}
			file, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\nimport \"lib\"\nfunc G() { lib.F() }", 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := Are([]*packages.Package{{PkgPath: "p", Name: "p", Syntax: []*ast.File{file}}}, source); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
