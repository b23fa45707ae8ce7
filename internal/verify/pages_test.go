package verify

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// examples finds the programs in a page of calvin explain.
var examples = regexp.MustCompile("(?ms)^```go (bad|good)\n(.*?)^```$")

// gaps lists the pages of which a program is not yet judged as the page says, with the code that it earns instead. An
// entry that is no longer true fails the test.
var gaps = map[string]string{
	"bad/CV0609":  "CV0901", // conversions of slices to array pointers are not supported
	"good/CV0609": "CV0901",
}

// TestPages verifies the programs in the pages of calvin explain: the first is found to be what the page says, the
// second is verified.
func TestPages(t *testing.T) {
	thorough.Not(t)
	dir := t.TempDir()
	write := into(t, dir)
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

	found := map[string][]string{}
	var functions []report.FunctionResult
	note := func(r *Result) {
		functions = append(functions, r.Functions...)
		for _, d := range r.Findings {
			name := strings.TrimPrefix(d.Package, "m/")
			found[name] = append(found[name], d.Code)
		}
	}
	note(verify("./good/..."))
	note(verify("./bad/..."))
	for _, code := range malformed {
		note(verify("./malformed/" + code))
	}
	for _, c := range report.Codes() {
		page, _ := report.Explain(c.Code)
		if !examples.MatchString(page) {
			continue
		}
		good, bad := "good/"+c.Code, "bad/"+c.Code
		if slices.Contains(malformed, c.Code) {
			bad = "malformed/" + c.Code
		}
		switch want, gap := gaps[bad]; {
		case gap && !slices.Equal(found[bad], []string{want}):
			t.Errorf("%s earns %v: its gap is no longer what it was", bad, found[bad])
		case !gap && !slices.Contains(found[bad], c.Code):
			t.Errorf("%s earns %v", bad, found[bad])
		}
		switch want, gap := gaps[good]; {
		case gap && !slices.Equal(found[good], []string{want}):
			t.Errorf("%s earns %v: its gap is no longer what it was", good, found[good])
		case !gap && len(found[good]) > 0:
			t.Errorf("%s earns %v", good, found[good])
		}
	}
	for _, f := range functions {
		name := strings.TrimPrefix(f.Package, "m/")
		if strings.HasPrefix(name, "good/") && gaps[name] == "" && (f.Verdict == report.Unknown || f.Verdict == report.Failed) {
			t.Errorf("%s: %s is %s: %s", name, f.Function, f.Verdict, f.Reason)
		}
	}
}
