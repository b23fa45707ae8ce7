package library

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
)

// TestTypes: where the source of a type and its documentation differ, or Calvin takes it for what neither says, the
// table says who is right.
func TestTypes(t *testing.T) {
	if n := len(Types()); n < 60 {
		t.Errorf("%d types", n)
	}
	for _, typ := range Types() {
		who, _, _ := strings.Cut(typ.Why, ":")
		if typ.Questioned() != (typ.Why != "") || typ.Why != "" && !slices.Contains([]string{"source", "documentation", "both", "convention", "neither"}, who) {
			t.Errorf("%s is taken for %s; its methods %v write without a lock, its documentation says %s; who is right: %q",
				typ.Name, typ.Taken, typ.Unlocked, typ.Documented, typ.Why)
		}
	}
	for _, text := range []string{"a.T | safe | nothing", "a.T | nice | nothing | - | -", "a.T | safe | safe | - | -", "b.T | safe | nothing | - | -\na.T | safe | nothing | - | -"} {
		if _, err := parseTypes(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

var gaps = regexp.MustCompile(`\s+`)

// TestQuotes finds the words of the table in comments of the types' packages.
func TestQuotes(t *testing.T) {
	comments := map[string]string{}
	for _, typ := range Types() {
		path := typ.Name[:strings.LastIndexByte(typ.Name, '.')]
		if typ.Quote == "" {
			continue
		}
		if comments[path] == "" {
			comments[path] = commentsOf(t, path)
		}
		if !strings.Contains(comments[path], typ.Quote) {
			t.Errorf("%s: no comment of package %s has the words %q", typ.Name, path, typ.Quote)
		}
	}
}

// commentsOf returns the comments of a package of the standard library, on one line.
func commentsOf(t *testing.T, path string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("package %s: %d files, %v", path, len(files), err)
	}
	var b strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if g, ok := n.(*ast.CommentGroup); ok {
				b.WriteString(g.Text() + " ")
			}
			return true
		})
	}
	return gaps.ReplaceAllString(b.String(), " ")
}

// TestTypesAreDerived compares the table with what package summary derives.
func TestTypesAreDerived(t *testing.T) {
	thorough.Only(t)
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := load.List(t.Context(), load.Config{}, TypePackages()...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := summary.Of(t.Context(), l, store)
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range Types() {
		if methods, err := set.UnlockedOf(l, typ.Name); err != nil {
			t.Error(err)
		} else if !slices.Equal(methods, typ.Unlocked) {
			t.Errorf("%s: %v write without a lock, the table has %v; go run ./internal/tools/summaries -types writes it", typ.Name, methods, typ.Unlocked)
		}
	}
}
