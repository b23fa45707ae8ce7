// Package evalorder asks the compiler when it reads the operands of an expression: before the calls to their right, or after them.
//
// Go leaves that open. What `calvin check` relies on (docs/soundness.md) is that operands to the right of a call are read
// after it; those to its left it reads at both times. What `calvin explore` does to a program must not change when operands are
// read. A compiler that does otherwise fails this test.
package evalorder

import (
	_ "embed"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/forms.go.txt
var forms string

//go:embed testdata/table.golden
var table string

var update = flag.Bool("update", false, "rewrite the table")

// builds are the ways to compile the program: what is inlined and optimised, and what the race detector instruments, may
// change the order.
var builds = []struct {
	name  string
	flags []string
}{
	{"plain", nil},
	{"no inlining", []string{"-gcflags=-l"}},
	{"no optimisation", []string{"-gcflags=-N -l"}},
	{"race", []string{"-race"}},
}

// TestCompiler runs one program with all forms, built in each way. It prints a line a form: what the form is, and whether the
// operand was read before the call or after it.
func TestCompiler(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": forms, "go.mod": "module order\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	columns := map[string][]string{}
	for _, b := range builds {
		out, err := run(t, dir, append([]string{"run"}, append(b.flags, ".")...)...)
		if err != nil && b.name == "race" && strings.Contains(out, "-race") {
			t.Skipf("no race detector: %s", out)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", b.name, err, out)
		}
		for line := range strings.Lines(out) {
			form, when, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok {
				t.Fatalf("%s: %q", b.name, line)
			}
			if columns[form] == nil {
				lines = append(lines, form)
			}
			columns[form] = append(columns[form], when)
		}
	}
	var got strings.Builder
	for _, form := range lines {
		when := columns[form]
		if len(when) != len(builds) {
			t.Fatalf("%s: %d results", form, len(when))
		}
		if strings.HasPrefix(form, "right: ") {
			for i, w := range when {
				if w != "after" {
					t.Errorf("%s: with %s the operand to the right of the call is read %s it", form, builds[i].name, w)
				}
			}
		}
		if strings.Count(strings.Join(when, " "), when[0]) == len(when) {
			when = when[:1]
		}
		got.WriteString(form + "\t" + strings.Join(when, ", ") + "\n")
	}
	if *update {
		if err := os.WriteFile("testdata/table.golden", []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(table, "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("the compiler's order differs (-want +got):\n%s", diff)
	}
}

func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
