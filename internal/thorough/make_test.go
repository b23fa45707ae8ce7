package thorough

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMake checks that make thorough runs the tests of each package that has some which take long: what make test skips is run there.
func TestMake(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^thorough:.*\n\t\$\(GO\) test(?: -timeout \S+)? (.*) -long$`).FindSubmatch(text)
	if m == nil {
		t.Fatal("the Makefile has no thorough that gives -long")
	}
	run := strings.Fields(string(m[1]))
	slices.Sort(run)
	if diff := cmp.Diff(users(t, root), run); diff != "" {
		t.Errorf("the packages whose tests import package thorough, and those that make thorough runs (-import +run):\n%s", diff)
	}
}

// users are the packages, as the go command's patterns, whose tests import this one.
func users(t *testing.T, root string) []string {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return nil // what tests are about may be wrong
		}
		for _, spec := range f.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err == nil && strings.HasSuffix(imported, "/internal/thorough") {
				dir, err := filepath.Rel(root, filepath.Dir(path))
				if err != nil {
					return err
				}
				found["./"+filepath.ToSlash(dir)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found))
}
