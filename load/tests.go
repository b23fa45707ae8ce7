package load

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// withTests makes one program of packages and their tests. The go command has a package with its test files as a second
// one of the same path, and once more what imports it, for its external tests; nothing but such a test ever sees these.
// Here each package under test has its test files for all that import it, so that there is one of each path, and
// packages and their tests are about the same types.
//
// The packages of a program import each other in no circle. Where tests of two packages import the other one, there is no such program.
func withTests(pkgs []*packages.Package) ([]*packages.Package, error) {
	chosen := map[string]*packages.Package{} // by path
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if !generatedMain(p) && preferred(p, chosen[p.PkgPath]) {
			chosen[p.PkgPath] = p
		}
	})
	for _, p := range chosen {
		for path, dep := range p.Imports {
			p.Imports[path] = chosen[dep.PkgPath]
		}
	}
	if circle := importCircle(chosen); circle != nil {
		return nil, &Error{[]Problem{{Msg: fmt.Sprintf("with their tests, packages import each other in a circle: %s; check the tests of one at a time",
			strings.Join(circle, " imports "))}}}
	}
	var roots []*packages.Package
	for _, p := range pkgs {
		if c := chosen[p.PkgPath]; c != nil && !generatedMain(p) && !slices.Contains(roots, c) {
			roots = append(roots, c)
		}
	}
	return roots, nil
}

// preferred reports whether p stands for its path rather than old: with its own test files before without any, and that
// before what is built once more for the tests of another.
func preferred(p, old *packages.Package) bool {
	rank := func(p *packages.Package) int {
		switch p.ForTest {
		case p.PkgPath:
			return 2
		case "":
			return 1
		}
		return 0
	}
	return old == nil || rank(p) > rank(old)
}

// generatedMain reports whether p is the main package of a test binary.
func generatedMain(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }

// importCircle returns paths of which each imports the next, the last one being the first; nil if there are none.
func importCircle(all map[string]*packages.Package) []string {
	const begun, done = 1, 2
	state := map[*packages.Package]int{}
	var way []string
	var visit func(p *packages.Package) []string
	visit = func(p *packages.Package) []string {
		way = append(way, p.PkgPath)
		defer func() { way = way[:len(way)-1] }()
		switch state[p] {
		case begun:
			return slices.Clone(way[slices.Index(way, p.PkgPath):])
		case done:
			return nil
		}
		state[p] = begun
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			if circle := visit(p.Imports[path]); circle != nil {
				return circle
			}
		}
		state[p] = done
		return nil
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if circle := visit(all[path]); circle != nil {
			return circle
		}
	}
	return nil
}
