package main

import (
	"strings"
	"testing"
)

// TestCompare: what one solver verifies alone is told from what it misses, and both are on the page.
func TestCompare(t *testing.T) {
	base := &results{Version: "libz3 1.0.0", Packages: 1, Seconds: 2,
		Verdicts: map[string]string{"a": "verified", "b": "failed", "c": "unknown", "d": "failed", "e": "verified"},
		Reasons:  map[string]string{"b": "a race", "c": "a limit"}}
	other := &results{Version: "z3 Z3 version 2.0.0 - 64 bit", Packages: 1, Seconds: 3, Wrong: []string{"products"}, Unanswered: []string{"powers"},
		Verdicts: map[string]string{"a": "verified", "b": "verified", "c": "unknown", "d": "unknown", "e": "unknown"},
		Reasons:  map[string]string{"e": "a limit"}}
	r := compare(base, other)
	if r.same != 2 || len(r.proves) != 1 || len(r.misses) != 1 || r.other != 1 || r.ratio != 1.5 {
		t.Errorf("compare() = %+v", r)
	}
	page := string(pageOf([]row{compare(base, base), r}, 3))
	for _, want := range []string{
		"| libz3 1.0.0 | 5 | 5 | 0 | 0 | 0 | 1.0 × |", "| Z3 version 2.0.0 - 64 bit | 5 | 2 | 1 | 1 | 1 | 1.5 × |", "| Z3 version 2.0.0 - 64 bit | products; no answer to powers |",
		"b (failed: a race)", "e (unknown: a limit)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if printed := r.String(); !strings.Contains(printed, "VERIFIED here only: b") || !strings.Contains(printed, "WRONG about products") {
		t.Errorf("printed: %s", printed)
	}
}

// TestArguments: what is no argument is refused.
func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"-run", "("}, {"-every", "0"}, {"-nonsense"}} {
		var out, errors strings.Builder
		if code := command(t.Context(), args, &out, &errors); code != 2 || errors.Len() == 0 {
			t.Errorf("%v: exit code %d, %q", args, code, errors.String())
		}
	}
}
