package summary_test

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/library"
)

// TestSilent: the table has the functions whose summaries claim nothing, and the rows that would be derived.
func TestSilent(t *testing.T) {
	thorough.Only(t)
	set, _ := summariesOf(t, summary.SilentPackages...)
	exported := regexp.MustCompile(`^(\(\*?[^()]*\.[A-Z][^()]*\)|[^()]*)\.[A-Z][^.$]*$`)
	var b strings.Builder
	fmt.Fprintf(&b, "# Rows of functions of %s of which the source tells nothing. Written by go test ./internal/summary -run TestSilent -all -update\n", runtime.Version())
	for _, path := range summary.SilentPackages {
		fmt.Fprintf(&b, "\npackage %s\n", path)
		for _, s := range set.Package(path) {
			if exported.MatchString(s.Name) && s.IsSilent() && library.Of(s.Name) == nil {
				fmt.Fprintln(&b, s.Row())
			}
		}
	}
	if *update {
		if err := os.WriteFile("silent.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile("silent.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), runtime.Version()+" ") {
		t.Skip("the table is of another release, of which other reasons are given")
	}
	if diff := cmp.Diff(string(text), b.String()); diff != "" {
		t.Errorf("(-silent.txt +summaries):\n%s", diff)
	}
}

// TestSilentRows: each row of the table says the worst of all that it is passed, in any release.
func TestSilentRows(t *testing.T) {
	total := 0
	for _, path := range summary.SilentPackages {
		for _, text := range summary.Silent(path) {
			row, err := library.Parse(path, text)
			if err != nil {
				t.Fatal(err)
			}
			total++
			if !row.Waits || !row.Changes || row.Unknown == "" || len(row.Believed) == 0 || len(row.Ensures)+len(row.Requires) > 0 || row.Ends || row.Panics {
				t.Errorf("%s claims something", text)
			}
			for i := range row.Params {
				said := row.Writes(i) || row.Keeps(i) || row.Calls(i) || row.Later(i) || row.Aliases(i) || row.Copies(i)
				if said && !(row.Writes(i) && row.Keeps(i) && row.Calls(i) && row.Later(i)) {
					t.Errorf("%s claims something of parameter %d", text, i)
				}
			}
			for i := range row.Results {
				if row.Fresh(i) {
					t.Errorf("%s claims something of result %d", text, i)
				}
			}
		}
	}
	if total < 20 {
		t.Errorf("there are only %d rows", total)
	}
	if summary.Silent("net/http/none") != nil {
		t.Error("there are rows of a package that is not in the table")
	}
}
