package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestTables: each row asks something or says why it does not, and is asked once; the expressions are well formed.
func TestTables(t *testing.T) {
	asked := map[string]bool{}
	for _, table := range tables() {
		for _, r := range table.rows {
			if r.ask == "" || asked[table.title+r.ask] {
				t.Errorf("%s: %q has no question, or one that is asked already", table.title, r.ask)
			}
			asked[table.title+r.ask] = true
			if (len(r.steps) == 0) == (r.left == "") {
				t.Errorf("%s: it has steps and a reason why it is not asked, or neither", r.ask)
			}
			if r.files != "" && len(txtar.Parse([]byte(r.files)).Files) == 0 {
				t.Errorf("%s: no files in\n%s", r.ask, r.files)
			}
			for _, s := range r.steps {
				for _, re := range append(s.want, s.never...) {
					if _, err := regexp.Compile("(?m)" + re); err != nil {
						t.Errorf("%s: %v", r.ask, err)
					}
				}
				if s.read == "" && s.run == "" && s.editor == nil && s.browse == nil && s.check == nil {
					t.Errorf("%s: a step that does nothing", r.ask)
				}
			}
		}
	}
}

// TestRun asks rows of a calvin that is a script: what is handled well, badly, and badly for a reason that is known.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	b := &bench{dir: dir, bin: filepath.Join(dir, "bin"), repo: dir, env: []string{"PATH=/usr/bin:/bin"}}
	say := func(text string) []step { return []step{{run: "cat said", want: []string{text}, lines: 1}} }
	all := []table{{"A table", []row{
		{ask: "a|b", files: "-- said --\nas expected in 0.3 s\n", steps: say("as expected")},
		{ask: "wrong", files: "-- said --\nsomething else\n", steps: say("as expected")},
		{ask: "too much", files: "-- said --\nas expected\nmore\n", steps: say("as expected"), bad: "it is long"},
		{ask: "better than thought", files: "-- said --\nas expected\n", steps: say("as expected"), bad: "it fails"},
		{ask: "not to be had", needs: []string{"no-such-program"}, steps: say("x")},
		{ask: "exit code", steps: []step{{run: "exit 3", exit: 2}}},
		{ask: "never", files: "-- said --\nbad\n", steps: []step{{run: "cat said", never: []string{"bad"}}}},
	}}}
	var progress bytes.Buffer
	rs := b.runAll(t.Context(), all, regexp.MustCompile(""), &progress, true)
	var verdicts []string
	for _, r := range rs[0].results {
		verdicts = append(verdicts, string(r.verdict))
	}
	if got := strings.Join(verdicts, ", "); got != "well, badly, badly, well, left out, badly, badly" {
		t.Errorf("the rows are handled %s\n%s", got, &progress)
	}
	var stderr bytes.Buffer
	if code := rs.exit(&stderr); code != 1 || strings.Contains(stderr.String(), "too much") || !strings.Contains(stderr.String(), "better than thought: is handled well") {
		t.Errorf("exit code %d\n%s", code, &stderr)
	}
	text := string(pageOf(rs))
	for _, want := range []string{
		"| A table | 7 | 2 | 4 | 1 |", "| all | 7 | 2 | 4 | 1 |", "| 1.1 | a\\|b | `exit 0; as expected in n s` | well |", "| 1.3 | too much | it is long | badly |",
		"| 1.5 | not to be had | needs no-such-program, which was not there | left out |", "| 1.6 | exit code | exit code 3, not 2 | badly |",
		"| 1.7 | never | it says: bad | badly |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no\n%s\nbut is\n%s", want, text)
		}
	}
}

// TestArguments: what cannot be meant is refused.
func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"-run", "("}, {"-page", "-run", "x"}, {"word"}, {"-fast"}} {
		var out bytes.Buffer
		if code := command(t.Context(), nil, args, &out, &out); code != 2 {
			t.Errorf("%v: exit code %d\n%s", args, code, &out)
		}
	}
}
