package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// seconds is what differs between two runs.
var seconds = regexp.MustCompile(`\([0-9.]+ s\)`)

// TestReadme: what the README shows is what the tool prints. With -update it is written there.
// values are the numbers that a solver picks for a counterexample: others do as well.
var values = regexp.MustCompile(`(?m)= -?\d+$`)

func TestReadme(t *testing.T) {
	const command, end = "$ calvin check ./cmd/calvin/testdata/hits\n", "```\n"
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(readme), command)
	shown, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("README.md does not show %q", command)
	}
	var out, errors bytes.Buffer
	if code := Execute(t.Context(), []string{"check", "./cmd/calvin/testdata/hits"}, nil, &out, &errors); code != exitFailed {
		t.Fatalf("exit code %d: %s%s", code, &out, &errors)
	}
	got := out.String()
	plain := func(s string) string { return values.ReplaceAllString(seconds.ReplaceAllString(s, ""), "= n") }
	if plain(got) == plain(shown) {
		return
	}
	if !*update {
		t.Fatalf("README.md shows\n%s\nbut calvin prints\n%s", shown, got)
	}
	if err := os.WriteFile("README.md", []byte(before+command+got+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
