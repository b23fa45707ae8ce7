package verify

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// contractModules writes the modules with contract files, and returns the directory of the one that is checked.
func contractModules(t *testing.T) (dir string, write func(name, text string)) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/contractfiles.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	write = into(t, dir)
	for _, f := range archive.Files {
		write(f.Name, string(f.Data))
	}
	return filepath.Join(dir, "m"), write
}

func checkContracts(t *testing.T, dir string, store *cache.Store) *Result {
	t.Helper()
	r, err := Run(t.Context(), Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, Checks: AllChecks, Panics: true, Workers: 2, Faults: t.TempDir(), Cache: store,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Verdict == report.IllFormed {
			t.Errorf("%s: %s", f.Start, f.Message)
		}
	}
	return r
}

// TestContractFiles checks what becomes of calls of functions that contract files have contracts of.
func TestContractFiles(t *testing.T) {
	dir, _ := contractModules(t)
	r := checkContracts(t, dir, nil)
	prefix := regexp.MustCompile(`^(Verified|Failed|Unknown)`)
	verdicts := map[string]report.FunctionVerdict{"Verified": report.Verified, "Failed": report.Failed, "Unknown": report.Unknown}
	seen := map[report.FunctionVerdict]int{}
	for _, f := range r.Functions {
		want, ok := verdicts[prefix.FindString(f.Function)]
		if !ok || strings.Contains(f.Function, "$") {
			continue
		}
		seen[want]++
		if f.Verdict != want {
			t.Errorf("%s is %s: %s", f.Function, f.Verdict, f.Reason)
		}
	}
	if seen[report.Verified] < 25 || seen[report.Failed] < 35 || seen[report.Unknown] < 5 {
		t.Errorf("there are %v", seen)
	}
	areAssumed(t, r)
}

// areAssumed checks that each call by a contract lists it as an assumption.
func areAssumed(t *testing.T, r *Result) {
	t.Helper()
	assumed := map[string][]string{}
	for _, f := range r.Functions {
		for _, n := range f.Assumptions {
			assumed[f.Function] = append(assumed[f.Function], n.Text)
		}
	}
	for fn, want := range map[string]string{
		"VerifiedSet":    "contract of example.com/lib.Set in calvin/lib.go:11",
		"VerifiedRun":    "contract of (*example.com/lib.Runner).Run in calvin/lib.go:92, and that it runs no code of the checked packages",
		"VerifiedRepeat": "contract of strings.Repeat in calvin/strings.go:15",
	} {
		if !slices.Contains(assumed[fn], want) {
			t.Errorf("%s assumes %q, not %q", fn, assumed[fn], want)
		}
	}
	if only := assumed["VerifiedOnly"]; len(only) > 0 { // what it requires is proved, and no more is said of it
		t.Errorf("VerifiedOnly assumes %q", only)
	}
}

// TestContractFilesAgain checks that what is remembered is not believed when a contract has changed, that only what
// used it is proved again, and that without a change nothing is.
func TestContractFilesAgain(t *testing.T) {
	dir, write := contractModules(t)
	write("m/use/use.go", `package use

import "example.com/lib"

func Half() int {
	n := lib.Half(4)
	//calvin:assert n <= 2
	return n
}

func Two() int {
	m, err := lib.Two(3)
	if err != nil {
		return 3
	}
	//calvin:assert m == 3
	return m
}
`)
	contract := func(half string) {
		write("m/calvin/lib.go", "//go:build ignore\n\n//calvin:contracts example.com/lib\npackage lib\n\n//calvin:pure\n//calvin:ensures "+half+
			"\nfunc Half(n int) int\n\n//calvin:pure\n//calvin:ensures err == nil ==> m == n\nfunc Two(n int) (m int, err error)\n")
	}
	write("m/calvin/strings.go", "//go:build ignore\n\npackage strings\n")
	write("m/use2/use.go", "package use2\n")
	store := openStore(t)
	verdicts := func(store *cache.Store) string {
		t.Helper()
		var all []string
		for _, f := range checkContracts(t, dir, store).Functions {
			if f.Package != "example.com/m/use" {
				continue
			}
			text := f.Function + " " + string(f.Verdict)
			if f.Cached {
				text += " cached"
			}
			all = append(all, text)
		}
		return strings.Join(all, ", ")
	}
	for _, step := range []struct{ half, want string }{
		{"result <= n/2", "Half verified, Two verified"},
		{"result <= n/2", "Half verified cached, Two verified cached"},
		{"result <= n", "Half failed, Two verified cached"},
		{"result < n/2", "Half verified, Two verified cached"},
		{"result <= n", "Half failed cached, Two verified cached"},
	} {
		contract(step.half)
		if got := verdicts(store); got != step.want {
			t.Errorf("%s: %s, not %s", step.half, got, step.want)
		}
	}
}
