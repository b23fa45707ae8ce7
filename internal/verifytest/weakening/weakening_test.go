package weakening

import (
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func sitesOfSources(t *testing.T) []*Site {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	sites, err := Find(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return sites
}

// TestSurvivors checks that the list of survivors is about sites that there are, in the order of the sources, and that the
// tables are about functions and fields that there are.
func TestSurvivors(t *testing.T) {
	sites := sitesOfSources(t)
	survivors, err := ReadSurvivors("../../../testdata/weaken", sites)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range survivors.Stale {
		t.Errorf("no such site: %s", id)
	}
	if len(sites) < 1000 {
		t.Errorf("%d sites, want at least 1000", len(sites))
	}
	for _, k := range Kinds {
		if !slices.ContainsFunc(sites, func(s *Site) bool { return s.Kind == k.Name }) {
			t.Errorf("no site is of kind %s", k.Name)
		}
	}
	for _, s := range sites {
		if !slices.ContainsFunc(Kinds, func(k struct{ Name, Meaning string }) bool { return k.Name == s.Kind }) {
			t.Errorf("%s: %s is no kind", s.Position(), s.Kind)
		}
	}
}

// TestInstrumented checks that the instrumented sources are Go, with all lines where they were.
func TestInstrumented(t *testing.T) {
	byFile := map[string][]*Site{}
	for _, s := range sitesOfSources(t) {
		byFile[s.file] = append(byFile[s.file], s)
	}
	for file, of := range byFile {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := instrument(string(text), of)
		if _, err := format.Source([]byte(out)); err != nil {
			t.Errorf("%s: %v", of[0].File, err)
		}
		if strings.Count(out, "\n") != strings.Count(string(text), "\n") {
			t.Errorf("%s: lines have moved", of[0].File)
		}
		if calls := strings.Count(out, "calvinhook."); calls != len(of) {
			t.Errorf("%s: %d calls for %d sites", of[0].File, calls, len(of))
		}
	}
}

// TestNesting checks the order in which wrapped stretches that touch or contain each other are opened and closed.
func TestNesting(t *testing.T) {
	const text = "package p\n\nvar v = call(one, two)\n"
	at := strings.Index(text, "call(")
	site := func(n int, what string) *Site {
		start := strings.Index(text, what)
		return &Site{N: n, start: start, end: start + len(what), before: "<%d ", after: " %d>"}
	}
	got := instrument(text, []*Site{site(0, "call(one, two)"), site(1, "call(one, two)"), site(2, "one"), site(3, "two")})
	want := text[:at] + "<0 <1 call(<2 one 2>, <3 two 3>) 1> 0>\n"
	want = strings.Replace(want, "package p", `package p; import calvinhook "`+module+`internal/verifytest/weakening/hook"`, 1)
	if !strings.HasSuffix(got, want[strings.Index(want, "var"):]) || !strings.HasPrefix(got, "package p; import calvinhook") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
