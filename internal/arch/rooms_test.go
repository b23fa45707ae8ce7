package arch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRooms: the table of packages in CONTRIBUTING.md has the arrows that TestImportsFollowTheArrows holds of the code, and every package
// outside of cmd and internal has its row.
func TestRooms(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| \[([a-z/]+)\]\(([a-z/]+)\) \|[^|]*\| [^|]+ \| ([^|]*?) ?\|$`).FindAllStringSubmatch(string(page), -1) {
		if row[1] != row[2] {
			t.Errorf("the row of %s links to %s", row[1], row[2])
		}
		got[row[1]] = row[3]
	}
	want := map[string]string{}
	for pkg, ours := range arrows {
		if t := top(pkg); t != "cmd" && t != "internal" {
			want[pkg] = strings.Join(ours, ", ")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the packages in CONTRIBUTING.md differ from the arrows (-arrows +rows):\n%s", diff)
	}
}
