package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPagesAreUpToDate(t *testing.T) {
	const dir = "../../../docs"
	all, err := generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range all {
		got, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			t.Errorf("%s: run go run ./internal/tools/docpages:\n%s", name, d)
		}
	}
}

func TestDirectivesMustBeExplained(t *testing.T) {
	if _, err := directives("x"); err == nil {
		t.Error("a page without a table is taken")
	}
	_, err := directives("`guarded_by mu`\n" + tableBegins + tableEnds)
	if err == nil || !strings.Contains(err.Error(), "does not explain") {
		t.Error(err)
	}
}

func TestBeginning(t *testing.T) {
	for page, want := range map[string]string{
		"# CV0: x\n\nOne `a. b` and\nmore. Two.\n\nThree.\n": "One `a. b` and more.",
		"# CV0: x\n\nOnly one\n":                             "Only one",
		"# CV0: x\n":                                         "",
	} {
		if got := beginning(page); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
