package load

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestWithTests: each package under test has its test files, for whoever imports it; there is one package of each path.
func TestWithTests(t *testing.T) {
	dir := write(t, `
-- go.mod --
module m

go 1.26
-- a/a.go --
package a

type T struct{}
-- a/a_test.go --
package a

func (T) OfTest() {}
-- a/x_test.go --
package a_test

import (
	"m/a"
	"m/b"
)

func use() {
	b.Make().OfTest()
	var t a.T = b.Make()
	_ = t
}
-- b/b.go --
package b

import "m/a"

func Make() a.T { return a.T{} }
`)
	for _, patterns := range [][]string{{"./..."}, {"./a"}} {
		pkgs, err := Load(t.Context(), Config{Dir: dir, Tests: true}, patterns...)
		if err != nil {
			t.Fatalf("%v: %v", patterns, err)
		}
		var paths []string
		for _, p := range pkgs {
			paths = append(paths, p.PkgPath)
		}
		want := []string{"m/a", "m/a_test", "m/b"}
		if patterns[0] == "./a" {
			want = want[:2]
		}
		if !slices.Equal(paths, want) {
			t.Errorf("%v: loaded %v, want %v", patterns, paths, want)
		}
		seen := map[string]*packages.Package{}
		packages.Visit(pkgs, nil, func(p *packages.Package) {
			if old := seen[p.PkgPath]; old != nil {
				t.Errorf("%v: there are %s and %s", patterns, old.ID, p.ID)
			}
			seen[p.PkgPath] = p
		})
		if n := len(seen["m/a"].CompiledGoFiles); n != 2 {
			t.Errorf("%v: m/a has %d files, want 2", patterns, n)
		}
	}
	if pkgs, err := Load(t.Context(), Config{Dir: dir}, "./..."); err != nil || len(pkgs) != 2 {
		t.Errorf("without tests: %d packages, %v", len(pkgs), err)
	}
}

// TestTestsInACircle: tests that import each other's packages are refused together, and checked alone.
func TestTestsInACircle(t *testing.T) {
	dir := write(t, `
-- go.mod --
module m

go 1.26
-- a/a.go --
package a
-- a/a_test.go --
package a

import _ "m/b"
-- b/b.go --
package b
-- b/b_test.go --
package b

import _ "m/a"
`)
	if _, err := Load(t.Context(), Config{Dir: dir, Tests: true}, "./..."); err == nil || !strings.Contains(err.Error(), "m/a imports m/b imports m/a") {
		t.Errorf("both: %v", err)
	}
	if _, err := Load(t.Context(), Config{Dir: dir, Tests: true}, "./b"); err != nil {
		t.Errorf("one: %v", err)
	}
}
