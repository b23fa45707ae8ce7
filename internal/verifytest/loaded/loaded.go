// Package loaded prepares packages for tests of the translator. It takes patterns. It gives the type-checked packages
// with their annotations, and the facts about them as a program.
package loaded

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/load"
)

// Annotated loads packages, relative to dir, with their annotations by import path. An annotation in error fails the test.
func Annotated(t testing.TB, dir string, patterns ...string) ([]*packages.Package, map[string]*annot.Package) {
	t.Helper()
	pkgs, err := load.Load(t.Context(), load.Config{Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	annots := map[string]*annot.Package{}
	for _, pkg := range pkgs {
		a, errs := annot.Check(annot.Source{Fset: pkg.Fset, Files: pkg.Syntax, Types: pkg.Types, Info: pkg.TypesInfo})
		for _, e := range errs {
			t.Errorf("%s: %s", pkg.Fset.Position(e.Pos), e.Msg)
		}
		annots[pkg.PkgPath] = a
	}
	return pkgs, annots
}

// Facts returns what is known of the one package in dir.
func Facts(t testing.TB, dir string) (*analysis.Facts, *packages.Package) {
	t.Helper()
	pkgs, annots := Annotated(t, dir, ".")
	facts, err := analysis.Find(pkgs, annots, analysis.Others{})
	if err != nil {
		t.Fatal(err)
	}
	return facts, pkgs[0]
}
