package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/modproxy"
)

var tiny = modproxy.OrdinaryModule{Path: "example.org/tiny", Version: "v1.0.0", Traits: modproxy.Loops, Measured: true}

func TestBadArguments(t *testing.T) {
	for name, args := range map[string][]string{
		"no directory": {},
		"no time":      {"-out", t.TempDir(), "-time", "0s"},
		"unknown flag": {"-out", t.TempDir(), "-fast"},
	} {
		var stderr bytes.Buffer
		if code := command(t.Context(), modproxy.Ordinary, args, &stderr); code != 2 {
			t.Errorf("%s: exit code %d\n%s", name, code, &stderr)
		}
	}
	var stderr bytes.Buffer
	args := []string{"-page", "-out", t.TempDir(), "-o", filepath.Join(t.TempDir(), "page.md")}
	if code := command(t.Context(), modproxy.Ordinary, append(args, "nosuchmodule"), &stderr); code != 1 {
		t.Errorf("a word that no module has: exit code %d\n%s", code, &stderr)
	}
	if code := command(t.Context(), modproxy.Ordinary, args, &stderr); code != 1 {
		t.Errorf("a page of no results: exit code %d\n%s", code, &stderr)
	}
}

func TestTriage(t *testing.T) {
	for _, text := range []string{"a | b", "m | CV0101 | f | good | why", "m | CV0101 | f | real | x\nm | CV0101 | f | real | y"} {
		if _, err := parseTriage(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, err := parseTriage(triageText); err != nil {
		t.Error(err)
	}
}

// TestTriageAtLine asks for the class of findings in one function, of which one line has a class of its own.
func TestTriageAtLine(t *testing.T) {
	all, err := parseTriage("example.org/tiny | CV0101 | f | false | x\nexample.org/tiny | CV0101 | f at a/b.go:7 | real | y")
	if err != nil {
		t.Fatal(err)
	}
	p := &page{triage: all}
	for position, class := range map[string]string{"a/b.go:7:2": "real", "a/b.go:70:2": "false", "a/c.go:7:2": "false"} {
		f := modproxy.Finding{Code: "CV0101", Function: "f", Position: position}
		if got := p.triageOf(tiny, f); got.class != class {
			t.Errorf("%s: class %s, want %s", position, got.class, class)
		}
	}
	if got := p.triageOf(tiny, modproxy.Finding{Code: "CV0102", Function: "f", Position: "a/b.go:7:2"}); got.class != "open" {
		t.Errorf("another code: class %s", got.class)
	}
}

// TestTiny checks a module that is there already, and so needs no network.
func TestTiny(t *testing.T) {
	if testing.Short() {
		t.Skip("builds calvin")
	}
	dir, page := t.TempDir(), filepath.Join(t.TempDir(), "page.md")
	if err := os.CopyFS(storeOf(dir, tiny).src(), os.DirFS("testdata/tiny")); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../..")
	var stderr bytes.Buffer
	args := []string{"-out", dir, "-o", page}
	if code := command(t.Context(), []modproxy.OrdinaryModule{tiny}, args, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	again := bytes.Buffer{}
	if code := command(t.Context(), []modproxy.OrdinaryModule{tiny}, args, &again); code != 0 || again.Len() > 0 {
		t.Errorf("a result that is there: exit code %d\n%s", code, &again)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| example.org/tiny v1.0.0 (l) | 4 | 3 | 1 | 0 | 3 | 2 | 1 | 0 | 1 | CV0101 1 |",
		"Of the functions that touch shared state 67 % are verified, 33 % failed, 0 % unknown; of all functions 75 % are verified.",
		"| example.org/tiny | (*Counter).Peek | tiny.go:27:39 | CV0101 | open |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no\n%s\nbut is\n%s", want, text)
		}
	}
}
