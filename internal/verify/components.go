package verify

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar"
)

// What a function is translated to depends on all packages that it is checked with: on whether one of them takes the
// address of a field, say, or keeps slices of a type in a guarded variable. So packages that have nothing to do with each
// other are not built together: else a finding in one of them could come from the other, and go when it is checked alone.

// components parts the packages into those that import each other, through whatever lies between, or are imported by one
// that is among them. Both the parts and what is in them keep their order.
func components(pkgs []*packages.Package) [][]*packages.Package {
	among := map[string]int{} // by path: its place, and in leader its part
	for i, p := range pkgs {
		among[p.PkgPath] = i
	}
	leader := make([]int, len(pkgs))
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			i = leader[i]
		}
		return i
	}
	for i, p := range pkgs {
		eachImported(p, func(path string) {
			if j, ok := among[path]; ok {
				a, b := find(i), find(j)
				leader[max(a, b)] = min(a, b)
			}
		})
	}
	parts := map[int][]*packages.Package{}
	for i, p := range pkgs {
		parts[find(i)] = append(parts[find(i)], p)
	}
	var all [][]*packages.Package
	for _, part := range parts {
		all = append(all, part)
	}
	slices.SortFunc(all, func(a, b []*packages.Package) int { return cmp.Compare(among[a[0].PkgPath], among[b[0].PkgPath]) })
	return all
}

// eachImported visits the paths of what p imports, through whatever lies between. Of a package that is known by its export data
// alone only its types may tell what that imports.
func eachImported(p *packages.Package, visit func(path string)) {
	seen := map[*types.Package]bool{}
	var typed func(*types.Package)
	typed = func(t *types.Package) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t.Path())
		for _, i := range t.Imports() {
			typed(i)
		}
	}
	packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) {
		visit(q.PkgPath)
		typed(q.Types)
	})
}

// programs are what packages are translated from, by import path.
type programs map[string]*desugar.Program

// build prepares the packages for translation, with what is known of functions of others.
func build(pkgs []*packages.Package, annots annotations, others desugar.Others) (programs, error) {
	progs := programs{}
	for _, part := range components(pkgs) {
		prog, err := desugar.Build(part, annots, others)
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			progs[p.PkgPath] = prog
		}
	}
	return progs, nil
}
