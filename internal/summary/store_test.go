package summary_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/load"
)

// TestStore checks that summaries read from the store are those that were computed, and that a package is looked at again when what
// it imports has changed.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.25\n")
	write("a/a.go", "package a\n\nfunc F(p *int) int { return *p }\n")
	write("b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc G(q *int) int { return a.F(q) }\n")
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	of := func(name string) string {
		t.Helper()
		l, err := load.List(t.Context(), load.Config{Dir: dir}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		set, err := summary.Of(t.Context(), l, store)
		if err != nil {
			t.Fatal(err)
		}
		return set.Func(name).String()
	}
	first := of("example.com/m/b.G")
	if diff := cmp.Diff("example.com/m/b.G(q)", first); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(first, of("example.com/m/b.G")); diff != "" {
		t.Errorf("read from the store (-before +after):\n%s", diff)
	}
	write("a/a.go", "package a\n\nfunc F(p *int) int { *p = 1; return *p }\n")
	if diff := cmp.Diff("example.com/m/b.G(q); writes q", of("example.com/m/b.G")); diff != "" {
		t.Errorf("after a change (-want +got):\n%s", diff)
	}
}

// TestStoredShapes checks that callers find in the store what they find in memory: with and without a store, summaries are the same.
func TestStoredShapes(t *testing.T) {
	patterns := []string{"bufio", "container/list", "errors", "sort"}
	l, err := load.List(t.Context(), load.Config{}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	without, err := summary.Of(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Each package is found in the store by the next one.
	for i := range patterns {
		part, err := load.List(t.Context(), load.Config{}, patterns[:i+1]...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := summary.Of(t.Context(), part, store); err != nil {
			t.Fatal(err)
		}
	}
	with, err := summary.Of(t.Context(), l, store)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range patterns {
		var a, b []string
		for _, s := range without.Package(path) {
			a = append(a, s.String())
		}
		for _, s := range with.Package(path) {
			b = append(b, s.String())
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-without +with):\n%s", path, diff)
		}
	}
}
