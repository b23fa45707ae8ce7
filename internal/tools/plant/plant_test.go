package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/modproxy"
)

var update = flag.Bool("update", false, "rewrite the expected places")

var tiny = modproxy.OrdinaryModule{Path: "example.org/tiny", Version: "v1.0.0"}

func TestBadArguments(t *testing.T) {
	for name, args := range map[string][]string{
		"no directory": {},
		"no plants":    {"-out", t.TempDir(), "-n", "0"},
		"no time":      {"-out", t.TempDir(), "-time", "0s"},
		"unknown flag": {"-out", t.TempDir(), "-fast"},
	} {
		var stderr bytes.Buffer
		if code := command(t.Context(), modproxy.Ordinary, args, &stderr); code != 2 {
			t.Errorf("%s: exit code %d\n%s", name, code, &stderr)
		}
	}
	var stderr bytes.Buffer
	if code := command(t.Context(), modproxy.Ordinary, []string{"-page", "-out", t.TempDir(), "nosuchmodule"}, &stderr); code != 1 {
		t.Errorf("a word that no module has: exit code %d\n%s", code, &stderr)
	}
}

// TestPlaces: there is a place for each kind, plants keep the numbers of lines, and the seed gives the order.
func TestPlaces(t *testing.T) {
	dir, err := filepath.Abs("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	plants, err := plantsOf(t.Context(), tiny.Path, dir)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(dir, "tiny.go"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	before := strings.Split(string(src), "\n")
	for _, p := range plants {
		after := strings.Split(string(p.applied(src)), "\n")
		if len(after) != len(before) {
			t.Fatalf("%s: %d lines become %d", p.id(), len(before), len(after))
		}
		fmt.Fprintf(&got, "%s, line %d of %s\n", p.Kind, p.Line, p.Function)
		for i := range after {
			if after[i] != before[i] {
				fmt.Fprintf(&got, "%d:%s\n", i+1, strings.TrimRight(after[i], " \t"))
			}
		}
	}
	if *update {
		if err := os.WriteFile("testdata/places", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/places"); err != nil || got.String() != string(want) {
		t.Errorf("%v\ngot\n%s\nwant\n%s", err, &got, want)
	}
	for _, k := range kinds {
		if !slices.ContainsFunc(plants, func(p *plant) bool { return p.Kind == k }) {
			t.Errorf("no place to %s", k)
		}
	}
	first, again, other := drawn(plants, 1), drawn(plants, 1), drawn(plants, 2)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("the order does not follow from the seed")
	}
}

func TestMisses(t *testing.T) {
	for _, text := range []string{"no cause", "a | b\na | c"} {
		if _, err := newPage(nil, nil, text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, err := newPage(nil, nil, missesText); err != nil {
		t.Error(err)
	}
}

// TestCauses: what is not found has its cause on the page.
func TestCauses(t *testing.T) {
	outcomes := []*outcome{
		{ID: "a", Kind: swapLocks, Module: tiny.Path, File: "tiny.go", Line: 45, Outcome: missed, Before: "verified", Verdict: "verified"},
		{ID: "b", Kind: dropLock, Module: tiny.Path, File: "tiny.go", Line: 20, Outcome: missed, Before: "verified", Verdict: "verified"},
		{ID: "c", Kind: dropLock, Module: tiny.Path, File: "tiny.go", Line: 28, Outcome: undecided, Before: "unknown", Verdict: "unknown"},
	}
	p, err := newPage([]modproxy.OrdinaryModule{tiny}, outcomes, "b | nobody knows")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| all | 3 | 0 | 0 % | 0 | 1 | 2 | 0 | 0 |  |",
		"| 1 | missed: nobody knows | example.org/tiny, tiny.go:20, drop a lock |",
		"| 1 | missed: not looked at by hand | example.org/tiny, tiny.go:45, swap two locks |",
		"| 1 | undecided: the function is unknown without the error, too | example.org/tiny, tiny.go:28, drop a lock |",
	} {
		if text := p.text(); !strings.Contains(string(text), want) {
			t.Errorf("the page has no\n%s\nbut is\n%s", want, text)
		}
	}
}

// TestCircle: a circle of locks is found where the plant is, though the finding is at the other end.
func TestCircle(t *testing.T) {
	p := &plant{decl: "a.go:10", lines: map[string]bool{"a.go:12": true}}
	after := &modproxy.Check{Findings: []modproxy.Finding{{
		Code: circle, Verdict: "refuted", Position: "a.go:3:2", Function: "F", Related: []modproxy.Note{{Position: "a.go:3:2"}, {Position: "a.go:12:2"}},
	}}}
	o := &outcome{}
	if o.compare(p, &modproxy.Check{}, after); o.Outcome != found {
		t.Errorf("the plant is %s", o.Outcome)
	}
	after.Findings[0].Code = "CV0101"
	o = &outcome{}
	if o.compare(p, &modproxy.Check{}, after); o.Outcome != elsewhere {
		t.Errorf("the plant is %s", o.Outcome)
	}
}

// TestTiny plants errors in a module that is there already, and so needs no network.
func TestTiny(t *testing.T) {
	if testing.Short() {
		t.Skip("builds calvin")
	}
	dir, page := t.TempDir(), filepath.Join(t.TempDir(), "page.md")
	r := runner{dir: dir}
	if err := os.CopyFS(filepath.Join(r.named(tiny), "src"), os.DirFS("testdata/tiny")); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../..")
	args := []string{"-n", "5", "-out", dir, "-o", page}
	var stderr bytes.Buffer
	if code := command(t.Context(), []modproxy.OrdinaryModule{tiny}, args, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	var again bytes.Buffer
	if code := command(t.Context(), []modproxy.OrdinaryModule{tiny}, args, &again); code != 0 || again.Len() > 0 {
		t.Errorf("results that are there: exit code %d\n%s", code, &again)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| move an access out | 1 | 1 | 100 % | 0 | 0 | 0 | 0 | 1 | 0.0 |",
		"| swap two locks | 1 | 1 | 100 % | 0 | 0 | 0 | 0 | 1 | 0.0 |",
		"| all | 5 | 5 | 100 % | 0 | 0 | 0 | 0 | 5 | 0.0 |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no\n%s\nbut is\n%s\n%s", want, text, &stderr)
		}
	}
}
