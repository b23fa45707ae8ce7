package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A term is a row of the glossary.
type term struct{ name, meaning, source, where string }

var (
	termRow     = regexp.MustCompile(`(?m)^\| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$`)
	whereLink   = regexp.MustCompile(`^\[([^]]+)\]\(([^)]+)\)$`)
	publication = regexp.MustCompile(`(?m)^- ([^:\n]+ \d{4}): (.+)$`)
)

// glossary returns the terms of the page and its publications by their short names, in the order of the page.
func glossary(page string) (terms []term, publications []string) {
	for _, m := range termRow.FindAllStringSubmatch(page, -1)[2:] { // after the head of the table
		terms = append(terms, term{m[1], m[2], m[3], m[4]})
	}
	for _, m := range publication.FindAllStringSubmatch(page, -1) {
		publications = append(publications, m[1])
	}
	return terms, publications
}

// unsorted returns an element that comes before the one that precedes it, in the order of a dictionary, or is the same,
// "" if there is none.
func unsorted(names []string) string {
	for i := 1; i < len(names); i++ {
		if cmp.Compare(strings.ToLower(names[i-1]), strings.ToLower(names[i])) >= 0 {
			return names[i]
		}
	}
	return ""
}

// fault returns what is wrong with a row, given where the page is, "" if nothing is.
func (e term) fault(docs string, publications []string) string {
	if n := len(strings.Fields(e.meaning)); n >= 30 || n < 3 {
		return fmt.Sprintf("the meaning has %d words", n)
	}
	if strings.Count(e.meaning, ".") != 1 || !strings.HasSuffix(e.meaning, ".") {
		return "the meaning is not one sentence"
	}
	if source, _, _ := strings.Cut(e.source, ", section "); source != "—" && !slices.Contains(publications, source) {
		return "no publication is listed as " + source
	}
	link := whereLink.FindStringSubmatch(e.where)
	if link == nil {
		return "the last column is no link"
	}
	if info, err := os.Stat(filepath.Join(docs, link[2])); err != nil || info.IsDir() || filepath.Base(link[2]) != link[1] {
		return link[2] + " is no file of that name"
	}
	return ""
}

// TestGlossary: terms are sorted; each has a meaning in one sentence, a source and a file; each publication is the source of one.
func TestGlossary(t *testing.T) {
	const docs = "../../../docs"
	page, err := os.ReadFile(filepath.Join(docs, "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	terms, publications := glossary(string(page))
	if len(terms) < 50 {
		t.Errorf("there are %d terms", len(terms))
	}
	var names []string
	cited := map[string]bool{}
	for _, e := range terms {
		names = append(names, e.name)
		if fault := e.fault(docs, publications); fault != "" {
			t.Errorf("%s: %s", e.name, fault)
		}
		source, _, _ := strings.Cut(e.source, ", section ")
		cited[source] = true
	}
	for _, list := range [][]string{names, publications} {
		if name := unsorted(list); name != "" {
			t.Errorf("%s is not in order", name)
		}
	}
	for _, p := range publications {
		if !cited[p] {
			t.Errorf("no term has the source %s", p)
		}
	}
	rows := strings.Count(string(page), "\n|")
	if rows != len(terms)+2 {
		t.Errorf("%d of %d rows of the table can be read", len(terms)+2, rows)
	}
}

// TestGlossaryFaults: what TestGlossary is there to find is found.
func TestGlossaryFaults(t *testing.T) {
	good := term{"mover", "A step that commutes.", "Lipton 1975, section 2", "[README.md](README.md)"}
	for want, change := range map[string]func(*term){
		"":                             func(*term) {},
		"the meaning has 31 words":     func(e *term) { e.meaning = strings.Repeat("a ", 30) + "b." },
		"the meaning is not one":       func(e *term) { e.meaning = "A step. It commutes." },
		"no publication is listed":     func(e *term) { e.source = "Lipton 1976" },
		"the last column is no link":   func(e *term) { e.where = "README.md" },
		"images is no file":            func(e *term) { e.where = "[images](images)" },
		"nothing.md is no file":        func(e *term) { e.where = "[nothing.md](nothing.md)" },
		"README.md is no file of that": func(e *term) { e.where = "[vet.md](README.md)" },
	} {
		e := good
		change(&e)
		if got := e.fault("../../../docs", []string{"Lipton 1975"}); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
	for want, names := range map[string][]string{"": {"a", "B", "c"}, "b": {"a", "c", "b"}, "B": {"a", "b", "B"}} {
		if got := unsorted(names); got != want {
			t.Errorf("%v: %q is not in order, want %q", names, got, want)
		}
	}
}
