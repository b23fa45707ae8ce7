//go:build unix

package main

import (
	"io"
	"strings"
	"testing"
)

// TestBroken: each function of each module that may be edited loses its lock, in its own lines, and no other does.
func TestBroken(t *testing.T) {
	for _, m := range modules {
		text := m.source(m.open)
		if n := m.counters * each; n < 2*maxEdits {
			t.Errorf("%s has %d functions, want %d at least", m.name, n, 2*maxEdits)
		}
		for f := range m.counters * each {
			edited, first, last, err := broken(text, f)
			if err != nil {
				t.Fatal(err)
			}
			was, is := strings.Split(text, "\n"), strings.Split(edited, "\n")
			if len(was) != len(is) {
				t.Fatalf("%s: %d lines, and then %d", m.name, len(was), len(is))
			}
			for i := range was {
				if was[i] != is[i] && (i < first || i > last) {
					t.Errorf("%s: Add%d: line %d has changed, which is not in %d to %d", m.name, f, i, first, last)
				}
			}
		}
	}
	if _, _, _, err := broken(modules[0].source(0), 1000); err == nil {
		t.Error("a function is edited that is not there")
	}
}

// TestTable: medians of all, and the median of the ratios of pairs.
func TestTable(t *testing.T) {
	r := measured{module: "m", pairs: 3,
		before: sample{typed: {1, 2, 3, 4}, memory: {100}}, now: sample{typed: {1, 1, 8}, memory: {50}},
		ratios: map[string][]float64{typed: {0.5, 2, 0.25}, memory: {0.5}},
	}
	got := r.table()
	for _, want := range []string{
		"| m; pairs: 3 | before | now | ratio | of the worst |", "| " + typed + " | 2500 ms | 1000 ms | 0.50 | 2.00 |", "| most memory of the first server | 100 MB | 50 MB | 0.50 | 0.50 |",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("the table has no %q:\n%s", want, got)
		}
	}
}

// TestArguments: what is no argument is refused.
func TestArguments(t *testing.T) {
	for _, args := range []string{"", "-before x -pairs 0", "-before x -edits 18", "-before x -run (", "-before x y"} {
		if err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
