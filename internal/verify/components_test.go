package verify

import (
	"go/types"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"
)

// Of a package that is known by its export data alone, its types tell what it imports.
func TestComponentsByTypes(t *testing.T) {
	made := func(path string, imports ...*types.Package) *packages.Package {
		p := &packages.Package{PkgPath: path, Types: types.NewPackage(path, path)}
		p.Types.SetImports(imports)
		return p
	}
	b := made("b")
	x := made("x", b.Types)
	a, c := made("a", x.Types), made("c")
	a.Imports = map[string]*packages.Package{"x": x}
	if got := components([]*packages.Package{a, b, c}); len(got) != 2 || len(got[0]) != 2 {
		t.Errorf("%d parts, the first of %d packages; want a with b, and c", len(got), len(got[0]))
	}
}

func TestComponents(t *testing.T) {
	tests := []struct {
		name    string
		imports []string // "p: q r" of every package, matched or not, those imported first
		matched string
		want    []string
	}{
		{"strangers", []string{"sync:", "a: sync", "b: sync"}, "a b", []string{"a", "b"}},
		{"one imports the other", []string{"a:", "b: a", "c:"}, "a b c", []string{"a b", "c"}},
		{"imported by one", []string{"a:", "b:", "c:", "z: a c"}, "a b c z", []string{"a c z", "b"}},
		{"through what is not matched", []string{"a:", "x: a", "b: x"}, "a b", []string{"a b"}},
		{"their importer is not matched", []string{"a:", "b:", "main: a b"}, "a b", []string{"a", "b"}},
		{"what both import is not matched", []string{"x:", "a: x", "b: x"}, "a b", []string{"a", "b"}},
		{"a chain", []string{"a:", "b: a", "c: b", "d: b", "e:"}, "e d a c", []string{"e", "d a c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := map[string]*packages.Package{}
			for _, line := range tt.imports {
				path, imports, _ := strings.Cut(line, ":")
				p := &packages.Package{PkgPath: path, Imports: map[string]*packages.Package{}}
				for _, i := range strings.Fields(imports) {
					p.Imports[i] = all[i]
				}
				all[path] = p
			}
			var matched []*packages.Package
			for _, path := range strings.Fields(tt.matched) {
				matched = append(matched, all[path])
			}
			var got []string
			for _, part := range components(matched) {
				var paths []string
				for _, p := range part {
					paths = append(paths, p.PkgPath)
				}
				got = append(got, strings.Join(paths, " "))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
