package verify

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// examples finds the programs in a page of calvin explain.
var examples = regexp.MustCompile("(?ms)^```go (bad|good)\n(.*?)^```$")

// TestPages verifies the programs in the pages of calvin explain: the first is found to be what the page says, the
// second is verified.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	var malformed []string
	for _, c := range report.Codes() {
		page, _ := report.Explain(c.Code)
		for _, m := range examples.FindAllStringSubmatch(page, -1) {
			group := m[1]
			if group == "bad" && strings.HasPrefix(c.Code, "CV08") {
				group = "malformed" // one of them would keep all others from being checked
				malformed = append(malformed, c.Code)
			}
			write(group+"/"+c.Code+"/p.go", m[2])
		}
	}
	verify := func(pattern string) *Result {
		t.Helper()
		result, err := Run(t.Context(), Options{
			Load: load.Config{Dir: dir}, Patterns: []string{pattern}, All: true, Checks: AllChecks, Workers: 2,
			Prover: prover.Options{Timeout: 10 * time.Second}, Faults: t.TempDir(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}

	good := verify("./good/...")
	for _, d := range good.Findings {
		t.Errorf("%s: the mend is found: %s (%s)", filepath.Base(d.Package), d.Message, d.Code)
	}
	for _, f := range good.Functions {
		if f.Verdict == report.Unknown || f.Verdict == report.Failed {
			t.Errorf("%s: the mend's %s is %s: %s", filepath.Base(f.Package), f.Function, f.Verdict, f.Reason)
		}
	}

	found := map[string][]string{}
	note := func(r *Result) {
		for _, d := range r.Findings {
			name := filepath.Base(d.Package)
			found[name] = append(found[name], d.Code)
		}
	}
	note(verify("./bad/..."))
	for _, code := range malformed {
		note(verify("./malformed/" + code))
	}
	for _, c := range report.Codes() {
		page, _ := report.Explain(c.Code)
		if examples.MatchString(page) && !slices.Contains(found[c.Code], c.Code) {
			t.Errorf("%s: the program that should earn it earns %v", c.Code, found[c.Code])
		}
	}
}
