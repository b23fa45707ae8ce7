package testdata

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// bad finds the program in a page of calvin explain that earns the code.
var bad = regexp.MustCompile("(?ms)^```go bad\n(.*?)^```$")

// TestEveryCodeInEveryForm renders what is found in the programs of calvin explain's pages, so that every code that has
// one comes out in every output form.
func TestEveryCodeInEveryForm(t *testing.T) {
	thorough.Only(t) // package verify's tests check what is found in these programs, and all tests here have it written in every form
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", "module example.com/p\n\ngo 1.26\n")
	patterns := [][]string{nil} // ill-formed annotations keep all else from being checked, so they are looked at one by one
	want := map[string]bool{}
	for _, c := range report.Codes() {
		page, _ := report.Explain(c.Code)
		m := bad.FindStringSubmatch(page)
		if m == nil {
			continue
		}
		want[c.Code] = true
		if err := os.Mkdir(filepath.Join(dir, c.Code), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, dir, c.Code+"/p.go", m[1])
		if strings.HasPrefix(c.Code, "CV08") {
			patterns = append(patterns, []string{"./" + c.Code})
		} else {
			patterns[0] = append(patterns[0], "./"+c.Code)
		}
	}
	for _, p := range patterns {
		result, err := verify.Run(t.Context(), verify.Options{
			Load: load.Config{Dir: dir}, Patterns: p, All: true, Checks: verify.AllChecks, Workers: 2, Faults: t.TempDir(),
		})
		if err != nil {
			t.Fatal(err)
		}
		formed(t, dir, result)
		for _, d := range result.Findings {
			delete(want, d.Code)
		}
	}
	var missing []string
	for code := range want {
		missing = append(missing, code)
	}
	slices.Sort(missing)
	if !slices.Equal(missing, []string{"CV0609"}) { // whose program is not supported yet
		t.Errorf("found in no form: %v", missing)
	}
}
