package load

import (
	"errors"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// write lays out a module and returns its directory.
func write(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte("-- go.mod --\nmodule m\n\ngo 1.26\n" + archive)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const twoPackages = `
-- a/a.go --
package a

import (
	"sync"

	"m/b"
)

// A T is documented.
type T struct {
	mu sync.Mutex
	b  b.B
}
-- a/a_test.go --
package a

func onlyInTests() {}
-- b/b.go --
package b

type B struct{ n int }
`

func TestLoad(t *testing.T) {
	dir := write(t, twoPackages)
	pkgs, err := Load(t.Context(), Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(pkgs); got != "m/a m/b" {
		t.Fatalf("packages %q, want m/a m/b", got)
	}
	a, b := pkgs[0], pkgs[1]
	if len(a.Syntax) != 1 || len(a.Syntax[0].Comments) != 1 || a.TypesInfo == nil {
		t.Errorf("m/a: want one file with its comment and type information; got %d files", len(a.Syntax))
	}
	if a.Types.Scope().Lookup("onlyInTests") != nil {
		t.Error("m/a: a declaration of a test file is loaded")
	}
	if a.Imports["m/b"] != b || len(b.Syntax) != 1 {
		t.Error("m/b as imported by m/a is not the matched m/b with its syntax")
	}
	if s := a.Imports["sync"]; len(s.Syntax) != 0 {
		t.Error("sync is loaded from source, want export data")
	}
}

func TestLoadOneOfTwo(t *testing.T) {
	pkgs, err := Load(t.Context(), Config{Dir: filepath.Join(write(t, twoPackages), "a")})
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(pkgs); got != "m/a" {
		t.Fatalf("packages %q, want m/a", got)
	}
}

func TestTags(t *testing.T) {
	dir := write(t, `
-- a.go --
package a
-- b.go --
//go:build special

package a

var Special int
`)
	for _, tags := range []string{"", "other,special"} {
		pkgs, err := Load(t.Context(), Config{Dir: dir, Tags: tags})
		if err != nil {
			t.Fatal(err)
		}
		found := pkgs[0].Types.Scope().Lookup("Special") != nil
		if want := tags != ""; found != want {
			t.Errorf("tags %q: the tagged file is loaded: %v, want %v", tags, found, want)
		}
	}
}

func TestOverlay(t *testing.T) {
	dir := write(t, "-- a.go --\npackage a\n")
	overlay := map[string][]byte{filepath.Join(dir, "a.go"): []byte("package a\n\nvar Unsaved int\n")}
	pkgs, err := Load(t.Context(), Config{Dir: dir, Overlay: overlay})
	if err != nil {
		t.Fatal(err)
	}
	if pkgs[0].Types.Scope().Lookup("Unsaved") == nil {
		t.Error("the overlay is not read")
	}
}

// TestProblems has one program a way for packages not to compile.
func TestProblems(t *testing.T) {
	tests := []struct {
		name, archive, pattern string
		want                   []string // position relative to the module, and a part of the message
	}{
		{"types", "-- a.go --\npackage a\n\nvar x int = \"\"\nvar y = z\n", ".",
			[]string{"a.go:3:13: cannot use", "a.go:4:9: undefined: z"}},
		{"syntax", "-- a.go --\npackage a\n\nfunc {\n", ".", []string{"a.go:3:6: expected"}},
		{"dependency", "-- a.go --\npackage a\n\nimport _ \"m/b\"\n-- b/b.go --\npackage b\n\nvar x int = \"\"\n", ".",
			[]string{"b/b.go:3:13: cannot use"}},
		{"import", "-- a.go --\npackage a\n\nimport _ \"m/missing\"\n", ".", []string{"m/missing"}},
		{"directory", "", "./nowhere", []string{"nowhere"}},
		{"empty", "-- README --\nnothing\n", ".", []string{"no Go files"}},
		{"nothing", "-- README --\nnothing\n", "./...", []string{"matched no packages"}},
		{"module", "-- go.mod --\nmodul m\n", ".", []string{"go.mod:1: unknown directive: modul"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := write(t, test.archive)
			_, err := Load(t.Context(), Config{Dir: dir}, test.pattern)
			var problems *Error
			if !errors.As(err, &problems) {
				t.Fatalf("got error %v, want an *Error", err)
			}
			var all []string
			for _, p := range problems.Problems {
				all = append(all, strings.ReplaceAll(p.String(), dir+string(filepath.Separator), ""))
			}
			places := map[token.Position]bool{}
			for _, p := range problems.Problems {
				if strings.HasPrefix(p.Msg, "#") || p.Position.IsValid() && places[p.Position] {
					t.Errorf("problem %q tells nothing new", p)
				}
				places[p.Position] = true
			}
			got := strings.Join(all, "\n")
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("problems\n%s\nwant one with %q", got, want)
				}
			}
		})
	}
}

func TestParsePosition(t *testing.T) {
	tests := map[string]token.Position{
		"":             {},
		"-":            {},
		"a.go":         {Filename: "a.go"},
		"a.go:3":       {Filename: "a.go", Line: 3},
		"/x/a.go:3:13": {Filename: "/x/a.go", Line: 3, Column: 13},
		"a:b.go:3:13":  {Filename: "a:b.go", Line: 3, Column: 13},
		`C:\a.go:3:1`:  {Filename: `C:\a.go`, Line: 3, Column: 1},
	}
	for s, want := range tests {
		if got := parsePosition(s); got != want {
			t.Errorf("parsePosition(%q) = %v, want %v", s, got, want)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	src := "package a\n\nimport _ \"net/http\"\n"
	for name, data := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "a.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := Load(b.Context(), Config{Dir: dir}); err != nil {
			b.Fatal(err)
		}
	}
}

func paths(pkgs []*packages.Package) string {
	var all []string
	for _, p := range pkgs {
		all = append(all, p.PkgPath)
	}
	return strings.Join(all, " ")
}
