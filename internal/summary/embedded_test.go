package summary_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
)

// onlyEmbedded skips a test where summaries are embedded for another version of Go, or for other systems.
func onlyEmbedded(t *testing.T) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := strings.TrimPrefix(runtime.Version(), "go")
	if !strings.Contains(string(mod), "\ngo "+version+"\n") || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skipf("no summaries are embedded for %s on %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
}

func summarise(t *testing.T, find func(ctx context.Context, l *load.Listing) (*summary.Set, error), c load.Config, patterns ...string) (*load.Listing, *summary.Set) {
	t.Helper()
	l, err := load.List(t.Context(), c, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := find(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return l, set
}

// anew computes all summaries.
func anew(ctx context.Context, l *load.Listing) (*summary.Set, error) { return summary.Of(ctx, l, nil) }

// embedded takes those that are in the program.
func embedded(ctx context.Context, l *load.Listing) (*summary.Set, error) {
	var paths []string
	for _, p := range l.Roots() {
		paths = append(paths, p.PkgPath)
	}
	return summary.Among(ctx, l, paths, nil)
}

// TestEmbedded compares the summaries that are part of the program with those that it finds. Some packages, and all
// that they import, stand for the rest.
func TestEmbedded(t *testing.T) { current(t, "bufio", "container/list", "strings") }

func TestAllEmbedded(t *testing.T) {
	thorough.Only(t)
	current(t, "std")
}

func current(t *testing.T, patterns ...string) {
	onlyEmbedded(t)
	l, set := summarise(t, anew, load.Config{}, patterns...)
	var now summary.Archive
	if err := now.Add(l, set); err != nil {
		t.Fatal(err)
	}
	if stale := now.Stale(); len(stale) > 0 {
		t.Errorf("the program has other summaries of %s, or none: run go generate ./internal/summary", strings.Join(stale, ", "))
	}
}

// TestEmbeddedForSource checks that of other source, and of what imports that, summaries are found anew.
func TestEmbeddedForSource(t *testing.T) {
	onlyEmbedded(t)
	const function = "unicode/utf8.RuneLen"
	l, set := summarise(t, embedded, load.Config{}, "bufio")
	if got := set.Func(function).String(); got != function+"(r)" {
		t.Fatalf("before an edit: %s", got)
	}
	file := ""
	for p := range packages.Postorder(l.Roots()) {
		if p.PkgPath == "unicode/utf8" {
			file = p.GoFiles[0]
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const was, is = "func RuneLen(r rune) int {\n", "var last rune\n\nfunc RuneLen(r rune) int {\n\tlast = r\n"
	if !strings.Contains(string(text), was) {
		t.Fatalf("%s has no %q", file, was)
	}
	edited := load.Config{Overlay: map[string][]byte{file: []byte(strings.Replace(string(text), was, is, 1))}}
	_, set = summarise(t, embedded, edited, "bufio")
	if got := set.Func(function).String(); got != function+"(r); changes" {
		t.Errorf("after an edit: %s", got)
	}
	for path, want := range map[string]bool{"unicode/utf8": false, "bufio": false, "io": true} {
		if got := set.Embedded(path); got != want {
			t.Errorf("%s is embedded: %t, want %t", path, got, want)
		}
	}
}
