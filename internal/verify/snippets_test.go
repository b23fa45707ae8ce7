package verify

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/pages"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// snippets finds the Go in pages. What a test of package cli writes to files is marked otherwise.
var snippets = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestSnippets: the Go in the pages of docs is verified, or, paragraph by paragraph, part of a package that is tested elsewhere.
func TestSnippets(t *testing.T) {
	thorough.Not(t)
	const root = "../.."
	var tested []string
	for _, dir := range []string{"testdata/examples", "examples", "cmd/calvin/testdata", "explore/testdata/servers"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				var text []byte
				text, err = os.ReadFile(path)
				tested = append(tested, string(text))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	all, err := pages.All(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	programs := 0
	for _, page := range all {
		if filepath.Base(page) == "CONTRIBUTING.md" {
			continue // its Go is Calvin's own
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range snippets.FindAllStringSubmatch(string(text), -1) {
			switch name := strings.TrimSuffix(filepath.Base(page), ".md"); {
			case strings.Contains(m[1], "//calvin:contracts"):
				write(fmt.Sprintf("calvin/%s%d.go", name, i+1), m[1])
			case !excerpt(m[1], tested):
				programs++
				write(fmt.Sprintf("%s%d/p.go", name, i+1), program(m[1]))
			}
		}
	}
	if programs == 0 {
		t.Fatal("the pages have no programs")
	}
	result, err := Run(t.Context(), Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, All: true, Checks: AllChecks, Workers: 2,
		Prover: prover.Options{Timeout: 10 * time.Second}, Faults: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Checked != programs {
		t.Errorf("%d packages are checked, want %d", result.Checked, programs)
	}
	for _, d := range result.Findings {
		t.Errorf("%s:%d: %s: %s", d.Start.Filename, d.Start.Line, d.Code, d.Message)
	}
	for _, f := range result.Functions {
		if f.Verdict != report.Verified {
			t.Errorf("%s: %s is %s: %s", f.Package, f.Function, f.Verdict, f.Reason)
		}
	}
}

// excerpt reports whether each paragraph of a text is part of a file.
func excerpt(text string, files []string) bool {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		found := false
		for _, f := range files {
			found = found || strings.Contains(f, paragraph)
		}
		if !found {
			return false
		}
	}
	return true
}

// program makes a file of declarations.
func program(text string) string {
	head := "package p\n\n"
	for _, name := range []string{"log", "maps", "path", "sync", "sync/atomic"} {
		if strings.Contains(text, filepath.Base(name)+".") {
			head += fmt.Sprintf("import %q\n\n", name)
		}
	}
	return head + text
}
