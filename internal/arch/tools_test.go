package arch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestToolsAreListed: each folder in internal/tools has its row in the README there, and each row its folder, in the same order.
func TestToolsAreListed(t *testing.T) {
	dir := filepath.Join(root, "internal", "tools")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		if e.IsDir() {
			there = append(there, e.Name())
		}
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	// A row begins with the name and its flags, and says something in each of the three columns that follow.
	rows := regexp.MustCompile("(?m)^\\| `([a-z]+)[^`]*` \\| [^|]{10,} \\| [^|]+ \\| [^|]+ \\|$").FindAllSubmatch(readme, -1)
	var listed []string
	for _, row := range rows {
		listed = append(listed, string(row[1]))
	}
	slices.Sort(listed)
	if diff := cmp.Diff(there, listed); diff != "" {
		t.Errorf("internal/tools and its README differ (-folders +rows):\n%s", diff)
	}
}
