package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// seconds is what differs between two runs.
var seconds = regexp.MustCompile(`\(?[0-9.]+ s\)?`)

// values are the numbers that a solver picks for a counterexample: others do as well.
var values = regexp.MustCompile(`(?m)= -?\d+$`)

// TestReadme: what the pages show is what the tool prints. With -update it is written there.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	for _, page := range []struct {
		file string
		args []string
	}{
		{"README.md", []string{"check", "./cmd/calvin/testdata/hits"}},
		{"README.md", []string{"explore", "./cmd/calvin/testdata/bank"}},
		{"docs/infer.md", []string{"infer", "./cmd/calvin/testdata/visits"}},
		{"docs/explore.md", []string{"explore", "./cmd/calvin/testdata/bank"}},
	} {
		t.Run(page.file+" "+page.args[0], func(t *testing.T) { shows(t, page.file, page.args) })
	}
}

func shows(t *testing.T, file string, args []string) {
	command, end := "$ calvin "+strings.Join(args, " ")+"\n", "```\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), command)
	shown, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s does not show %q", file, command)
	}
	if args[0] == "explore" {
		t.Cleanup(func() { os.RemoveAll("calvin-traces") })
	}
	var out, errors bytes.Buffer
	if code := Execute(t.Context(), args, nil, &out, &errors); code != exitFailed {
		t.Fatalf("exit code %d: %s%s", code, &out, &errors)
	}
	got := out.String()
	plain := func(s string) string {
		s = seconds.ReplaceAllString(s, "")
		return values.ReplaceAllString(s, "= n")
	}
	if plain(got) == plain(shown) {
		return
	}
	if !*update {
		t.Fatalf("%s shows\n%s\nbut calvin prints\n%s", file, shown, got)
	}
	if err := os.WriteFile(file, []byte(before+command+got+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
