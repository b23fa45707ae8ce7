package infer_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/infer"
)

// TestConcerns looks at packages that declare one thing each that an annotation may be about, and at some that declare none.
func TestConcerns(t *testing.T) {
	for text, want := range map[string]bool{
		"package main; import _ \"sync\"; func main() {}":                                      false,
		"package main; import \"fmt\"; func main() { x := 1; fmt.Println(x) }; func init() {}": false,
		"package main; const c = 1; func main() { println(c) }":                                false,
		"package main; func unused(x *int) { *x = 1 }; func main() {}":                         false,
		"package main; func f() {}; func main() { f() }":                                       true,
		"package main; func f() {}; func main() { x := f; x() }":                               true,
		"package main; func main() { if false { main() } }":                                    true,
		"package p; func F() {}":                                                               true,
		"package p; var x int":                                                                 true,
		"package p; var _ = 1":                                                                 false,
		"package p; type t struct{ n int }":                                                    true,
		"package p; type t int":                                                                true,
		"package p; type t = struct{ n int }":                                                  true,
		"package main; func main() { var x struct{ n int }; x.n++ }":                           true,
		"package main; func main() { type t struct{}; println(t{}) }":                          true,
		"package main; func main() { x := 0; go func() { x++ }() }":                            true,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(error) {}}
		pkg, _ := conf.Check("p", fset, []*ast.File{file}, info) // what is wrong with it does not matter
		got := infer.Concerns(&packages.Package{Types: pkg, TypesInfo: info, Syntax: []*ast.File{file}})
		if got != want {
			t.Errorf("Concerns of %s: %t", text, got)
		}
	}
}

// TestConcernsProposed checks that what there is a proposal about is in a package that is taken to have something.
func TestConcernsProposed(t *testing.T) {
	for _, dir := range []string{"good", "wrong"} {
		pkgs, annots := loaded(t, dir, nil)
		all, _, err := infer.ProposeAnyway(pkgs, annots)
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %d proposals, %v", dir, len(all), err)
		}
		for _, p := range pkgs {
			if !infer.Concerns(p) {
				t.Errorf("nothing in %s concerns anybody", p.PkgPath)
			}
		}
	}
}
