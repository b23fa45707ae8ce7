package cli

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStrategiesAreDocumented: docs/explore.md has a row for each strategy that -strategy takes, and for no other.
func TestStrategiesAreDocumented(t *testing.T) {
	rows := section(t, "../../docs/explore.md", "\n## Strategies\n", "\n### ")
	if diff := cmp.Diff(strategyNames(), first(rows, `[a-z]+`)); diff != "" {
		t.Errorf("the strategies and the rows of docs/explore.md differ (-strategies +rows):\n%s", diff)
	}
}

// TestFormsAreDocumented: docs/review.md has a row for each form that tools read.
func TestFormsAreDocumented(t *testing.T) {
	rows := first(section(t, "../../docs/review.md", "\n| ", "\n\n"), `-f ([a-z]+)`)
	want := append(slices.Collect(maps.Keys(forms)), "json")
	slices.Sort(want)
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("the forms and the rows of docs/review.md differ (-forms +rows):\n%s", diff)
	}
}

// section is the part of a page between two texts.
func section(t *testing.T, page, from, to string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), from)
	part, _, ended := strings.Cut(rest, to)
	if !ok || !ended {
		t.Fatalf("%s has nothing between %q and %q", page, from, to)
	}
	return "\n" + strings.TrimPrefix(from, "\n") + part
}

// first is what the rows of a table have in their first column, sorted, where that is the pattern in backquotes.
func first(rows, pattern string) (names []string) {
	for _, m := range regexp.MustCompile("(?m)^\\| `"+pattern+"`").FindAllStringSubmatch(rows, -1) {
		name := strings.Trim(m[0], "|` ")
		names = append(names, name[strings.LastIndexByte(name, ' ')+1:])
	}
	slices.Sort(names)
	return names
}
