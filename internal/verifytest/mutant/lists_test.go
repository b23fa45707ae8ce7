package mutant

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lists reads lists from their text.
func lists(t *testing.T, equivalent, killed string) (*Lists, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{equivalentFile: equivalent, killedFile: killed} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return ReadLists(dir)
}

func TestReadLists(t *testing.T) {
	l, err := lists(t, "# comment\na\nb\n\tbecause\n\nc\n\tfor\n", "d -> e => F:3 CV0001\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "because", "b": "because", "c": "for"}, l.Equivalent); diff != "" {
		t.Errorf("equivalent mutants differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"d -> e": "F:3 CV0001"}, l.Killed); diff != "" {
		t.Errorf("killed mutants differ (-want +got):\n%s", diff)
	}
	for _, bad := range []struct{ equivalent, killed string }{
		{"a\n", ""},
		{"\twhy\n", ""},
		{"a\n\twhy\na\n\twhy\n", ""},
		{"", "a\n"},
	} {
		if _, err := lists(t, bad.equivalent, bad.killed); err == nil {
			t.Errorf("ReadLists accepts %q and %q", bad.equivalent, bad.killed)
		}
	}
}

// TestCompare has one result for each thing that can be wrong, and one for each that is right.
func TestCompare(t *testing.T) {
	result := func(decl string, o Outcome, line int) Result {
		m := &Mutant{Package: "p", Operator: "op", Decl: decl, Before: "x", After: "y", File: "p.go", Line: 7}
		return Result{Mutant: m, Outcome: o, First: Finding{Function: "F", Line: line, Code: "CV0001"}}
	}
	id := func(decl string) string { return "p " + decl + " op: x -> y" }
	l := &Lists{
		Equivalent: map[string]string{id("Same"): "why", id("Slain"): "why"},
		Killed:     map[string]string{id("Right"): "F:1 CV0001", id("Moved"): "F:1 CV0001", id("Unborn"): "F:1 CV0001"},
		order:      []string{id("Right"), id("Moved"), id("Unborn")},
	}
	var got []string
	for _, err := range l.Compare([]Result{
		result("Same", Survived, 0),
		result("Slain", Killed, 1),
		result("Hole", Survived, 0),
		result("Right", Killed, 1),
		result("Moved", Killed, 2),
		result("New", Killed, 1),
		result("Unborn", Stillborn, 0),
		result("Other", Stillborn, 0),
	}, nil) {
		got = append(got, err.Error())
	}
	want := []string{
		"p/p.go:7: listed as equivalent, but killed: p Slain op: x -> y",
		"p/p.go:7: survives: p Hole op: x -> y",
		"p/p.go:7: killed by F:2 CV0001, not by F:1 CV0001: p Moved op: x -> y",
		"p/p.go:7: killed, but not in killed.golden: p New op: x -> y",
		"p/p.go:7: listed as killed, but stillborn: p Unborn op: x -> y",
		"killed.golden: no such mutant: p Right op: x -> y",
		"killed.golden: no such mutant: p Moved op: x -> y",
		"killed.golden: no such mutant: p Unborn op: x -> y",
		"equivalent.txt: no such mutant: p Same op: x -> y",
		"equivalent.txt: no such mutant: p Slain op: x -> y",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("complaints differ (-want +got):\n%s", diff)
	}
}
