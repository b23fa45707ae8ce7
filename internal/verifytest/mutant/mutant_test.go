package mutant

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func source(t *testing.T, dir string) *Source {
	t.Helper()
	pkgs, err := load.Load(context.Background(), load.Config{Dir: dir}, ".")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(pkgs[0])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMutants compares all mutants of a package with their golden list: what became of the line, and whether it compiles.
func TestMutants(t *testing.T) {
	s := source(t, "testdata/fixture")
	var b strings.Builder
	for _, m := range s.Mutants() {
		err := s.Compile(m)
		fmt.Fprintf(&b, "%d %s %s\n\t- %s\n\t+ %s\n", m.Line, m.Decl, m.Operator, m.OldLine, m.NewLine)
		if err != nil {
			fmt.Fprintf(&b, "\t%s\n", strings.TrimPrefix(err.Error(), s.Package.CompiledGoFiles[0]+":"))
		}
	}
	const golden = "testdata/fixture.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("mutants differ (-want +got), -update accepts:\n%s", diff)
	}
}

// TestMutantsAreFaults checks of every mutant that it differs from the original, within one declaration, and that its
// name is its own; and of every operator that the fixture has something for it.
func TestMutantsAreFaults(t *testing.T) {
	s := source(t, "testdata/fixture")
	original := s.files[0].text
	ids := make(map[string]bool)
	texts := make(map[string]string)
	used := make(map[string]bool)
	for _, m := range s.Mutants() {
		if ids[m.ID()] {
			t.Errorf("two mutants are called %s", m.ID())
		}
		ids[m.ID()] = true
		used[m.Operator] = true
		text := m.text()
		if text == original {
			t.Errorf("%s does not change anything", m.ID())
		}
		if other := texts[text]; other != "" {
			t.Errorf("the same program twice:\n\t%s\n\t%s", other, m.ID())
		}
		texts[text] = m.ID()
		if got, want := strings.Count(text, "\n"), strings.Count(original, "\n"); got != want {
			t.Errorf("%s has %d lines, the original %d", m.ID(), got, want)
		}
	}
	for _, op := range Operators() {
		if !used[op] {
			t.Errorf("no mutant by operator %s", op)
		}
	}
}

// TestRun checks that results come in the order of the cases, with the outcome that the verifier's answer means.
func TestRun(t *testing.T) {
	s := source(t, "testdata/fixture")
	cases := Cases([]*Source{s}, func(m *Mutant) bool { return m.Operator == "statement" || m.Operator == "clause-spec" })
	results, err := Run(t.Context(), cases, fakeVerifier, func(Result) {})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprintf("%s %s %s", r.OldLine, r.Outcome, r.First.Code))
	}
	want := []string{
		"t.n++ killed CV0001",
		"if t.n > 10 && i < len(t.a) { killed CV0001",
		"t.a[i] = t.n - 1 killed CV0001",
		"//calvin:performs Add ; Add* stillborn ",
		"//calvin:performs Add ; Add* stillborn ",
		"//calvin:performs Add ; Add* stillborn ",
		"t.Add(1) stillborn ",
		"t.Add(2) stillborn ",
		"return true stillborn ", // does not compile
		`//calvin:performs action "One": (t.n, t.raw) { old(t.n) == 0 } [] action "Other": () { !result } survived `,
		"if t.hits.Add(2) == 3 || t.hits.CompareAndSwap(4, 5) { survived ",
		"return false survived ",
		"return atomic.CompareAndSwapUint32(&t.raw, k, k+1) && atomic.SwapUint32(&t.raw, 7) == 0 stillborn ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results differ (-want +got):\n%s", diff)
	}
	rows := Tally(results, &Lists{Equivalent: map[string]string{"fixture (*T).Read statement: return false -> nothing": "why"}})
	wantRows := map[string]Row{
		"clause-spec": {Made: 1, Stillborn: 3, Surviving: 1},
		"statement":   {Made: 5, Stillborn: 4, Killed: 3, Equivalent: 1, Surviving: 1},
	}
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

// fakeVerifier finds fault with what concerns two functions, cannot read Twice, and verifies the rest.
func fakeVerifier(_ context.Context, s *Source, m *Mutant) ([]Finding, error) {
	functions := s.Affected(m)
	switch {
	case len(functions) == 2:
		return []Finding{{Function: "F", Line: 1, Code: "CV0001"}}, nil
	case functions[0] == "(*T).Twice":
		return nil, &IllFormed{errors.New("ill-formed")}
	}
	return nil, nil
}

// TestRunStops checks that a fault of the verifier ends the run and names the mutant.
func TestRunStops(t *testing.T) {
	s := source(t, "testdata/fixture")
	cases := Cases([]*Source{s}, func(m *Mutant) bool { return m.Operator == "rmw-split" })
	fault := errors.New("no solver")
	_, err := Run(t.Context(), cases, func(context.Context, *Source, *Mutant) ([]Finding, error) {
		return nil, fault
	}, func(Result) {})
	if !errors.Is(err, fault) || !strings.Contains(err.Error(), "rmw-split") {
		t.Errorf("Run() = %v, want the verifier's error with the mutant's name", err)
	}
}
