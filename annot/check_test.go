package annot

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// TestKeepsTheRest checks that an error leaves the other directives standing.
func TestKeepsTheRest(t *testing.T) {
	src := load(t, "p.go", `package p

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mux
	a int
	//calvin:guarded_by mu
	b int
	//calvin:accessible_if a > 0
	//calvin:accessible_if c > 0
	//calvin:accessible_if b > 0
	d int
}

//calvin:requires x > 0
//calvin:requires y > 0
func f(x int) {
	//calvin:assert x
	//calvin:assert x > 1
}
`)
	pkg, errs := Check(src)
	if len(errs) != 4 {
		t.Errorf("%d errors, want 4:\n%s", len(errs), dumpErrors(src.Fset, errs))
	}
	want := `9:22: b read: this.mu == tid
9:22: b write: this.mu == tid
11:25: d read: this.a > 0
11:25: d write: this.a > 0
13:25: d read: this.b > 0
13:25: d write: this.b > 0
17:19: f requires: x > 0
21:2: f assert before 22: x > 1
`
	if got := dump(pkg); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestIllTyped checks that a package that does not type-check makes for errors, not for panics or silence.
func TestIllTyped(t *testing.T) {
	src, err := loadFile("p.go", `package p

type T struct {
	mu Missing
	//calvin:guarded_by mu
	a int
	//calvin:accessible_if b.c == a && b[0] == 1
	b Other
}

//calvin:requires x > 0
func f(x Missing) { y := missing() 
	//calvin:assert y > 0
}

//calvin:atomic
func f() {}

//calvin:atomic
func (Missing) m() {}
`)
	if err == nil {
		t.Fatal("the package type-checks")
	}
	if _, errs := Check(src); len(errs) < 3 {
		t.Errorf("too few errors:\n%s", dumpErrors(src.Fset, errs))
	}
}

// TestFiles checks a package of two files: what one declares the other uses, and errors come in order.
func TestFiles(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range map[string]string{
		"b.go": "package p\n\nfunc use(t *T) {\n\t//calvin:assert pure(t.n) && t.wrong\n}\n\n//calvin:pure\nfunc pure(n int) bool { return true }\n",
		"a.go": "// Package p.\n//\n//calvin:invariant pure(limit) && nothing\n//calvin:ghost g int\npackage p\n\n//calvin:immutable\nvar limit int\n\ntype T struct{ n int }\n",
	} {
		f, err := goparser.ParseFile(fset, name, text, goparser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := newInfo()
	pkg, err := (&types.Config{}).Check("p", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	_, errs := Check(Source{Fset: fset, Files: files, Types: pkg, Info: info})
	if len(errs) != 2 || errs[0].Pos >= errs[1].Pos {
		t.Errorf("want the two unknown names in order, got:\n%s", dumpErrors(fset, errs))
	}
	for _, e := range errs {
		if e.Code != CodeUnknownName {
			t.Errorf("error %s: %s", e.Code, e.Msg)
		}
	}
}

// TestImportedPure checks that a function is pure if the annotations of its package say so.
func TestImportedPure(t *testing.T) {
	lib := load(t, "lib.go", "package lib\n\n//calvin:pure\nfunc Pure(n int) bool { return n > 0 }\n\nfunc Impure(n int) bool { return false }\n")
	libSpec, errs := Check(lib)
	if len(errs) > 0 {
		t.Fatal(dumpErrors(lib.Fset, errs))
	}
	fset := token.NewFileSet()
	text := "package p\n\nimport \"example.com/p\"\n\n//calvin:requires lib.Pure(n)\n//calvin:requires lib.Impure(n)\nfunc f(n int) { lib.Pure(n) }\n"
	f, err := goparser.ParseFile(fset, "p.go", text, goparser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := newInfo()
	pkg, err := (&types.Config{Importer: single{lib.Types}}).Check("q", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	src := Source{Fset: fset, Files: []*ast.File{f}, Types: pkg, Info: info, Imports: map[string]*Package{"example.com/p": libSpec}}
	_, errs = Check(src)
	if len(errs) != 1 || !strings.Contains(errs[0].Msg, "Impure is not a pure function") {
		t.Errorf("want an error about Impure alone, got:\n%s", dumpErrors(fset, errs))
	}
	src.Imports = nil
	if _, errs = Check(src); len(errs) != 2 {
		t.Errorf("without the library's annotations, want two errors, got:\n%s", dumpErrors(fset, errs))
	}
}

// single imports one package, whatever the path.
type single struct{ pkg *types.Package }

func (s single) Import(string) (*types.Package, error) { return s.pkg, nil }

func TestNearest(t *testing.T) {
	for _, test := range []struct {
		name       string
		candidates string
		want       string
	}{
		{"gaurded_by", "guarded_by readable_if", "guarded_by"},
		{"guarded", "guarded_by readable_if", "guarded_by"},
		{"count", "Count cuont", "Count"},
		{"mux", "mu rw", "mu"},
		{"x", "y z", ""},
		{"mu", "U x", ""},
		{"ab", "cd", ""},
		{"same", "same", ""},
		{"lock", "lack look", "lack"},
		{"widely", "different", ""},
	} {
		if got := Nearest(test.name, strings.Fields(test.candidates)); got != test.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", test.name, test.candidates, got, test.want)
		}
	}
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 1}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
