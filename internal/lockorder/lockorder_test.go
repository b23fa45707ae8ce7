package lockorder_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/lockorder"
	"github.com/calvin-go/calvin/load"
)

// A comment "want TEXT" says which circle is found at its line.
var want = regexp.MustCompile(`// want "([^"]*)"`)

func TestWrong(t *testing.T) { compare(t, "wrong") }

func TestRight(t *testing.T) { compare(t, "right") }

// compare finds circles in the packages of an archive, and compares them with their comments.
func compare(t *testing.T, name string) {
	pkgs := unpack(t, name)
	if len(pkgs) < 20 {
		t.Errorf("%d packages", len(pkgs))
	}
	for _, p := range pkgs {
		t.Run(p.Name, func(t *testing.T) {
			wanted, got := comments(p), map[string]string{}
			result, err := lockorder.Find(t.Context(), []*packages.Package{p}, map[string]*annot.Package{p.PkgPath: annotations(t, p)})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range result.Cycles {
				got[fmt.Sprint(c.Position.Line)] = text(c)
			}
			for _, v := range result.Violations {
				got[fmt.Sprint(v.Position.Line)] = v.Edge.Held + " > " + v.Edge.Acquired + " against " + v.Order
			}
			if diff := gocmp.Diff(wanted, got); diff != "" {
				t.Errorf("circles differ (-want +got):\n%s", diff)
			}
		})
	}
}

// unpack loads the packages of an archive.
func unpack(t *testing.T, name string) []*packages.Package {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com\n\ngo 1.26\n")
	for _, f := range archive.Files {
		write(t, dir, f.Name, string(f.Data))
	}
	pkgs, err := load.Load(t.Context(), load.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func annotations(t *testing.T, p *packages.Package) *annot.Package {
	t.Helper()
	a, errs := annot.Check(annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo})
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	return a
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func comments(p *packages.Package) map[string]string {
	all := map[string]string{}
	for _, f := range p.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if m := want.FindStringSubmatch(c.Text); m != nil {
					all[fmt.Sprint(p.Fset.Position(c.Pos()).Line)] = m[1]
				}
			}
		}
	}
	return all
}

func text(c *lockorder.Cycle) string {
	names := []string{c.Edges[0].Held}
	for _, e := range c.Edges {
		names = append(names, e.Acquired)
	}
	return strings.Join(names, " > ")
}

// TestAgain checks that a second run of all packages together finds the same, in the same order.
func TestAgain(t *testing.T) {
	pkgs, annots := all(t)
	var runs []*lockorder.Result
	for range 2 {
		r, err := lockorder.Find(t.Context(), pkgs, annots)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	if len(runs[0].Cycles) < 20 || len(runs[0].Violations) < 3 {
		t.Errorf("%d circles, %d violations", len(runs[0].Cycles), len(runs[0].Violations))
	}
	if diff := gocmp.Diff(runs[0], runs[1]); diff != "" {
		t.Errorf("the second run differs:\n%s", diff)
	}
}

// TestCancelled checks that the analysis ends with its context.
func TestCancelled(t *testing.T) {
	pkgs, annots := all(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lockorder.Find(ctx, pkgs, annots); !errors.Is(err, context.Canceled) {
		t.Errorf("Find() = %v, want %v", err, context.Canceled)
	}
}

// all loads the packages with circles.
func all(t *testing.T) ([]*packages.Package, map[string]*annot.Package) {
	t.Helper()
	pkgs := unpack(t, "wrong")
	annots := map[string]*annot.Package{}
	for _, p := range pkgs {
		annots[p.PkgPath] = annotations(t, p)
	}
	return pkgs, annots
}
