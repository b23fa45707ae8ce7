package load

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestAskOnce: one question gives what packages.Load gives, of this module, with what it imports of the standard
// library and of others: vendored packages, assembly and cgo are among them.
func TestAskOnce(t *testing.T) {
	c, patterns := Config{Dir: ".."}, []string{"./load", "./prover", "net/http", "runtime/cgo"}
	once, ok := askOnce(t.Context(), c, patterns)
	if !ok {
		t.Fatal("nothing is known")
	}
	pkgs, err := packages.Load(&packages.Config{Mode: listed, Context: t.Context(), Dir: c.Dir, BuildFlags: c.buildFlags()}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	got, want := described(once), described(pkgs)
	if len(want) < 50 {
		t.Fatalf("only %d packages", len(want))
	}
	for id, text := range want {
		if got[id] != text {
			t.Errorf("%s: it is\n%s\nand packages.Load gives\n%s", id, got[id], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %d packages, and packages.Load gives %d", len(got), len(want))
	}
}

// TestArchitecture: the sizes of types are those of what export data is for.
func TestArchitecture(t *testing.T) {
	file := filepath.Join(t.TempDir(), "export")
	for text, want := range map[string]string{
		"!<arch>\n__.PKGDEF 0 0 0 644 236389 `\ngo object linux 386 go1.26.8 GO386=sse2 X:none\n": "386", "!<arch>\ngo object\n": "", "": "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := architecture(file); got != want {
			t.Errorf("%q is for %q", text, got)
		}
	}
}

func environment(more ...string) []string { return append(os.Environ(), more...) }

// described tells all that is known of packages and of what they import.
func described(roots []*packages.Package) map[string]string {
	all := map[string]string{"roots": ""}
	for _, p := range roots {
		all["roots"] += p.ID + " "
	}
	for p := range packages.Postorder(roots) {
		text := fmt.Sprintln(p.ID, p.PkgPath, p.Name, p.Dir, p.ForTest, p.GoFiles, p.CompiledGoFiles, p.OtherFiles, p.IgnoredFiles, p.ExportFile, p.Errors)
		text += fmt.Sprintf("%T %v %v\n", p.TypesSizes, p.TypesSizes, p.IllTyped)
		if p.Module != nil {
			text += fmt.Sprintf("%+v\n", *p.Module)
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			text += path + "=" + p.Imports[path].ID + " "
		}
		all[p.ID] = text
	}
	return all
}

// TestAskOnceGivesUp: what is wrong, or out of the ordinary, is left to packages.Load.
func TestAskOnceGivesUp(t *testing.T) {
	dir := write(t, twoPackages+`
-- broken/broken.go --
package broken

func F() int { return "" }
-- absent/absent.go --
package absent

import _ "m/nowhere"
-- named/one.go --
package one
-- named/two.go --
package two
-- circle/a/a.go --
package a

import _ "m/circle/b"
-- circle/b/b.go --
package b

import _ "m/circle/a"
`)
	for _, pattern := range []string{"./broken", "./absent", "./named", "./circle/a", "./nowhere", "file=a/a.go", "./...", "-x"} {
		if _, ok := askOnce(t.Context(), Config{Dir: dir}, []string{pattern}); ok {
			t.Errorf("%s: it is told what there is", pattern)
		}
	}
	for _, c := range []Config{{Tests: true}, {Overlay: map[string][]byte{"x.go": nil}}, {Env: environment("GOPACKAGESDRIVER=x")}} {
		c.Dir = dir
		if _, ok := askOnce(t.Context(), c, []string{"./a"}); ok {
			t.Errorf("%+v: it is told what there is", c.Tests)
		}
	}
	if roots, ok := askOnce(t.Context(), Config{Dir: dir}, []string{"./a", "./b"}); !ok || len(roots) != 2 {
		t.Errorf("./a ./b: %v, %v", roots, ok)
	}
}
