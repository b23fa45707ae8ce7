package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/pages"
	"github.com/calvin-go/calvin/internal/thorough"
)

// A shownRun is a block in a page with one command of calvin, run at the root of the repository, and what it prints.
var shownRun = regexp.MustCompile("(?ms)^```\n\\$ calvin ([^\n]*)\n(.*?)^```$")

// untested are runs of which the outcome depends on how much time there is.
var untested = map[string]bool{"explore -C explore/testdata/reduction -run=TestPBch4ok10": true}

// TestReadme: what the pages show is what the tool prints. With -update it is written there.
func TestReadme(t *testing.T) {
	thorough.Not(t)
	t.Chdir("../..")
	all, err := pages.All(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll("calvin-traces") })
	n := 0
	for _, page := range all {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		changed := shownRun.ReplaceAllStringFunc(string(text), func(fence string) string {
			n++
			m := shownRun.FindStringSubmatch(fence)
			command, shown := m[1], m[2]
			if untested[command] {
				return fence
			}
			t.Run(page+" "+command, func(t *testing.T) {
				if got := printed(t, command); !same(got, shown) {
					if !*update {
						t.Errorf("%s shows\n%s\nbut calvin prints\n%s", page, shown, got)
					}
					fence = "```\n$ calvin " + command + "\n" + got + "```"
				}
			})
			return fence
		})
		if *update && changed != string(text) {
			if err := os.WriteFile(page, []byte(changed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n < 6 {
		t.Errorf("the pages show %d runs", n)
	}
}

// printed runs a command and returns what it prints.
func printed(t *testing.T, command string) string {
	var out, errors bytes.Buffer
	if code := Execute(t.Context(), strings.Fields(command), nil, &out, &errors); code == exitUsage {
		t.Fatalf("exit code %d: %s%s", code, &out, &errors)
	}
	return out.String()
}
