package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
)

// TestWalkthrough does what a page tells its reader to do, in a directory of its own, and compares what is printed with what
// the page shows; with -update it is written there. In such a page a block of code is one of
//
//	```go FILE       a file
//	```diff FILE     a change of it: lines that begin with a space or - are looked for, and those that begin with a space or + put
//	                 in their place
//	```console       commands, go or calvin, each after a $, with what they print
func TestWalkthrough(t *testing.T) {
	thorough.Not(t)
	for _, page := range []string{"tutorial.md"} {
		t.Run(page, func(t *testing.T) {
			file, err := filepath.Abs("../../docs/" + page)
			if err != nil {
				t.Fatal(err)
			}
			walk(t, file)
		})
	}
}

// block is a fenced block of code: what is said of it, and its lines.
var block = regexp.MustCompile("(?ms)^```([^\\n`]*)\\n(.*?)^```$")

func walk(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, value := range map[string]string{"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"} {
		t.Setenv(name, value)
	}
	commands := 0
	done := block.ReplaceAllStringFunc(string(text), func(fence string) string {
		m := block.FindStringSubmatch(fence)
		kind, file, _ := strings.Cut(m[1], " ")
		switch kind {
		case "go":
			if err := os.WriteFile(file, []byte(m[2]), 0o644); err != nil {
				t.Fatal(err)
			}
		case "diff":
			change(t, file, m[2])
		case "console":
			shown := commandsOf(t, m[2])
			var all strings.Builder
			for _, c := range shown {
				commands++
				got := perform(t, c.command)
				if same(got, c.output) {
					got = c.output
				} else if !*update {
					t.Errorf("%s shows, after %s,\n%s\nbut it prints\n%s", page, c.command, c.output, got)
				}
				fmt.Fprintf(&all, "$ %s\n%s", c.command, got)
			}
			return "```console\n" + all.String() + "```"
		default:
			t.Fatalf("%s has a block of code that is %q", page, m[1])
		}
		return fence
	})
	if commands == 0 {
		t.Errorf("%s has no commands", page)
	}
	if *update && done != string(text) {
		if err := os.WriteFile(page, []byte(done), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A shownCommand is a command in a page, with what the page says it prints.
type shownCommand struct{ command, output string }

func commandsOf(t *testing.T, text string) (out []shownCommand) {
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case ok:
			out = append(out, shownCommand{command: strings.TrimSuffix(command, "\n")})
		case len(out) == 0:
			t.Fatalf("%q is printed by no command", line)
		default:
			out[len(out)-1].output += line
		}
	}
	return out
}

// perform runs a command and returns what it prints on both outputs. The exit code is not looked at: the words tell.
func perform(t *testing.T, command string) string {
	args := strings.Fields(command)
	var out bytes.Buffer
	switch args[0] {
	case "calvin":
		Execute(t.Context(), args[1:], nil, &out, &out)
	case "go":
		cmd := exec.CommandContext(t.Context(), "go", args[1:]...)
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("%s: it is not go or calvin", command)
	}
	return out.String()
}

var (
	// how long something took
	seconds = regexp.MustCompile(`\(?[0-9.]+ s\)?`)
	// numbers that a solver picks, in a counterexample
	picked = regexp.MustCompile(`= -?\d+`)
	// how many executions it took, which depends on time
	executions = regexp.MustCompile(`[0-9,]+ executions?`)
	// how long a test took
	testTime = regexp.MustCompile(`(?m)\t(\d+\.\d+s|\(cached\))$`)
)

// same reports whether two outputs are the same but for what differs from run to run.
func same(a, b string) bool {
	plain := func(s string) string {
		s = testTime.ReplaceAllString(seconds.ReplaceAllString(s, ""), "")
		s = executions.ReplaceAllString(s, "n executions")
		return picked.ReplaceAllString(s, "= n")
	}
	return plain(a) == plain(b)
}

// change changes a file as a block of diff says.
func change(t *testing.T, file, diff string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		switch rest := line[1:]; {
		case line == "\n": // a context line that an editor has trimmed
			before.WriteString(line)
			after.WriteString(line)
		case line[0] == ' ':
			before.WriteString(rest)
			after.WriteString(rest)
		case line[0] == '-':
			before.WriteString(rest)
		case line[0] == '+':
			after.WriteString(rest)
		default:
			t.Fatalf("%q is no line of a diff", line)
		}
	}
	if n := strings.Count(string(data), before.String()); n != 1 {
		t.Fatalf("%s has, %d times,\n%s", file, n, before.String())
	}
	changed := strings.Replace(string(data), before.String(), after.String(), 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}
