package arch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMakeHelp: make help says what each target does, and plain make builds.
func TestMakeHelp(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	phony := regexp.MustCompile(`(?m)^\.PHONY: (.*)$`).FindSubmatch(text)
	if phony == nil {
		t.Fatal("the Makefile has no .PHONY")
	}
	targets := strings.Fields(string(phony[1]))
	var helped []string
	for line := range strings.Lines(run(t, "make", "--no-print-directory", "help")) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "make" {
			t.Fatalf("make help says %q", line)
		}
		helped = append(helped, words[1])
	}
	if diff := cmp.Diff(targets, helped); diff != "" {
		t.Errorf("the targets of .PHONY and those of make help differ (-PHONY +help):\n%s", diff)
	}
	if got := run(t, "make", "--no-print-directory", "-n", "GO=go"); got != "go build -o bin/calvin ./cmd/calvin\n" {
		t.Errorf("plain make does %q", got)
	}
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(out)
}
