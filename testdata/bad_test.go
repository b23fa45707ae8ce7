// Package testdata runs the verifier on the examples, on their mutants and on malformed programs.
package testdata

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/verifytest/marks"
	"github.com/calvin-go/calvin/load"
)

// loadAll loads the packages below dir.
func loadAll(t testing.TB, dir string) []*packages.Package {
	t.Helper()
	pkgs, err := load.Load(t.Context(), load.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// TestDirectives checks that each ill-formed annotation is an error with the code that it is marked with, and nothing
// else is.
func TestDirectives(t *testing.T) {
	for _, p := range loadAll(t, "bad/directives") {
		t.Run(p.Name, func(t *testing.T) {
			_, errs := annot.Check(annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo})
			var got []marks.Mark
			for _, e := range errs {
				got = append(got, marks.Mark{Line: p.Fset.Position(e.Pos).Line, What: e.Code})
			}
			if diff := gocmp.Diff(marks.Wanted(p), marks.Sorted(got)); diff != "" {
				t.Errorf("errors differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDirectivesInEveryForm checks that what is ill-formed comes out in every output form.
func TestDirectivesInEveryForm(t *testing.T) {
	if n := len(run(t, "bad/directives", "./...").Findings); n < 40 {
		t.Errorf("%d findings", n)
	}
}

// uncompilable are files of packages that do not compile, by what is wrong with them, and where the first problem is.
var uncompilable = map[string]struct {
	files map[string]string
	at    string // FILE:LINE, "" for a problem of no file
}{
	"syntax":    {map[string]string{"p.go": "package p\n\nfunc F( {\n}\n"}, "p.go:3"},
	"types":     {map[string]string{"p.go": "package p\n\n//calvin:atomic\nfunc F() int {\n\treturn true\n}\n"}, "p.go:5"},
	"import":    {map[string]string{"p.go": "package p\n\nimport _ \"example.com/p/nowhere\"\n"}, "p.go:3"},
	"cycle":     {map[string]string{"p.go": "package p\n\nimport _ \"example.com/p\"\n"}, ""},
	"packages":  {map[string]string{"p.go": "package p\n", "q.go": "package q\n"}, ""},
	"encoding":  {map[string]string{"p.go": "package p\n\nvar s = \"\xff\"\n"}, "p.go:3"},
	"empty":     {map[string]string{"p.go": ""}, "p.go:1"},
	"zero byte": {map[string]string{"p.go": "package p\n\x00\n"}, ""},
	"module":    {map[string]string{"p.go": "package p\n", "go.mod": "modul p\n"}, ""},
}

// TestUncompilable checks that packages that do not compile are refused, with a position where there is one.
func TestUncompilable(t *testing.T) {
	for name, test := range uncompilable {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "go.mod", "module example.com/p\n\ngo 1.26\n")
			for file, text := range test.files {
				write(t, dir, file, text)
			}
			_, err := load.Load(t.Context(), load.Config{Dir: dir, Env: append(os.Environ(), "GOFLAGS=")}, ".")
			var failure *load.Error
			if !errors.As(err, &failure) {
				t.Fatalf("Load() = %v, want a *load.Error", err)
			}
			var at []string
			for _, p := range failure.Problems {
				at = append(at, fmt.Sprintf("%s:%d", filepath.Base(p.Position.Filename), p.Position.Line))
			}
			if test.at != "" && !slices.Contains(at, test.at) {
				t.Errorf("%v: reported at %v, want %s", err, at, test.at)
			}
		})
	}
}

func write(t *testing.T, dir, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
