package summary_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/library"
)

var update = flag.Bool("update", false, "write the golden files")

// differences is the list of what the table of package library says and summaries do not.
const differences = "testdata/differences.golden"

// TestTable compares summaries with the rows of package library, which were written by hand: what a row says that a function may do, its
// summary must say. A line of the golden file is a difference, with a reason behind the arrow.
func TestTable(t *testing.T) {
	paths := map[string]bool{}
	for _, r := range library.Rows() {
		paths[r.Package()] = true
	}
	set, _ := summariesOf(t, slices.Sorted(maps.Keys(paths))...)
	var got []string
	missing := 0
	for _, r := range library.Rows() {
		sum := set.Func(r.Name)
		if sum == nil {
			missing++
			got = append(got, r.Name+": no summary")
			continue
		}
		for _, d := range lacking(r, sum) {
			got = append(got, fmt.Sprintf("%s: %s", r.Name, d))
		}
	}
	slices.Sort(got)
	t.Logf("%d rows, %d without a summary, %d differences", len(library.Rows()), missing, len(got)-missing)
	text, err := os.ReadFile(differences)
	if err != nil && !*update {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if d, reason, ok := strings.Cut(strings.TrimSpace(line), " -> "); ok {
			reasons[d] = reason
		}
	}
	if *update {
		var b strings.Builder
		for _, d := range got {
			reason := reasons[d]
			if reason == "" {
				reason = "?"
			}
			fmt.Fprintf(&b, "%s -> %s\n", d, reason)
		}
		if err := os.WriteFile(differences, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(reasons)), got); diff != "" {
		t.Errorf("differences (-listed +found):\n%s", diff)
	}
	for d, reason := range reasons {
		if reason == "?" {
			t.Errorf("%s has no reason", d)
		}
	}
}

// lacking returns what a row says and a summary does not.
func lacking(r *library.Row, s *summary.Summary) (list []string) {
	miss := func(clause string, says bool, covered bool) {
		if says && !covered {
			list = append(list, clause)
		}
	}
	for i, p := range r.Params {
		has := func(e summary.Effect) bool { return s.Has(e, i) }
		calls := has(summary.Calls | summary.Later)
		miss("writes "+p, r.Writes(i), has(summary.Writes) || calls)
		miss("keeps "+p, r.Keeps(i), has(summary.Keeps|summary.Copies))
		miss("aliases "+p, r.Aliases(i), has(summary.Aliases|summary.Copies))
		miss("copies "+p, r.Copies(i), has(summary.Aliases|summary.Copies|summary.Keeps))
		miss("calls "+p, r.Calls(i), calls)
		miss("later "+p, r.Later(i), has(summary.Later|summary.Keeps|summary.Copies|summary.Aliases))
		miss("prints "+p, r.Prints(i), calls)
	}
	miss("waits", r.Waits, s.Waits || slices.ContainsFunc(s.Effects, func(e summary.Effect) bool { return e&summary.Calls != 0 }))
	miss("ends", r.Ends, s.Ends)
	miss("panics", r.Panics, s.Panics())
	miss("changes", r.Changes, s.Changes)
	return list
}
