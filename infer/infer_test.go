package infer_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A comment "want TEXT N" says what is proposed for what is declared on its line, and how many accesses or calls agree; "bug",
// that an access there does not.
var want = regexp.MustCompile(`// want "([^"]*)" (\d+)`)

func loaded(t *testing.T, dir string, overlay map[string][]byte) ([]*packages.Package, map[string]*annot.Package) {
	t.Helper()
	pkgs, err := load.Load(t.Context(), load.Config{Overlay: overlay}, "./testdata/"+dir)
	if err != nil {
		t.Fatal(err)
	}
	annots := map[string]*annot.Package{}
	for _, p := range pkgs {
		a, errs := annot.Check(annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo})
		if len(errs) > 0 {
			t.Fatalf("%s: %v", dir, errs[0])
		}
		annots[p.PkgPath] = a
	}
	return pkgs, annots
}

func propose(t *testing.T, pkgs []*packages.Package, annots map[string]*annot.Package) []*infer.Proposal {
	t.Helper()
	all, err := infer.Propose(pkgs, annots)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPropose(t *testing.T) {
	for _, dir := range []string{"good", "wrong", "anyway"} {
		t.Run(dir, func(t *testing.T) {
			pkgs, annots := loaded(t, dir, nil)
			all := propose(t, pkgs, annots)
			if dir == "anyway" {
				var err error
				if all, _, err = infer.ProposeAnyway(pkgs, annots); err != nil {
					t.Fatal(err)
				}
			}
			var got, expected []string
			for _, p := range all {
				got = append(got, fmt.Sprintf("%d: %s %d", p.Position.Line, p.Text(), p.Agree))
				for _, a := range p.Against {
					got = append(got, fmt.Sprintf("%d: bug", a.Position.Line))
				}
			}
			for _, file := range pkgs[0].Syntax {
				for _, c := range comments(file) {
					line := pkgs[0].Fset.Position(c.Pos()).Line
					if m := want.FindStringSubmatch(c.Text); m != nil {
						expected = append(expected, fmt.Sprintf("%d: %s %s", line, m[1], m[2]))
					}
					if c.Text == "// bug" {
						expected = append(expected, strconv.Itoa(line)+": bug")
					}
				}
			}
			slices.Sort(got)
			slices.Sort(expected)
			if diff := cmp.Diff(expected, got); diff != "" {
				t.Errorf("proposals (-want +got):\n%s", diff)
			}
		})
	}
}

func comments(file *ast.File) []*ast.Comment {
	var all []*ast.Comment
	for _, group := range file.Comments {
		all = append(all, group.List...)
	}
	return all
}

// TestWrite: what is written is formatted and well-formed, and leaves nothing more to propose.
func TestWrite(t *testing.T) {
	for _, dir := range []string{"good", "wrong"} {
		t.Run(dir, func(t *testing.T) {
			pkgs, annots := loaded(t, dir, nil)
			all := propose(t, pkgs, annots)
			files, unplaced, err := infer.Write(pkgs, all, os.ReadFile)
			if err != nil || len(unplaced) > 0 || len(files) != 1 {
				t.Fatalf("%d files, %d proposals are not placed, %v", len(files), len(unplaced), err)
			}
			for name, src := range files {
				if tidy, err := format.Source(src); err != nil || !bytes.Equal(tidy, src) {
					t.Errorf("%s is not formatted: %v", name, err)
				}
				for _, p := range all {
					lines, err := p.Find(pkgs[0].Fset, pkgs[0].Syntax[0], name, src)
					if err != nil || len(lines) != len(p.Lines) {
						t.Errorf("%s: %d lines of it are found, %v", p.Key(), len(lines), err)
					}
				}
			}
			pkgs, annots = loaded(t, dir, files)
			for _, p := range propose(t, pkgs, annots) {
				t.Errorf("a second time: %s", p.Key())
			}
		})
	}
}

// TestWriteForms looks at where annotations go.
func TestWriteForms(t *testing.T) {
	pkgs, annots := loaded(t, "forms", nil)
	files, unplaced, err := infer.Write(pkgs, propose(t, pkgs, annots), os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range files {
		path := filepath.Join("testdata", "forms.golden")
		if *update {
			if err := os.WriteFile(path, src, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(golden), string(src)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	var left []string
	for _, p := range unplaced {
		left = append(left, p.Name)
	}
	if diff := cmp.Diff([]string{"Together.a"}, left); diff != "" {
		t.Errorf("not placed (-want +got):\n%s", diff)
	}
}
